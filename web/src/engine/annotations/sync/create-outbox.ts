import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { CallError, isWorthRetrying } from '../../../lib/api/call-error.ts'
import type { Log } from '../../../lib/log.ts'
import type { KeyValueStore } from '../../../lib/storage/key-value-store.ts'
import type { Clock } from '../../clock.ts'
import type { UploadLocks } from '../../uploads/upload-locks.ts'
import { countUnsent, type Unsent } from './count-unsent.ts'
import type { Entry } from './deed.ts'
import { createKeptOutbox } from './kept-outbox.ts'
import {
  acknowledged,
  adopted,
  type Batch,
  begun,
  decided,
  emptyOutbox,
  foundStale,
  metTheirs,
  noted,
  type OutboxState,
  type Problem,
  refused,
} from './outbox-state.ts'

export interface OutboxTools {
  /** Carries out a batch, everything or nothing. */
  send(batch: Batch, signal: AbortSignal): Promise<readonly Annotation[]>
  readonly store: KeyValueStore
  /** Whose it is: another person, or another organisation, has another one. */
  readonly owner: string
  readonly locks: UploadLocks
  readonly clock: Clock
  newKey(): string
  /** Calls the listener whenever the browser thinks that there is a network again. */
  onNetwork(listener: () => void): void
  readonly log: Log
}

/** `waiting`: the server can't be reached; it is tried again by itself. `signed-out`: sent after the next sign-in. */
export type SaveState = 'saved' | 'saving' | 'waiting' | 'signed-out'

export interface SaveStatus {
  readonly state: SaveState
  /** Annotations whose last change is not at the server. */
  readonly unsent: number
  readonly unsentBySlide: readonly Unsent[]
  readonly problems: readonly Problem[]
}

/** What this tab has not saved yet. It survives the page: the next one of the same person sends it. */
export interface Outbox {
  /** The same object as long as nothing has changed. */
  status(): SaveStatus
  /** What was done to an annotation that is not saved, in order. */
  entriesOf(id: string): readonly Entry[]
  /** Annotations of an image with unsaved deeds. */
  unsavedOf(imageId: string): readonly string[]
  note(entries: readonly Entry[], isThere: (id: string) => boolean): void
  met(theirs: Annotation): void
  decide(id: string, choice: 'mine' | 'theirs'): void
  /** Sends now what waits for the connection. */
  hurry(): void
  subscribe(listener: () => void): () => void
  /** Told what was saved; of those deleted only the ids. */
  onSaved(listener: (saved: readonly Annotation[], deleted: readonly string[]) => void): () => void
  /** Takes up what is left of earlier pages, then sends. Resolves once all of it is known that has no other holder. */
  start(): Promise<void>
  destroy(): void
}

/** Strokes that follow each other go together, in ms. */
const settle = 400
const delays = [1000, 2000, 4000, 8000]
const longestDelay = 15_000
const changedMeanwhile = 'Someone else changed this annotation in the meantime.'

