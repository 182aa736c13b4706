import type { ImageSpace } from '@cresyl/contract/image-space'
import type { InferenceOutput } from '@cresyl/contract/inference-jobs'
import { bigint, doublePrecision, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** What came of a run: images of their own, files of detections, numbers. */
export const inferenceOutputs = pgTable(
  'inference_outputs',
  {
    organizationId: uuid('organization_id').notNull(),
    inferenceJobId: uuid('inference_job_id').notNull(),
    n: integer('n').notNull(),
    key: text('key').notNull(),
    kind: text('kind').$type<InferenceOutput['kind']>().notNull(),
    imageId: uuid('image_id'),
    /** Of a file of detections in storage. */
    path: text('path'),
    size: bigint('size', { mode: 'number' }),
    space: jsonb('space').$type<ImageSpace>(),
    counts: jsonb('counts').$type<number[]>(),
    value: doublePrecision('value'),
  },
  (table) => [primaryKey({ columns: [table.inferenceJobId, table.n] })],
)
