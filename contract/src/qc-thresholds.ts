import { id } from './fields.ts'
import { qcLimits } from './qc-jobs.ts'
import { qcMeasureKeys } from './qc-measures.ts'
import { qcVerdicts } from './qc-verdict.ts'
import { route } from './route.ts'
import { z } from './zod.ts'

const someLimits = z.partialRecord(z.enum(qcMeasureKeys), qcLimits.partial())

/** Where an organisation judges otherwise than proposed, and otherwise for some stains. */
export const qcThresholds = z.strictObject({
  common: someLimits.default({}),
  /** By the id of the stain. */
  stains: z.record(id, someLimits).default({}),
})
export type QcThresholds = z.output<typeof qcThresholds>
export const noThresholds: QcThresholds = { common: {}, stains: {} }

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
  summary: 'How many slides other thresholds would judge otherwise',
  access: 'update:organization_settings',
  body: z.strictObject({ thresholds: qcThresholds, organization_id: id.optional() }),
  response: qcPreview,
  status: 200,
  audit: null,
})
