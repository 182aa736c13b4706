import { countPositions } from '@cresyl/contract/annotations/annotation-geometry'
import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { contentOf, savedShape } from '../content/shape.ts'
import { combined, type Deed, type Entry, rebased } from './deed.ts'

/** What is sent at once, under one key: sent again after a lost reply, it is carried out once. */
export interface Batch {
  readonly key: string
  readonly imageId: string
  readonly entries: readonly Entry[]
}

/** What could not be done as it was meant. Both versions are kept until somebody decides. */
export interface Problem {
  readonly entry: Entry
  /** As it is now; null where it is gone, or nothing is known of it. */
  readonly theirs: Annotation | null
  readonly reason: 'changed' | 'gone' | 'refused'
  readonly message: string
}

/** What is not saved yet; plain data. */
export interface OutboxState {
  /** Those that were or are being sent, in order. */
  readonly batches: readonly Batch[]
  /** One entry for each annotation, in the order of the first deed on it. */
  readonly waiting: readonly Entry[]
  readonly problems: readonly Problem[]
  /** How many go at once: fewer after a refusal, until the one that is refused is alone. */
  readonly most: number
}

export const mostAtOnce = 500
/** Of all shapes of a batch, unless one alone has more. */
const mostPositions = 100_000

export const emptyOutbox: OutboxState = { batches: [], waiting: [], problems: [], most: mostAtOnce }

export const isEmpty = ({ batches, waiting, problems }: OutboxState): boolean =>
  batches.length + waiting.length + problems.length === 0

/** Each deed after all that were there. */
export function noted(
  state: OutboxState,
  entries: readonly Entry[],
  isThere: (id: string) => boolean,
): OutboxState {
  const waiting = new Map(state.waiting.map((entry) => [entry.id, entry]))
  const sent = new Set(state.batches.flatMap((batch) => batch.entries.map(({ id }) => id)))
  for (const entry of entries) {
    const deed = combined(waiting.get(entry.id)?.deed, entry.deed, sent.has(entry.id) || isThere(entry.id))
    if (deed === null) waiting.delete(entry.id)
    else waiting.set(entry.id, { ...entry, deed: sent.has(entry.id) ? unversioned(deed) : deed })
  }
  return { ...state, waiting: [...waiting.values()] }
}

/** It follows one that is under way. */
const unversioned = (deed: Deed): Deed =>
  deed.kind === 'update' || deed.kind === 'delete' ? { ...deed, version: 0 } : deed

/** The next that wait become a batch, unless one is under way. */
export function begun(state: OutboxState, key: string): OutboxState {
  const [first] = state.waiting
  if (state.batches.length > 0 || first === undefined) return state
  const entries: Entry[] = []
  let positions = 0
  for (const entry of state.waiting) {
    if (entry.imageId !== first.imageId) continue
    positions += positionsOf(entry.deed)
    if (entries.length > 0 && (entries.length >= state.most || positions > mostPositions)) break
    entries.push(entry)
  }
  const going = new Set(entries)
  return {
    ...state,
    batches: [{ key, imageId: first.imageId, entries }],
    waiting: state.waiting.filter((entry) => !going.has(entry)),
  }
}

function positionsOf(deed: Deed): number {
  if (deed.kind === 'create') return countPositions(deed.content.geometry)
  return deed.kind === 'update' && deed.after.geometry ? countPositions(deed.after.geometry) : 1
}

/** The first batch is saved; what was done to the same annotations since, was done to these versions. */
export function acknowledged(state: OutboxState, results: readonly Annotation[]): OutboxState {
  const [batch, ...batches] = state.batches
  const versions = new Map(results.map(({ id, version }) => [id, version]))
  // What is changed after it was restored can only be sent now that its version is known.
  const rest = (batch?.entries ?? []).flatMap(({ deed, ...entry }): Entry[] => {
    const version = versions.get(entry.id)
    if (deed.kind !== 'restore' || version === undefined || Object.keys(deed.after).length === 0) return []
    return [{ ...entry, deed: { kind: 'update', before: {}, after: deed.after, version } }]
  })
  const later = state.waiting.map((entry): Entry => {
    const version = versions.get(entry.id)
    const { deed } = entry
    if (version === undefined || (deed.kind !== 'update' && deed.kind !== 'delete')) return entry
    return { ...entry, deed: { ...deed, version } }
  })
  return {
    ...state,
    batches,
    waiting: joined(rest, later),
    most: Math.min(2 * state.most, mostAtOnce),
  }
}

/** Nothing of the first batch was done, since somebody changed some of it; these are as they are now. */
export function foundStale(
  state: OutboxState,
  currents: readonly Annotation[],
  message: string,
): OutboxState {
  const [batch, ...batches] = state.batches
  const now = new Map(currents.map((current) => [current.id, current]))
  const left: Entry[] = []
  const problems: Problem[] = []
  for (const entry of batch?.entries ?? []) {
    const theirs = now.get(entry.id)
    if (theirs === undefined) left.push(entry)
    else settle(entry, theirs, message, left, problems)
  }
  return withProblems({ ...state, batches, waiting: joined(left, state.waiting) }, problems)
}

