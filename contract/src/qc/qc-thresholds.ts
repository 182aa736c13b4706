import { id } from '../api/fields.ts'
import { qcThresholdLimits, requestLimits } from '../api/limits.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { measureOf, type QcMeasureKey, qcMeasureKeys } from './qc-measures.ts'
import { type GivenQcLimits, limitsOf, qcVerdicts } from './qc-verdict.ts'

/** Those that are left out stay as they are elsewhere. */
const givenLimits = z.strictObject({
  warn: z.number().nullable().exactOptional(),
  fail: z.number().nullable().exactOptional(),
  tileWarn: z.number().exactOptional(),
  tileFail: z.number().exactOptional(),
})

const someLimits = z.partialRecord(z.enum(qcMeasureKeys), givenLimits)

/** Where an organisation judges otherwise than proposed, and otherwise for some stains. */
export const qcThresholds = z.strictObject({
  common: someLimits.default({}),
  /** By the id of the stain. */
  stains: z
    .record(id, someLimits)
    .refine(
      (stains) => Object.keys(stains).length <= qcThresholdLimits.stains,
      `At most ${qcThresholdLimits.stains} stains`,
    )
    .default({}),
})
export type QcThresholds = z.output<typeof qcThresholds>
export const noThresholds: QcThresholds = { common: {}, stains: {} }

export interface ThresholdFault {
  /** Null: of what holds for all stains. */
  stainerId: string | null
  key: QcMeasureKey
  limit: keyof typeof givenLimits.shape
  sentence: string
}

/** What has the right shape but makes no sense, in sentences for people. */
export function thresholdFaults({ common, stains }: QcThresholds): ThresholdFault[] {
  const sets = [
    [null, common, undefined] as const,
    ...Object.entries(stains).map(([id, own]) => [id, common, own] as const),
  ]
  return sets.flatMap(([stainerId, all, own]) =>
    qcMeasureKeys.flatMap((key) => faultsOf(key, all, own).map((fault) => ({ stainerId, key, ...fault }))),
  )
}

function faultsOf(key: QcMeasureKey, common: GivenQcLimits, ofStain?: GivenQcLimits) {
  const { worse, tiles, label } = measureOf(key)
  const { warn, fail, tileWarn, tileFail } = limitsOf(key, common, ofStain)
  const isWorse = (one: number, other: number, end: 'low' | 'high') =>
    end === 'high' ? one > other : one < other
  const faults: Pick<ThresholdFault, 'limit' | 'sentence'>[] = []
  if (warn !== null && fail !== null && isWorse(warn, fail, worse)) {
    faults.push({
      limit: 'warn',
      sentence: `${label}: the warning limit must be reached before the failure limit.`,
    })
  }
  if (tiles === undefined) {
    if (tileWarn !== undefined || tileFail !== undefined)
      faults.push({ limit: 'tileFail', sentence: `${label}: this is not measured by tiles.` })
  } else if (tileWarn !== undefined && tileFail !== undefined && isWorse(tileWarn, tileFail, tiles.worse)) {
    faults.push({ limit: 'tileWarn', sentence: `${label}: a tile must be doubtful before it is faulty.` })
  }
  return faults
}

export const qcPreview = z.object({
  /** Slides whose newest check was judged. */
  total: z.int(),
  /** How many would go from one verdict to another; those that stay are left out. */
  flips: z.array(z.object({ from: z.enum(qcVerdicts), to: z.enum(qcVerdicts), count: z.int() })),
})
export type QcPreview = z.infer<typeof qcPreview>

export const previewQcThresholds = route({
  method: 'POST',
  path: 'qc-jobs/thresholds/preview',
  summary: 'How many slides new thresholds would change',
  access: 'update:organization_settings',
  body: z.strictObject({ thresholds: qcThresholds, organization_id: id.optional() }),
  response: qcPreview,
  status: 200,
  audit: null,
  whenFull: true,
  bodyLimit: requestLimits.listBody,
})
