import type { Database } from '../../db/database.ts'
import type { Pause, Storage } from '../storage.ts'

/** A storage as the suite finds it, whatever is behind it. */
export interface StorageHarness {
  storage: Storage
  database: Database
  databaseUrl: string
  organizationId: string
  otherOrganizationId: string
  /** What the storage asks between two steps and for the time; tests replace them. */
  hooks: StorageHooks
  close(): Promise<void>
}

export interface StorageHooks {
  pause: Pause
  now: () => Date
}

export function newHooks(): StorageHooks {
  return { pause: () => {}, now: () => new Date() }
}
