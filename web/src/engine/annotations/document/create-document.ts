import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { createChanges } from '../../viewer/changes.ts'
import { type Content, contentOf, isSame, type Patch, type Shape } from '../content/shape.ts'
import type { Outbox } from '../sync/create-outbox.ts'
import { type Entry, withDeed } from '../sync/deed.ts'
import {
  type Act,
  type ActName,
  type Change,
  type Creation,
  type History,
  inverse,
  nameOfChanges,
  noHistory,
  withAct,
} from './history.ts'
import { createKnownShapes } from './known-shapes.ts'
import { createShapeIndex, type ShapeIndex } from './shape-index.ts'

/** What is done at once: taken back as one. */
export interface Edit {
  readonly create?: readonly { readonly id: string; readonly content: Content }[]
  readonly update?: readonly { readonly id: string; readonly patch: Patch }[]
  readonly remove?: readonly string[]
}

/** What was taken back, or done again. */
export interface Step {
  readonly name: ActName
  readonly count: number
  /** How many were left alone, since somebody else has changed them meanwhile. */
  readonly left: number
}

export type DocumentChange = 'shapes' | 'history'

/** The annotations of one image as they are seen here: what the server has, and what was done here since. */
export interface AnnotationDocument {
  readonly imageId: string
  get(id: string): Shape | undefined
  all(): Iterable<Shape>
  /** The same, as a list: it is another one only when one of them is. */
  list(): readonly Shape[]
  readonly index: Pick<ShapeIndex, 'within' | 'size'>
  perform(edit: Edit): void
  /** The server has made these at once, as this person asked. */
  noteCreation(creation: Creation): void
  /** The last that can be taken back. */
  lastAct(): Act | null
  /** Takes back the last act, or this one where it has not been taken back yet: null where there is none. */
  undo(act?: Act): Promise<Step | null>
  redo(): Promise<Step | null>
  canUndo(): boolean
  canRedo(): boolean
  /** What the server has where a view looks. What no view shows any more and nobody works on is forgotten. */
  takePart(view: object, saved: readonly Shape[]): void
  /** The view is gone. */
  leavePart(view: object): void
  /** None of these is forgotten. Ends with what it returns. */
  hold(ids: () => Iterable<string>): () => void
  /** The server has this now; deleted or not. */
  takeOne(annotation: Annotation): void
  /** All that the server has, where everything was asked for. */
  takeAll(saved: readonly Shape[]): void
  /** The server doesn't have these any more. */
  takeGone(ids: readonly string[]): void
  /** The last that is known of; 0 of none. Of one that was deleted here, that of being deleted. */
  versionOf(id: string): number
  /** `shapes` counts up whenever one is another. */
  revision(): number
  subscribe(what: DocumentChange, listener: () => void): () => void
  destroy(): void
}

interface DocumentTools {
  readonly imageId: string
  readonly outbox: Outbox
  /** What the slide is called, as soon as that is known. */
  slideName?(): string | undefined
  /** Whoever draws here. */
  readonly author: Shape['author']
  /** Has the server take back what it made at once, or bring it back where that was taken back. */
  undoCreation(creation: Creation): Promise<UndoneCreation>
}

interface UndoneCreation {
  readonly changed: readonly string[]
  readonly left: number
  readonly changedAt: string
}

