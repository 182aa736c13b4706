import type { OrganizationSettings } from '@cresyl/contract/people/organizations'
import { type QcMeasureKey, qcMeasureKeys } from '@cresyl/contract/qc/qc-measures'
import type { Merged } from '../../../ui/edit-form/merge-drafts.ts'
import type { EditForm } from '../../../ui/edit-form/use-edit-form.ts'
import { hasFaults } from './check-draft.ts'
import {
  type DraftScope,
  type LimitField,
  limitFields,
  numberIn,
  readThresholds,
  type ThresholdsDraft,
  typedIn,
  withLimit,
  writeThresholds,
} from './thresholds-draft.ts'
import { words } from './words.ts'

/** What an administrator sets for quality control, as it is typed. */
interface QualityDraft {
  qc_automatic: boolean
  qc_thresholds: ThresholdsDraft
}

export type QualityForm = EditForm<QualityDraft, LimitPlace>

export const readQuality = ({ qc_automatic, qc_thresholds }: OrganizationSettings): QualityDraft => ({
  qc_automatic,
  qc_thresholds: readThresholds(qc_thresholds),
})

/** Stains in one order, whichever they were added in. */
export function writeQuality({ qc_automatic, qc_thresholds }: QualityDraft) {
  const { common, stains } = writeThresholds(qc_thresholds)
  const sorted = Object.entries(stains).toSorted(([a], [b]) => a.localeCompare(b))
  return { qc_automatic, qc_thresholds: { common, stains: Object.fromEntries(sorted) } }
}

export const checkQuality = ({ qc_thresholds }: QualityDraft) =>
  hasFaults(qc_thresholds) ? { qc_thresholds: words.faults.some } : {}

export function mergeQuality({
  base,
  mine,
  theirs,
}: Record<'base' | 'mine' | 'theirs', QualityDraft>): Merged<QualityDraft, LimitPlace> {
  const { draft, conflicts } = mergeLimits(base.qc_thresholds, mine.qc_thresholds, theirs.qc_thresholds)
  const { qc_automatic } = mine.qc_automatic === base.qc_automatic ? theirs : mine
  return { draft: { qc_automatic, qc_thresholds: draft }, conflicts }
}

/** One limit of one measure, for all stains or for one. */
export interface LimitPlace {
  readonly scope: DraftScope
  readonly key: QcMeasureKey
  readonly field: LimitField
}

/** As `mergeDrafts` of forms does with fields, limit by limit. */
export function mergeLimits(
  base: ThresholdsDraft,
  mine: ThresholdsDraft,
  theirs: ThresholdsDraft,
): Merged<ThresholdsDraft, LimitPlace> {
  const typed = changedPlaces(base, mine)
  const start = { ...theirs, stains: { ...emptied(mine), ...theirs.stains } }
  return {
    draft: typed.reduce((draft, place) => withTextAt(draft, place, textAt(mine, place)), start),
    conflicts: typed.filter((place) => !isSameAt(place, base, theirs) && !isSameAt(place, mine, theirs)),
  }
}

/** Limits that differ between the two. */
export function changedPlaces(one: ThresholdsDraft, other: ThresholdsDraft): LimitPlace[] {
  const scopes: DraftScope[] = [null, ...new Set([...Object.keys(one.stains), ...Object.keys(other.stains)])]
  return scopes
    .flatMap((scope) => qcMeasureKeys.flatMap((key) => limitFields.map((field) => ({ scope, key, field }))))
    .filter((place) => !isSameAt(place, one, other))
}

export const textAt = (draft: ThresholdsDraft, { scope, key, field }: LimitPlace): string | null =>
  typedIn(draft, scope)[key]?.[field] ?? null

/** Null: as proposed, or as for all stains. */
export const withTextAt = (draft: ThresholdsDraft, place: LimitPlace, text: string | null): ThresholdsDraft =>
  withLimit(draft, place.scope, place.key, { [place.field]: text })

/** "5" and "5.0" are the same; what is no number is as it was typed. */
export function isSameAt(place: LimitPlace, one: ThresholdsDraft, other: ThresholdsDraft): boolean {
  const [first, second] = [textAt(one, place), textAt(other, place)]
  if (first === null || second === null) return first === second
  const [left, right] = [numberIn(first), numberIn(second)]
  return left === undefined || right === undefined ? first === second : left === right
}

/** Stains that have a place in the form, though nothing is typed for them yet. */
const emptied = ({ stains }: ThresholdsDraft): ThresholdsDraft['stains'] =>
  Object.fromEntries(Object.keys(stains).map((id) => [id, {}]))
