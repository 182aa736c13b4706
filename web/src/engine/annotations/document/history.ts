import type { Content, Patch } from '../content/shape.ts'
import { isMovedOnly } from '../geometry/transform.ts'

/** One thing that was done to one annotation, with what it takes to take it back. */
export type Change = (
  | { readonly kind: 'create' | 'delete' | 'restore'; readonly content: Content }
  | { readonly kind: 'update'; readonly before: Patch; readonly after: Patch }
) & {
  readonly id: string
  /** Of the annotation when it was done; 0 where the server had none. */
  readonly version: number
}

/** What the server made in one request of this person: they are taken back together, by when they were made. */
export interface Creation {
  readonly origin: 'imported' | 'promoted'
  readonly createdAt: string
  readonly count: number
  /** When they were taken back; absent while they are there. */
  readonly undoneAt?: string
}

/** What a person did at once, to one annotation or many. */
export type Act =
  | { readonly kind: 'changes'; readonly changes: readonly Change[] }
  | { readonly kind: 'creation'; readonly creation: Creation }

/** Acts that can be taken back and done again. */
export interface History {
  readonly past: readonly Act[]
  readonly future: readonly Act[]
}

export const noHistory: History = { past: [], future: [] }

/** Acts that are remembered. */
const mostActs = 200

export const withAct = ({ past }: History, act: Act): History => ({
  past: [...past, act].slice(-mostActs),
  future: [],
})

export const inverse = (changes: readonly Change[]): readonly Change[] => changes.map(inverted).toReversed()

function inverted(change: Change): Change {
  switch (change.kind) {
    case 'update':
      return { ...change, before: change.after, after: change.before }
    case 'delete':
      return { ...change, kind: 'restore' }
    case 'create':
    case 'restore':
      return { ...change, kind: 'delete' }
  }
}

/** What an act was, for whoever is told of it. */
export type ActName =
  | 'drawn'
  | 'deleted'
  | 'moved'
  | 'reshaped'
  | 'changed'
  | Creation['origin']
  | keyof Patch

export function nameOfChanges(changes: readonly Change[]): ActName {
  const kinds = new Set(changes.map(({ kind }) => kind))
  const [kind] = kinds
  if (kinds.size !== 1 || kind === undefined) return 'changed'
  if (kind !== 'update') return kind === 'delete' ? 'deleted' : 'drawn'
  const names = new Set(changes.map(nameOfUpdate))
  const [name] = names
  return names.size === 1 && name !== undefined ? name : 'changed'
}

function nameOfUpdate(change: Change): ActName {
  if (change.kind !== 'update') return 'changed'
  const { before, after } = change
  const fields = Object.keys(after) as (keyof Patch)[]
  if (fields.every((field) => field === 'geometry' || field === 'shape'))
    return before.geometry && after.geometry && isMovedOnly(before.geometry, after.geometry)
      ? 'moved'
      : 'reshaped'
  const [only, ...rest] = fields
  return only !== undefined && rest.length === 0 ? only : 'changed'
}