export function createDocument({
  imageId,
  slideName,
  outbox,
  author,
  undoCreation,
}: DocumentTools): AnnotationDocument {
  const known = createKnownShapes(author)
  const shown = new Map<string, Shape>()
  const index = createShapeIndex()
  const changes = createChanges<DocumentChange>()
  /** What each view was told last; of none, where everything is known. */
  const parts = new Map<object, ReadonlySet<string>>()
  const holders = new Set<() => Iterable<string>>()
  let history: History = noHistory
  let isStepping = false
  let revision = 0
  let listed: { readonly revision: number; readonly shapes: readonly Shape[] } | undefined

  function look(ids: Iterable<string>): void {
    let isChanged = false
    for (const id of ids) isChanged = lookAt(id) || isChanged
    if (!isChanged) return
    revision += 1
    changes.tell('shapes')
  }

  function lookAt(id: string): boolean {
    const before = shown.get(id)
    const now = seen(id)
    if (now === before || (now && before && isSame(now, before))) return false
    index.replace(before, now)
    if (now) shown.set(id, now)
    else shown.delete(id)
    return true
  }

  /** What was done here lies over what is saved. */
  function seen(id: string): Shape | undefined {
    const saved = known.get(id)
    let shape = saved?.isDeleted ? undefined : saved?.shape
    for (const entry of outbox.entriesOf(id)) {
      const base = entry.deed.kind === 'restore' ? saved?.shape : shape
      shape = withDeed(base, entry, author)
    }
    return shape
  }

  function carryOut(changed: readonly Change[]): void {
    if (changed.length === 0) return
    const slide = slideName?.()
    const entries = changed.map(
      (change): Entry => ({
        id: change.id,
        imageId,
        ...(slide !== undefined && { slide }),
        deed: deedOf(change),
      }),
    )
    outbox.note(entries, (id) => known.has(id))
    look(changed.map(({ id }) => id))
  }

  function deedOf(change: Change): Entry['deed'] {
    const saved = known.get(change.id)?.shape
    const version = saved?.version ?? 0
    switch (change.kind) {
      case 'create':
        return { kind: 'create', content: change.content }
      case 'update':
        return { kind: 'update', before: change.before, after: change.after, version }
      case 'delete':
        return { kind: 'delete', version }
      case 'restore':
        // A change right before it was deleted may never have been sent.
        return {
          kind: 'restore',
          content: change.content,
          after: saved ? differing(saved, change.content) : {},
        }
    }
  }

  /** Only what is still as this person left it: what somebody has changed since stays. */
  function isStillSo(change: Change): boolean {
    const shape = shown.get(change.id)
    if (known.isForeignSince(change.id, change.version)) return false
    if (change.kind === 'restore') return shape === undefined
    if (shape === undefined) return false
    if (change.kind === 'delete') return true
    if (change.kind !== 'update') return true
    const fields = Object.keys(change.before) as (keyof Patch)[]
    return fields.every((field) => isSame(shape[field], change.before[field]))
  }

  /** Where nothing of an act could be done, it is forgotten. */
  async function step(act: Act | undefined, isBack: boolean): Promise<Step | null> {
    if (act === undefined || isStepping) return null
    const { done, ...told } =
      act.kind === 'creation' ? await stepCreation(act.creation) : stepChanges(act.changes, isBack)
    const stepped = told.count > 0 ? [done] : []
    const without = (acts: readonly Act[]) => acts.filter((each) => each !== act)
    history = isBack
      ? { past: without(history.past), future: [...history.future, ...stepped] }
      : { past: [...history.past, ...stepped], future: without(history.future) }
    changes.tell('history')
    return told
  }

  function stepChanges(all: readonly Change[], isBack: boolean): Step & { done: Act } {
    const possible = (isBack ? inverse(all) : all).filter(isStillSo)
    carryOut(possible)
    return {
      name: nameOfChanges(all),
      count: possible.length,
      left: all.length - possible.length,
      done: { kind: 'changes', changes: isBack ? inverse(possible) : possible },
    }
  }

  async function stepCreation({ undoneAt, ...creation }: Creation): Promise<Step & { done: Act }> {
    isStepping = true
    changes.tell('history')
    try {
      await whenSent()
      const { changed, left, changedAt } = await undoCreation({
        ...creation,
        ...(undoneAt !== undefined && { undoneAt }),
      })
      if (undoneAt === undefined) known.leave(changed)
      else known.bringBack(changed)
      look(changed)
      const now = undoneAt === undefined ? { ...creation, undoneAt: changedAt } : creation
      return {
        name: creation.origin,
        count: changed.length,
        left,
        done: { kind: 'creation', creation: { ...now, count: changed.length } },
      }
    } finally {
      isStepping = false
      changes.tell('history')
    }
  }

  /** What is under way to the server was done before; without a connection there is nothing to wait for. */
  function whenSent(): Promise<void> {
    return new Promise((resolve) => {
      const stop = outbox.subscribe(() => isSent() && finish())
      const isSent = () => outbox.unsavedOf(imageId).length === 0 || outbox.status().state !== 'saving'
      function finish() {
        stop()
        resolve()
      }
      if (isSent()) finish()
    })
  }

  const leaveSaved = outbox.onSaved((saved, removed) => {
    for (const annotation of saved) if (annotation.image_id === imageId) known.keepSaved(annotation)
    known.leave(removed)
  })
  // After saving, adopting or deciding, what is seen may be another.
  let unsaved = new Set<string>()
  const followOutbox = () => {
    const now = new Set(outbox.unsavedOf(imageId))
    const before = unsaved
    unsaved = now
    look(new Set([...before, ...now]))
  }
  const leaveOutbox = outbox.subscribe(followOutbox)
  followOutbox()

  /** Whoever wanders over a million of them would have them all in the end. */
  function forgetRest(): readonly string[] {
    const kept = new Set(unsaved)
    for (const ids of [...parts.values(), ...[...holders].map((held) => held())])
      for (const id of ids) kept.add(id)
    for (const act of [...history.past, ...history.future])
      if (act.kind === 'changes') for (const { id } of act.changes) kept.add(id)
    const forgotten = known.ids().filter((id) => !kept.has(id))
    known.forget(forgotten)
    return forgotten
  }

  return {
    imageId,
    get: (id) => shown.get(id),
    all: () => shown.values(),
    list() {
      if (listed?.revision !== revision) listed = { revision, shapes: [...shown.values()] }
      return listed.shapes
    },
    index,
    perform({ create = [], update = [], remove = [] }) {
      const all: Change[] = [
        ...create.map(({ id, content }): Change => ({ kind: 'create', id, content, version: 0 })),
        ...update.flatMap(({ id, patch }) => updateOf(shown.get(id), patch)),
        ...remove.flatMap((id): Change[] => {
          const shape = shown.get(id)
          return shape ? [{ kind: 'delete', id, content: contentOf(shape), version: shape.version }] : []
        }),
      ]
      if (all.length === 0) return
      history = withAct(history, { kind: 'changes', changes: all })
      carryOut(all)
      changes.tell('history')
    },
    noteCreation(creation) {
      history = withAct(history, { kind: 'creation', creation })
      changes.tell('history')
    },
    lastAct: () => history.past.at(-1) ?? null,
    undo: (act) =>
      step(
        history.past.findLast((each) => act === undefined || each === act),
        true,
      ),
    redo: () => step(history.future.at(-1), false),
    canUndo: () => !isStepping && history.past.length > 0,
    canRedo: () => !isStepping && history.future.length > 0,
    takePart(view, saved) {
      parts.set(view, new Set(saved.map(({ id }) => id)))
      for (const shape of saved) known.keep(shape)
      look([...saved.map(({ id }) => id), ...forgetRest()])
    },
    leavePart: (view) => void parts.delete(view),
    hold(ids) {
      holders.add(ids)
      return () => void holders.delete(ids)
    },
    takeOne(annotation) {
      known.keepSaved(annotation)
      outbox.met(annotation)
      look([annotation.id])
    },
    takeAll(saved) {
      const there = new Set(saved.map(({ id }) => id))
      const gone = known.ids().filter((id) => !there.has(id))
      parts.clear()
      known.leave(gone)
      for (const shape of saved) known.keep(shape)
      look([...there, ...gone])
    },
    takeGone(ids) {
      known.leave(ids)
      look(ids)
    },
    versionOf(id) {
      const there = known.get(id)
      return there ? there.shape.version + (shown.has(id) ? 0 : 1) : 0
    },
    revision: () => revision,
    subscribe: changes.subscribe,
    destroy() {
      leaveSaved()
      leaveOutbox()
      changes.clear()
    },
  }
}

/** Only the fields that become other ones. */
function updateOf(shape: Shape | undefined, patch: Patch): Change[] {
  if (shape === undefined) return []
  const fields = (Object.keys(patch) as (keyof Patch)[]).filter(
    (field) => !isSame(shape[field], patch[field]),
  )
  if (fields.length === 0) return []
  const pick = (from: Patch): Patch =>
    Object.fromEntries(
      fields.filter((field) => from[field] !== undefined).map((field) => [field, from[field]]),
    )
  return [{ kind: 'update', id: shape.id, before: pick(shape), after: pick(patch), version: shape.version }]
}

/** The fields of a content that are other ones than those that are known. */
function differing(saved: Shape, content: Content): Patch {
  const fields = Object.entries(content) as [keyof Content, unknown][]
  return Object.fromEntries(
    fields.filter(([field, value]) => saved[field] !== undefined && !isSame(saved[field], value)),
  )
}