function settle(entry: Entry, theirs: Annotation, message: string, left: Entry[], problems: Problem[]): void {
  const isDeleted = theirs.deleted_at !== null
  const result = rebased(entry.deed, savedShape(theirs), isDeleted)
  if (result.kind === 'kept') left.push({ ...entry, deed: result.deed })
  if (result.kind === 'against')
    problems.push({ entry, theirs, reason: isDeleted ? 'gone' : 'changed', message })
}

/** Somebody else changed one that waits here, and this browser was told before it has sent anything. */
export function metTheirs(state: OutboxState, theirs: Annotation, message: string): OutboxState {
  const entry = state.waiting.find(({ id }) => id === theirs.id)
  const isFlying = state.batches.some(({ entries }) => entries.some(({ id }) => id === theirs.id))
  if (entry === undefined || isFlying) return state
  const { deed } = entry
  if ((deed.kind === 'update' || deed.kind === 'delete') && deed.version >= theirs.version) return state
  const left: Entry[] = []
  const problems: Problem[] = []
  settle(entry, theirs, message, left, problems)
  const waiting = state.waiting.flatMap((each) => (each === entry ? left : [each]))
  return withProblems({ ...state, waiting }, problems)
}

/** The first batch is refused for another reason: in smaller ones it turns out which of it is. */
export function refused(state: OutboxState, isGone: boolean, message: string): OutboxState {
  const [batch, ...batches] = state.batches
  const entries = batch?.entries ?? []
  const [only] = entries
  if (only === undefined) return { ...state, batches }
  if (entries.length > 1) {
    const most = Math.max(1, Math.floor(entries.length / 2))
    return { ...state, batches, waiting: joined(entries, state.waiting), most }
  }
  const problem: Problem = { entry: only, theirs: null, reason: isGone ? 'gone' : 'refused', message }
  return withProblems({ ...state, batches, most: mostAtOnce }, [problem])
}

/** What waits for the same annotation belongs to the problem: it was done to what could not be saved. */
function withProblems(state: OutboxState, problems: readonly Problem[]): OutboxState {
  if (problems.length === 0) return state
  const hit = new Set(problems.map(({ entry }) => entry.id))
  const later = new Map(state.waiting.filter(({ id }) => hit.has(id)).map((entry) => [entry.id, entry.deed]))
  const whole = problems.flatMap((problem) => {
    const next = later.get(problem.entry.id)
    const deed = next ? combined(problem.entry.deed, next, true) : problem.entry.deed
    return deed === null ? [] : [{ ...problem, entry: { ...problem.entry, deed } }]
  })
  return {
    ...state,
    waiting: state.waiting.filter(({ id }) => !hit.has(id)),
    problems: [...state.problems.filter(({ entry }) => !hit.has(entry.id)), ...whole],
  }
}

/** Somebody has decided: mine is done to what is there now, or is given up. */
export function decided(state: OutboxState, id: string, choice: 'mine' | 'theirs'): OutboxState {
  const problem = state.problems.find(({ entry }) => entry.id === id)
  if (problem === undefined) return state
  const problems = state.problems.filter((each) => each !== problem)
  if (choice === 'theirs') return { ...state, problems }
  const again = { ...problem.entry, deed: insisting(problem) }
  return { ...state, problems, waiting: joined(state.waiting, [again]) }
}

function insisting({ entry: { deed }, theirs }: Problem): Deed {
  if (theirs === null) return deed
  const { version, deleted_at } = theirs
  if (deed.kind === 'update' && deleted_at !== null)
    return { kind: 'restore', content: contentOf(savedShape(theirs)), after: deed.after }
  if (deed.kind === 'update') return { ...deed, before: contentOf(savedShape(theirs)), version }
  return deed.kind === 'delete' ? { ...deed, version } : deed
}

/** What another page of the same person has left behind comes first. */
export function adopted(state: OutboxState, left: OutboxState): OutboxState {
  return {
    ...state,
    batches: [...state.batches, ...left.batches],
    waiting: joined(left.waiting, state.waiting),
    problems: [...left.problems, ...state.problems],
  }
}

/** One list after another, each annotation once. */
function joined(first: readonly Entry[], then: readonly Entry[]): readonly Entry[] {
  const all = new Map(first.map((entry) => [entry.id, entry]))
  for (const entry of then) {
    const before = all.get(entry.id)
    const deed = before ? combined(before.deed, entry.deed, true) : entry.deed
    if (deed === null) all.delete(entry.id)
    else all.set(entry.id, { ...entry, deed })
  }
  return [...all.values()]
}
