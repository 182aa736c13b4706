import type { TextStorage } from '../storage/text-storage.ts'

/** What must be known again when the provider answers, in this tab only. */
export interface Transaction {
  state: string
  nonce: string
  codeVerifier: string
  returnTo: string
  /** Asked without showing anything to anybody (`prompt=none`). */
  silent: boolean
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
