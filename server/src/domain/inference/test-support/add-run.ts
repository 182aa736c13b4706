import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DetectionsWriter } from '@cresyl/analysis'
import { sourceSpace } from '@cresyl/contract/image-space'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../platform/context.ts'
import {
  inferenceJobs,
  inferenceOutputs,
  predictors,
  predictorVersions,
} from '../../../platform/db/schema/index.ts'
import { newId } from '../../../platform/id.ts'
import { ensurePredictors } from '../../predictors/ensure-predictors.ts'
import { addImage } from '../../slides/test-support/add-slide.ts'
import type { InferenceJobRow } from '../view.ts'

interface Given extends Partial<Pick<InferenceJobRow, 'state' | 'createdBy' | 'createdAt'>> {
  /** Of the predictor. */
  key?: string
}

type Parts = Pick<Context, 'database' | 'storage'>

/** The predictor of an organisation, by its key. */
export async function predictorId({ database }: Parts, organizationId: string, key: string): Promise<string> {
  return database.asMember({ organizationId }, async (tx) => {
    await ensurePredictors(tx, organizationId)
    const [found] = await tx.select().from(predictors).where(eq(predictors.key, key))
    if (!found) throw new Error(`No predictor ${key}`)
    return found.id
  })
}

/** A run as a job leaves it: succeeded, with an image and detections of which there are none. */
export async function addRun(
  context: Parts,
  organizationId: string,
  slide: { id: string; imageId: string; fileId: string },
  { key = 'tissue-map', state = 'succeeded', createdBy = null, createdAt = new Date() }: Given = {},
): Promise<{ id: string; imageId: string }> {
  const predictor = await predictorId(context, organizationId, key)
  const id = newId()
  const path = `inference/${id}/${newId()}_1/cells.detections`
  const size = await storeNothing(context, organizationId, path)
  const imageId = await context.database.asMember({ organizationId }, async (tx) => {
    const [current] = await tx
      .select()
      .from(predictorVersions)
      .where(and(eq(predictorVersions.predictorId, predictor)))
    if (!current) throw new Error('A predictor has a version')
    const isDone = state === 'succeeded'
    await tx.insert(inferenceJobs).values({
      ...{ id, organizationId, slideId: slide.id, imageId: slide.imageId, predictorId: predictor, state },
      ...{ predictorVersionId: current.id, params: {}, channels: {}, createdBy, createdAt },
      finishedAt: state === 'queued' || state === 'running' ? null : createdAt,
      provenance: isDone
        ? {
            ...{
              file_id: slide.fileId,
              file_hash: null,
              program: 'Cresyl',
              machine: null,
              learned: {},
              mpp: 8,
            },
            ...{ tiles_computed: 1, tiles_skipped: 0, override_reason: null },
          }
        : null,
    })
    const made = await addImage(tx, organizationId, 'output', {
      slideId: slide.id,
      path: `images/${newId()}/x`,
    })
    const space = sourceSpace({ frame: slide.imageId, width: 100, height: 80 })
    const common = { organizationId, inferenceJobId: id, space }
    if (isDone)
      await tx.insert(inferenceOutputs).values([
        { ...common, n: 0, key: 'tissue', kind: 'mask', imageId: made },
        { ...common, n: 1, key: 'cells', kind: 'detections', path, size, counts: [0] },
      ])
    return made
  })
  return { id, imageId }
}

async function storeNothing({ storage }: Parts, organizationId: string, path: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'detections-'))
  try {
    const file = join(folder, 'file')
    const shape = { width: 100, height: 80, classes: ['cell'], measurements: [] }
    await (await DetectionsWriter.create(file, shape)).finish()
    return (await storage.putFile({ organizationId, path }, file)).size
  } finally {
    await rm(folder, { recursive: true })
  }
}
