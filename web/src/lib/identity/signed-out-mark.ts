import type { KeyValueStore } from '../storage/key-value-store.ts'

const key = 'signed-out'

export interface SignedOutMark {
  set(): Promise<void>
  /** What can't be found out counts as signed out, unless told otherwise: a click too many is the lesser harm. */
  isSet(unknown?: boolean): Promise<boolean>
  remove(): Promise<void>
}

/**
 * Somebody signed out in this browser and nobody has signed in by hand since. The provider may still know them
 * (it could not be reached, or keeps its own session), so no tab may ask it without a word.
 */
export function signedOutMark(store: KeyValueStore): SignedOutMark {
  return {
    set: () => store.set(key, true),
    isSet: (unknown = true) =>
      store.get(key).then(
        (value) => value !== undefined,
        () => unknown,
      ),
    remove: () => store.delete(key),
  }
}
