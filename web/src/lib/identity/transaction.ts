import type { TextStorage } from '../storage/text-storage.ts'
import type { Person } from './tokens.ts'

/** What must be known again when the provider answers, in this tab only. */
export interface Transaction {
  state: string
  nonce: string
  codeVerifier: string
  /** Where the answer comes to; the code is only good together with the same address. */
  redirectUri: string
  returnTo: string
  /** Asked without showing anything to anybody (`prompt=none`). */
  silent: boolean
  /** The e-mail address that the provider was asked to offer. */
  loginHint?: string
  /** The organisation that was asked for, by id or name: tokens for another are refused. */
  organization?: string
  /** Who was signed in: a silent answer for someone else is refused. */
  person?: Person
  /** Someone signed in wanted another organisation; if that fails they go on at this address. */
  switchFrom?: string
}

const key = 'cresyl.transaction'

export function keepTransaction(storage: TextStorage, transaction: Transaction): void {
  storage.setItem(key, JSON.stringify(transaction))
}

export function readTransaction(storage: TextStorage): Transaction | null {
  const text = storage.getItem(key)
  // Only this module writes the key, and nobody else can write this origin's storage.
  return text === null ? null : (JSON.parse(text) as Transaction)
}

export function dropTransaction(storage: TextStorage): void {
  storage.removeItem(key)
}
