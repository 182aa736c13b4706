import type { Content, Patch } from '../content/shape.ts'

/** One thing that was done to one annotation, with what it takes to take it back. */
export type Change =
  | { readonly kind: 'create'; readonly id: string; readonly content: Content }
  | { readonly kind: 'update'; readonly id: string; readonly before: Patch; readonly after: Patch }
  | { readonly kind: 'delete'; readonly id: string; readonly content: Content }
  | { readonly kind: 'restore'; readonly id: string; readonly content: Content }

/** What a person did at once, to one annotation or many. */
export type Act = readonly Change[]

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

export const inverse = (act: Act): Act => act.map(inverted).toReversed()

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
