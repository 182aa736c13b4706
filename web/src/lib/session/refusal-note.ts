import type { TextStorage } from '../storage/text-storage.ts'

const key = 'cresyl.refusal'

/** Why the server would not have the person any more: kept over the loading of /login, which tells them. */
export function refusalNote(storage: TextStorage) {
  return {
    keep(sentence: string | undefined): void {
      if (sentence !== undefined) storage.setItem(key, sentence)
    },
    drop: () => storage.removeItem(key),
    /** Tells it once. */
    take(): string | undefined {
      const sentence = storage.getItem(key) ?? undefined
      storage.removeItem(key)
      return sentence
    },
  }
}

export type RefusalNote = ReturnType<typeof refusalNote>
