import type { Log } from '../../../lib/log.ts'
import type { KeyValueStore } from '../../../lib/storage/key-value-store.ts'
import { type UploadLocks, withLock } from '../../uploads/upload-locks.ts'
import { countUnsent, type Unsent } from './count-unsent.ts'
import { emptyOutbox, isEmpty, type OutboxState } from './outbox-state.ts'

interface KeptTools {
  readonly store: KeyValueStore
  readonly owner: string
  readonly locks: UploadLocks
  newKey(): string
  readonly log: Log
}

/** An outbox in the browser's database. Each page has its own, and holds a lock on it for as long as it lives. */
export interface KeptOutbox {
  keep(state: OutboxState): void
  /** Resolves when all that was to be kept is. */
  settled(): Promise<void>
  /**
   * Hands over what has no holder any more: at once what earlier pages left behind, and later what the pages that are
   * open now leave. Resolves after the first.
   */
  start(signal: AbortSignal, adopt: (left: OutboxState) => void): Promise<void>
}

export function createKeptOutbox({ store, owner, locks, newKey, log }: KeptTools): KeptOutbox {
  const prefix = prefixOf(owner)
  const own = `${prefix}${newKey()}`
  const lockOf = (key: string) => `annotations:${key}`
  let latest: OutboxState | null = null
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    const state = latest
    if (state === null) return
    latest = null
    try {
      if (isEmpty(state)) await store.delete(own)
      else await store.set(own, { ...state, form: 1 })
    } catch (error) {
      log.warn('Unsaved annotations could not be kept in this browser: they last as long as the page.', error)
    }
  }

  async function takeOver(key: string, adopt: (left: OutboxState) => void): Promise<void> {
    const left = readKept(await store.get(key))
    if (left !== null) {
      adopt(left)
      await settled()
    }
    await store.delete(key)
  }

  async function settled(): Promise<void> {
    await writing
  }

  return {
    keep(state) {
      latest = state
      // Of what changes while it writes only the last is written.
      writing = writing.then(write)
    },
    settled,
    async start(signal, adopt) {
      try {
        const mine = await withLock(locks, lockOf(own), { ifAvailable: true, signal })
        signal.addEventListener('abort', () => mine?.(), { once: true })
        const others = (await store.keys()).filter((key) => key.startsWith(prefix) && key !== own)
        for (const key of others) {
          const free = await withLock(locks, lockOf(key), { ifAvailable: true, signal })
          if (free) await takeOver(key, adopt).finally(free)
          else void takeWhenFree(key)
        }
      } catch (error) {
        if (!signal.aborted) log.warn('What earlier pages left unsaved could not be read.', error)
      }

      async function takeWhenFree(key: string): Promise<void> {
        try {
          const free = await withLock(locks, lockOf(key), { ifAvailable: false, signal })
          if (free) await takeOver(key, adopt).finally(free)
        } catch (error) {
          if (!signal.aborted) log.warn('What another page left unsaved could not be read.', error)
        }
      }
    },
  }
}

const prefixOf = (owner: string) => `${owner}:`

/** What is kept of somebody's, whoever holds it. */
export async function readUnsent(store: KeyValueStore, owner: string): Promise<readonly Unsent[]> {
  const keys = (await store.keys()).filter((key) => key.startsWith(prefixOf(owner)))
  const kept = await Promise.all(keys.map(async (key) => readKept(await store.get(key))))
  return countUnsent(kept.filter((state) => state !== null))
}

/** Null where it is none of ours, or of another form. */
function readKept(value: unknown): OutboxState | null {
  if (typeof value !== 'object' || value === null || !('form' in value) || value.form !== 1) return null
  const { batches, waiting, problems } = value as Partial<OutboxState>
  if (!Array.isArray(batches) || !Array.isArray(waiting) || !Array.isArray(problems)) return null
  return { ...emptyOutbox, batches, waiting, problems }
}
