import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DetectionsWriter, encodeChunkThings, type FoundThings } from '@cresyl/analysis'
import { cropped, sourceSpace, withPixels } from '@cresyl/contract/slides/image-space'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../platform/context.ts'
import {
  inferenceJobs,
  inferenceOutputs,
  predictors,
  predictorVersions,
} from '../../../platform/db/schema/index.ts'
import { newId } from '../../../platform/id.ts'
import type { ObjectKey } from '../../../platform/storage/storage.ts'
import { ensurePredictors } from '../../predictors/ensure-predictors.ts'
import { addImage } from '../../slides/test-support/add-slide.ts'
import type { InferenceJobRow } from '../view.ts'

interface Given extends Partial<Pick<InferenceJobRow, 'state' | 'createdBy' | 'createdAt'>> {
  /** Of the predictor. */
  key?: string
  /** What it found; nothing otherwise, of an output that no manifest has. */
  found?: { output: string; classes: string[]; things: FoundThings }
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

/** A run as a job leaves it: succeeded, with an image and detections, of which there are none unless they are given. */
export async function addRun(
  context: Parts,
  organizationId: string,
  slide: { id: string; imageId: string; fileId: string },
  { key = 'tissue-map', state = 'succeeded', createdBy = null, createdAt = new Date(), found }: Given = {},
): Promise<{ id: string; imageId: string }> {
  const predictor = await predictorId(context, organizationId, key)
  const id = newId()
  const path = `inference/${id}/${newId()}_1/cells.detections`
  const size = await storeThings(context, { organizationId, path }, found)
  const imageId = await context.database.asMember({ organizationId }, async (tx) => {
    const [current] = await tx
      .select()
      .from(predictorVersions)
      .where(and(eq(predictorVersions.predictorId, predictor)))
    if (!current) throw new Error('A predictor has a version')
    const isDone = state === 'succeeded'
    await tx.insert(inferenceJobs).values({
      id,
      organizationId,
      slideId: slide.id,
      imageId: slide.imageId,
      predictorId: predictor,
      state,
      predictorVersionId: current.id,
      params: {},
      channels: {},
      createdBy,
      createdAt,
      finishedAt: state === 'queued' || state === 'running' ? null : createdAt,
      provenance: isDone
        ? {
            file_id: slide.fileId,
            file_hash: null,
            program: 'Cresyl',
            machine: null,
            learned: {},
            mpp: 8,
            tiles_computed: 1,
            tiles_skipped: 0,
            override_reason: null,
          }
        : null,
    })
    const made = await addImage(tx, organizationId, 'output', {
      slideId: slide.id,
      path: `images/${newId()}/x`,
    })
    const mpp = { x: 0.25, y: 0.25 }
    const source = sourceSpace({ frame: slide.imageId, width: 1000, height: 800, mpp })
    // A part of the slide, at half its resolution.
    const space = withPixels(cropped(source, { x: 100, y: 200, width: 200, height: 160 }), 100, 80)
    const common = { organizationId, inferenceJobId: id, space }
    const counts = found ? countsOf(found) : [0]
    if (isDone)
      await tx.insert(inferenceOutputs).values([
        { ...common, n: 0, key: 'tissue', kind: 'mask', imageId: made },
        { ...common, n: 1, key: found?.output ?? 'cells', kind: 'detections', path, size, counts },
      ])
    return made
  })
  return { id, imageId }
}

const countsOf = ({ classes, things }: NonNullable<Given['found']>) =>
  classes.map((_, kind) => things.classes.filter((each) => each === kind).length)

async function storeThings({ storage }: Parts, key: ObjectKey, found: Given['found']): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'detections-'))
  try {
    const file = join(folder, 'file')
    const each = found && found.things.count > 0 ? found.things.measurements.length / found.things.count : 0
    const shape = {
      width: 100,
      height: 80,
      classes: found?.classes ?? ['cell'],
      measurements: Array.from({ length: each }, (_, n) => `measurement_${n}`),
    }
    const writer = await DetectionsWriter.create(file, shape)
    const tiles = found
      ? encodeChunkThings([found.things], found.classes.length, { x: 0, y: 0, ...shape })
      : []
    for (const tile of tiles) await writer.add(tile)
    await writer.finish()
    return (await storage.putFile(key, file)).size
  } finally {
    await rm(folder, { recursive: true })
  }
}