export function createOutbox(tools: OutboxTools): Outbox {
  const { clock } = tools
  const leaving = new AbortController()
  const listeners = new Set<() => void>()
  const savedListeners = new Set<(saved: readonly Annotation[], deleted: readonly string[]) => void>()
  const kept = createKeptOutbox(tools)
  let state: OutboxState = emptyOutbox
  let trouble: 'waiting' | 'signed-out' | null = null
  let status: SaveStatus = { state: 'saved', unsent: 0, unsentBySlide: [], problems: [] }
  let isRunning = false
  let hurry = new AbortController()
  tools.onNetwork(() => hurry.abort())

  function become(next: OutboxState, nextTrouble = trouble): void {
    if (next === state && nextTrouble === trouble) return
    const isNew = next !== state
    state = next
    trouble = nextTrouble
    const unsent = new Set(
      [...state.batches.flatMap(({ entries }) => entries), ...state.waiting].map(({ id }) => id),
    )
    const name: SaveState = unsent.size === 0 ? 'saved' : (trouble ?? 'saving')
    status = {
      state: name,
      unsent: unsent.size,
      unsentBySlide: countUnsent([state]),
      problems: state.problems,
    }
    if (isNew) kept.keep(state)
    for (const listener of [...listeners]) listener()
    if (unsent.size > 0) void run()
  }

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      for (let tries = 0; !leaving.signal.aborted; ) {
        if (state.batches.length === 0) {
          if (state.waiting.length === 0 || trouble === 'signed-out') return
          await clock.wait(settle, leaving.signal)
          become(begun(state, tools.newKey()))
          // Sent only once it is kept: whoever finds it sends the same under the same key.
          await kept.settled()
        }
        const [batch] = state.batches
        if (batch === undefined) continue
        tries = (await attempt(batch)) ? 0 : tries + 1
        if (trouble === 'signed-out') return
        if (tries > 0) await pause(delays[tries - 1] ?? longestDelay)
      }
    } catch (error) {
      if (!leaving.signal.aborted) throw error
    } finally {
      isRunning = false
    }
  }

  /** Whether the server has answered. */
  async function attempt(batch: Batch): Promise<boolean> {
    try {
      const results = await tools.send(batch, leaving.signal)
      const removed = batch.entries.filter(({ deed }) => deed.kind === 'delete').map(({ id }) => id)
      for (const listener of [...savedListeners]) listener(results, removed)
      become(acknowledged(state, results), null)
      return true
    } catch (error) {
      if (leaving.signal.aborted) throw error
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) become(state, 'signed-out')
      else if (isWorthRetrying(error)) become(state, 'waiting')
      else {
        become(afterRefusal(batch, error), null)
        return true
      }
      return false
    }
  }

  function afterRefusal(
    batch: Batch,
    { status: code, code: name, current, message }: CallError,
  ): OutboxState {
    const currents = (Array.isArray(current) ? current : [current]) as (Annotation | undefined)[]
    const known = currents.filter(
      (each): each is Annotation => each != null && batch.entries.some(({ id }) => id === each.id),
    )
    if (name === 'stale_version' && known.length > 0) {
      // Whoever shows them may not have heard of these versions: the connection was away.
      const [gone, there] = [known.filter(isDeleted), known.filter((each) => !isDeleted(each))]
      for (const listener of [...savedListeners])
        listener(
          there,
          gone.map(({ id }) => id),
        )
      return foundStale(state, known, message)
    }
    return refused(state, code === 404, message)
  }

  async function pause(milliseconds: number): Promise<void> {
    hurry = new AbortController()
    const soon = AbortSignal.any([hurry.signal, leaving.signal])
    await clock.wait(milliseconds, soon).catch(() => undefined)
  }

  return {
    status: () => status,
    entriesOf: (id) =>
      [...state.batches.flatMap(({ entries }) => entries), ...state.waiting].filter(
        (entry) => entry.id === id,
      ),
    unsavedOf: (imageId) => {
      const all = [...state.batches.flatMap(({ entries }) => entries), ...state.waiting]
      return [...new Set(all.filter((entry) => entry.imageId === imageId).map(({ id }) => id))]
    },
    note: (entries, isThere) => become(noted(state, entries, isThere)),
    met: (theirs) => become(metTheirs(state, theirs, changedMeanwhile)),
    decide: (id, choice) => become(decided(state, id, choice)),
    hurry: () => hurry.abort(),
    subscribe: (listener) => {
      const own = () => listener()
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    onSaved: (listener) => {
      savedListeners.add(listener)
      return () => void savedListeners.delete(listener)
    },
    start: () => kept.start(leaving.signal, (left) => become(adopted(state, left))),
    destroy: () => {
      leaving.abort()
      listeners.clear()
      savedListeners.clear()
    },
  }
}

const isDeleted = ({ deleted_at }: Annotation) => deleted_at !== null
