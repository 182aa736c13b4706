import { measureOf, type QcLimits, type QcMeasureKey, qcMeasureKeys } from '@cresyl/contract/qc/qc-measures'
import type { QcThresholds } from '@cresyl/contract/qc/qc-thresholds'
import { type GivenQcLimits, limitsOf } from '@cresyl/contract/qc/qc-verdict'

export type LimitField = keyof QcLimits
export const limitFields = ['warn', 'fail', 'tileWarn', 'tileFail'] as const satisfies readonly LimitField[]

/** What was typed for a measure; what is left out is as proposed, or as for all stains. '' is never. */
export type TypedLimits = Readonly<Partial<Record<LimitField, string>>>
export type TypedMeasures = Readonly<Partial<Record<QcMeasureKey, TypedLimits>>>

/** All limits as they are typed. */
export interface ThresholdsDraft {
  readonly common: TypedMeasures
  /** By the id of the stain. */
  readonly stains: Readonly<Record<string, TypedMeasures>>
}

/** Limits in a form. */
export interface LimitsEdit {
  readonly draft: ThresholdsDraft
  change(draft: ThresholdsDraft): void
}

/** Null: those for all stains. */
export type DraftScope = string | null

export function readThresholds({ common, stains }: QcThresholds): ThresholdsDraft {
  return {
    common: typedOf(common),
    stains: Object.fromEntries(Object.entries(stains).map(([id, measures]) => [id, typedOf(measures)])),
  }
}

function typedOf(measures: QcThresholds['common']): TypedMeasures {
  return Object.fromEntries(
    Object.entries(measures).map(([key, limits]) => [
      key,
      Object.fromEntries(
        Object.entries(limits).map(([field, value]) => [field, value === null ? '' : String(value)]),
      ),
    ]),
  )
}

export const typedIn = ({ common, stains }: ThresholdsDraft, scope: DraftScope): TypedMeasures =>
  scope === null ? common : (stains[scope] ?? {})

/** What counts where nothing is typed: the proposal; of a stain what is typed for all of them. */
export function inheritedLimits(draft: ThresholdsDraft, scope: DraftScope, key: QcMeasureKey): QcLimits {
  return scope === null ? measureOf(key).limits : limitsOf(key, storedMeasures(draft.common))
}

/** The fields that a measure has. */
export const fieldsOf = (key: QcMeasureKey): readonly LimitField[] =>
  limitFields.filter((field) => measureOf(key).limits[field] !== undefined)

/** `typed` null: as proposed, or as for all stains. */
export function withLimit(
  draft: ThresholdsDraft,
  scope: DraftScope,
  key: QcMeasureKey,
  change: Readonly<Partial<Record<LimitField, string | null>>>,
): ThresholdsDraft {
  const measures = typedIn(draft, scope)
  const changed = Object.entries({ ...measures[key], ...change }).filter((entry) => entry[1] !== null)
  const { [key]: _, ...others } = measures
  const next = changed.length === 0 ? others : { ...others, [key]: Object.fromEntries(changed) }
  if (scope === null) return { ...draft, common: next }
  return { ...draft, stains: { ...draft.stains, [scope]: next } }
}

export const resetMeasure = (draft: ThresholdsDraft, scope: DraftScope, key: QcMeasureKey): ThresholdsDraft =>
  withLimit(draft, scope, key, Object.fromEntries(limitFields.map((field) => [field, null])))

export const withStain = (draft: ThresholdsDraft, id: string): ThresholdsDraft => ({
  ...draft,
  stains: { ...draft.stains, [id]: draft.stains[id] ?? {} },
})

export function withoutStain({ common, stains }: ThresholdsDraft, id: string): ThresholdsDraft {
  const { [id]: _, ...others } = stains
  return { common, stains: others }
}

/** What to store: only what differs from what counts anyway. What is no number is left out. */
export function writeThresholds(draft: ThresholdsDraft): QcThresholds {
  const stains = Object.keys(draft.stains).map((id) => [id, differing(draft, id)] as const)
  return {
    common: differing(draft, null),
    stains: Object.fromEntries(stains.filter(([, measures]) => Object.keys(measures).length > 0)),
  }
}

function differing(draft: ThresholdsDraft, scope: DraftScope): QcThresholds['common'] {
  const stored = storedMeasures(typedIn(draft, scope))
  const kept = qcMeasureKeys.map((key) => {
    const inherited = inheritedLimits(draft, scope, key)
    const limits = limitFields
      .map((field) => [field, stored[key]?.[field]] as const)
      .filter(([field, value]) => value !== undefined && value !== inherited[field])
    return [key, Object.fromEntries(limits)] as const
  })
  return Object.fromEntries(kept.filter(([, limits]) => Object.keys(limits).length > 0))
}

function storedMeasures(measures: TypedMeasures): GivenQcLimits {
  return Object.fromEntries(
    Object.entries(measures).map(([key, typed]) => [
      key,
      Object.fromEntries(
        Object.entries(typed)
          .map(([field, text]) => [field, numberIn(text)] as const)
          .filter(([field, value]) => value !== undefined && (value !== null || !field.startsWith('tile'))),
      ),
    ]),
  )
}

/** Null for what is left empty, undefined for what is no number. */
export function numberIn(text: string): number | null | undefined {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  if (plain === '') return null
  const value = Number(plain)
  return Number.isFinite(value) ? value : undefined
}
