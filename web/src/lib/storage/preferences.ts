import type { KeyValueStore } from './key-value-store.ts'

/** What the app remembers for a person on this device. */
export interface Preferences {
  get(userId: string, key: string): Promise<unknown>
  set(userId: string, key: string, value: unknown): Promise<void>
  /** The last value anyone used here: for pages shown before it is known who is there. */
  getLast(key: string): Promise<unknown>
  setLast(key: string, value: unknown): Promise<void>
}

export function createPreferences(store: KeyValueStore): Preferences {
  return {
    get: (userId, key) => store.get(ofUser(userId, key)),
    set: (userId, key, value) => store.set(ofUser(userId, key), value),
    getLast: (key) => store.get(ofDevice(key)),
    setLast: (key, value) => store.set(ofDevice(key), value),
  }
}

// Ids come from any identity provider and may hold any character: JSON keeps the parts apart.
function ofUser(userId: string, key: string): string {
  return JSON.stringify(['user', userId, key])
}

function ofDevice(key: string): string {
  return JSON.stringify(['device', key])
}
