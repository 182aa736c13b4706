import type { KeyValueStore } from '../storage/key-value-store.ts'
import type { TextStorage } from '../storage/text-storage.ts'

export const accessTokenKey = 'access_token'
const recordKey = 'tokens'

/** Someone in one of their organisations. */
export interface Person {
  sub: string
  org_id: string
}

export interface IdentityClaims extends Person, Record<string, unknown> {}

export interface Tokens {
  accessToken: string
  /** Milliseconds since 1970, counted from when the token came: a clock that is wrong does not matter. */
  expiresAt: number
  /** From when on a new one is fetched before this one is used. */
  renewAt: number
  refreshToken: string | undefined
  idToken: string
  claims: IdentityClaims
}

/** What is read back: local storage may have been emptied since. */
export type StoredTokens = Omit<Tokens, 'accessToken'> & { accessToken: string | null }

export interface TokenStore {
  accessToken(): string | null
  read(): Promise<StoredTokens | null>
  write(tokens: Tokens): Promise<void>
  forget(): Promise<void>
}

/** The access token is in local storage, where tile addresses find it at once; all else in IndexedDB. */
export function createTokenStore(localStorage: TextStorage, store: KeyValueStore): TokenStore {
  const accessToken = () => localStorage.getItem(accessTokenKey)
  async function read(): Promise<StoredTokens | null> {
    const record = await store.get(recordKey)
    // Only `write` below fills the key.
    return record === undefined
      ? null
      : { ...(record as Omit<Tokens, 'accessToken'>), accessToken: accessToken() }
  }

  return {
    accessToken,
    read,
    async write({ accessToken, ...record }) {
      const before = await read()
      // Other tabs are woken by the change of local storage and then read the record: it must be there.
      await store.set(recordKey, record)
      localStorage.setItem(accessTokenKey, accessToken)
      if (before && !isSamePerson(before.claims, record.claims)) forgetOthers(localStorage)
    },
    async forget() {
      localStorage.removeItem(accessTokenKey)
      await store.delete(recordKey)
    },
  }
}

/** What else is kept there belongs to the person and organisation before. */
function forgetOthers(localStorage: TextStorage): void {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index))
  // One by one: when all is cleared at once, the other tabs take it for a sign-out.
  for (const key of keys) if (key !== null && key !== accessTokenKey) localStorage.removeItem(key)
}

export function isSamePerson(one: Person, other: Person): boolean {
  return one.sub === other.sub && one.org_id === other.org_id
}

export function isUsable(tokens: StoredTokens | null, now: number): tokens is Tokens {
  return tokens !== null && tokens.accessToken !== null && now < tokens.renewAt
}
