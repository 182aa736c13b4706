import type { Point } from '@cresyl/contract/slides/affine'
import type { PointPair } from '@cresyl/contract/slides/point-pairs'

/** The slide that stays as it is, or the one that is laid on it. */
export type AlignSide = 'fixed' | 'moving'

/** A place of the tissue that is marked in one slide, and in the other as soon as somebody has found it there. */
export interface AlignRow {
  readonly fixed: Point | null
  readonly moving: Point | null
}

/** Points that are being marked to align two slides; their numbers are their places in the list. */
export interface AlignDraft {
  readonly rows: readonly AlignRow[]
  readonly mirrored: boolean
}

export const emptyDraft: AlignDraft = { rows: [], mirrored: false }

export const draftOf = (pairs: readonly PointPair[], mirrored: boolean): AlignDraft => ({
  rows: pairs,
  mirrored,
})

/** Completes the first row that waits for this side, or begins another. */
export function addPoint(draft: AlignDraft, side: AlignSide, point: Point): AlignDraft {
  const at = draft.rows.findIndex(({ [side]: marked }) => marked === null)
  if (at >= 0) return movePoint(draft, at, side, point)
  const row: AlignRow = { fixed: null, moving: null, [side]: point }
  return { ...draft, rows: [...draft.rows, row] }
}

export function movePoint(draft: AlignDraft, at: number, side: AlignSide, point: Point): AlignDraft {
  const row = draft.rows[at]
  return row ? { ...draft, rows: draft.rows.with(at, { ...row, [side]: point }) } : draft
}

export const removeRow = (draft: AlignDraft, at: number): AlignDraft => ({
  ...draft,
  rows: draft.rows.toSpliced(at, 1),
})

/** Those that are marked in both. */
export const pairsOf = ({ rows }: AlignDraft): PointPair[] =>
  rows.flatMap(({ fixed, moving }) => (fixed && moving ? [{ fixed, moving }] : []))

/** Where the next point belongs: where one is missing, or where the last pair began. */
export function nextSide({ rows }: AlignDraft): AlignSide {
  return rows.some(({ fixed, moving }) => fixed !== null && moving === null) ? 'moving' : 'fixed'
}
