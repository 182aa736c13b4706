import type { Persistence } from '../identity/persistent-fetch.ts'
import type { After, ProviderWindows } from '../identity/provider-windows.ts'
import type { Locks } from '../identity/renewal.ts'
import type { Person } from '../identity/tokens.ts'
import type { KeyValueStore } from '../storage/key-value-store.ts'
import type { TextStorage } from '../storage/text-storage.ts'

/** The page as far as the session moves it; addresses are paths of this origin with query and hash. */
export interface PageControl {
  origin: string
  address(): string
  /** Changes the address without loading anything. */
  replace(address: string): void
  /** Loads another page, or this one anew. */
  leaveFor(address: string): void
}

/** The other tabs of this app. */
export interface Tabs {
  tellSignedOut(): void
  onSignedOut(listener: () => void): () => void
  /** Local storage was changed by another tab: `key` is null when all of it was cleared. */
  onStorage(listener: (key: string | null) => void): () => void
}

/** Everything of a browser that the session uses. */
export interface SessionEnvironment {
  fetch: typeof fetch
  now(): number
  after: After
  localStorage: TextStorage
  /** What this person must find again is put elsewhere before local storage is cleared. */
  beforeClearing?(person: Person): void
  sessionStorage: TextStorage
  store: KeyValueStore
  locks: Locks
  page: PageControl
  tabs: Tabs
  windows: ProviderWindows
  /** Seen again, or online again: timers may have stood still. */
  onWake(listener: () => void): () => void
  persistence?: Persistence
}
