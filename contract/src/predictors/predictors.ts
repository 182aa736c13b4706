import { id, person, time, version } from '../api/fields.ts'
import { listOf, paging } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { predictorManifest } from './predictor-manifest.ts'

/** By the manifest's keys. */
export const paramValues = z.record(
  z.string().max(40),
  z.union([z.number(), z.string().max(200), z.boolean()]),
)

/** A predictor as an organisation has it. */
export const predictor = z.object({
  id,
  /** Of the newest version. */
  manifest: predictorManifest,
  /** SHA-256 of what computes it: the same digest always computes the same. */
  digest: z.string(),
  /** Only those can be run. */
  enabled: z.boolean(),
  /** Who enabled or disabled it last; null as long as nobody has. */
  enabled_by: person.nullable(),
  enabled_at: time.nullable(),
  /** Runs by itself on every slide that it fits, once quality control lets that through. */
  automatic: z.boolean(),
  /** What the organisation prefers to what the manifest proposes. */
  preferred_params: paramValues,
  /** Every version that was there, newest first. */
  versions: z.array(z.object({ version: z.string(), digest: z.string(), since: time })),
  version,
})
export type Predictor = z.infer<typeof predictor>

const params = z.strictObject({ id })

export const listPredictors = route({
  method: 'GET',
  path: 'predictors',
  summary: 'Predictors of the organisation',
  access: 'read:predictors',
  query: z.strictObject({ ...paging, enabled: z.boolean().optional() }),
  response: listOf(predictor),
  status: 200,
})

export const readPredictor = route({
  method: 'GET',
  path: 'predictors/{id}',
  summary: 'One predictor',
  access: 'read:predictors',
  params,
  response: predictor,
  status: 200,
})

const examplePicture = z.object({
  label: z.string(),
  /** A data address. */
  picture: z.string(),
})

/** What a predictor makes of tissue that Cresyl paints, with the settings that its manifest proposes. */
export const predictorExample = z.object({
  before: examplePicture,
  /** One for each of its outputs that can be seen, or for each channel of one. */
  after: z.array(examplePicture),
  width: z.int(),
  height: z.int(),
  /** µm of a pixel. */
  mpp: z.number(),
  /** Of what is seen, by the manifest's keys; null where there was nothing to tell it from. */
  scores: z.record(z.string(), z.number().nullable()),
})
export type PredictorExample = z.infer<typeof predictorExample>

export const readPredictorExample = route({
  method: 'GET',
  path: 'predictors/{id}/example',
  summary: 'Example pictures of a predictor: a piece of tissue before and after',
  access: 'read:predictors',
  params,
  response: predictorExample,
  status: 200,
})

export const updatePredictor = route({
  method: 'PATCH',
  path: 'predictors/{id}',
  summary: 'Enable or disable a predictor, run it automatically, or change its default settings',
  access: 'update:predictors',
  params,
  body: z.strictObject({
    enabled: z.boolean().optional(),
    automatic: z.boolean().optional(),
    preferred_params: paramValues.optional(),
    organization_id: id.optional(),
    version: version.optional(),
  }),
  response: predictor,
  status: 200,
  errors: ['stale_version'],
  audit: 'predictor.updated',
})
