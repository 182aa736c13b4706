import type { KeyValueStore } from '../storage/key-value-store.ts'

const key = 'signed-out'

export interface SignedOutMark {
  set(): Promise<void>
  isSet(): Promise<boolean>
  remove(): Promise<void>
}

/**
 * Somebody signed out in this browser and nobody has signed in by hand since. The provider may still know them
 * (it could not be reached, or keeps its own session), so no tab may ask it without a word.
 */
export function signedOutMark(store: KeyValueStore): SignedOutMark {
  return {
    set: () => store.set(key, true),
    // What can't be found out counts as signed out: asking for a click too many is the lesser harm.
    isSet: () =>
      store.get(key).then(
        (value) => value !== undefined,
        () => true,
      ),
    remove: () => store.delete(key),
  }
}
