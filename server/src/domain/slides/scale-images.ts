import {
  type ImageSpace,
  mppOf,
  registered,
  sourceSpace,
  transformBetween,
} from '@cresyl/contract/slides/image-space'
import type { MadeScale } from '@cresyl/contract/slides/made-scale'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { images, inferenceJobs, inferenceOutputs, qcJobs } from '../../platform/db/schema/index.ts'
import { type Scale, scaleOf, spaceOf } from '../images/scale.ts'
import type { ImageRow } from '../images/view.ts'
import type { SlideRow } from './view.ts'

/**
 * Gives what was scanned of a slide the pixel size that the slide says. Other scans of its file have it too where the
 * file says the same of them as of the first; one of another resolution keeps its own.
 */
export async function scaleImages(tx: Tx, slide: SlideRow): Promise<void> {
  const scans = await tx
    .select()
    .from(images)
    .where(and(eq(images.slideId, slide.id), eq(images.kind, 'source')))
    .for('update')
  const first = scans.find(({ id }) => id === slide.sourceImageId)
  if (first === undefined) throw new Error('A slide has the image that it is of')
  for (const scan of scans) {
    const file = fileScale(scan)
    const given = isSameScale(file, fileScale(first)) ? slide.mpp : null
    await scaleImage(tx, scan, given === null ? file : shaped(given, file))
  }
}

/** Pixels that are no squares keep their shape: what is given is how wide they are. */
const shaped = (x: number, file: Scale): Scale => ({ x, y: file ? x * (file.y / file.x) : x })

/** What was made of the image stays where it lies on it, and remembers the scale that it was made with. */
async function scaleImage(tx: Tx, scan: ImageRow, scale: Scale): Promise<void> {
  if (isSameScale(scaleOf(scan), scale)) return
  const before = spaceOf(scan)
  const after = sourceSpace({ ...before, mpp: scale ?? undefined })
  const move = (space: ImageSpace): ImageSpace => {
    const toScan = transformBetween(space, before)
    return toScan ? registered(space, after, toScan) : space
  }
  const placed = await tx
    .select()
    .from(images)
    .where(
      and(eq(images.slideId, scan.slideId ?? ''), or(eq(images.id, scan.id), liesIn(images.space, scan))),
    )
    .for('update')
  for (const image of placed) {
    const space = image.id === scan.id ? after : move(spaceOf(image))
    const mpp = mppOf(space)
    await tx
      .update(images)
      .set({
        space,
        mppX: mpp?.x ?? null,
        mppY: mpp?.y ?? null,
        // What is being computed of it begins anew.
        updatedAt: sql`now()`,
        version: sql`${images.version} + 1`,
      })
      .where(eq(images.id, image.id))
    await rememberScale(tx, image, mpp ?? null)
  }
  await moveOutputs(tx, scan, move)
}

async function moveOutputs(tx: Tx, scan: ImageRow, move: (space: ImageSpace) => ImageSpace): Promise<void> {
  const outputs = await tx
    .select({ runId: inferenceOutputs.inferenceJobId, n: inferenceOutputs.n, space: inferenceOutputs.space })
    .from(inferenceOutputs)
    .innerJoin(inferenceJobs, eq(inferenceJobs.id, inferenceOutputs.inferenceJobId))
    .where(and(eq(inferenceJobs.slideId, scan.slideId ?? ''), liesIn(inferenceOutputs.space, scan)))
  for (const { runId, n, space } of outputs) {
    if (space === null) continue
    await tx
      .update(inferenceOutputs)
      .set({ space: move(space) })
      .where(and(eq(inferenceOutputs.inferenceJobId, runId), eq(inferenceOutputs.n, n)))
  }
}

/** In what was found or made of the image before; where it is given that scale again, there is nothing to remember. */
async function rememberScale(tx: Tx, image: ImageRow, after: Scale): Promise<void> {
  const runs = await tx
    .select({ id: inferenceJobs.id, said: inferenceJobs.mpp, madeScale: inferenceJobs.madeScale })
    .from(inferenceJobs)
    .where(and(eq(inferenceJobs.imageId, image.id), eq(inferenceJobs.state, 'succeeded')))
  const checks = await tx
    .select({ id: qcJobs.id, madeScale: qcJobs.madeScale })
    .from(qcJobs)
    .where(and(eq(qcJobs.imageId, image.id), inArray(qcJobs.state, ['passed', 'warned', 'failed'])))
  const own = scaleOf(image)
  const toRemember = (made: Scale, now: Scale): MadeScale | null =>
    isSameScale(made, now) ? null : { mpp_x: made?.x ?? null, mpp_y: made?.y ?? null }
  for (const { id, said, madeScale } of runs) {
    const byHand = pointOf({ mpp_x: said, mpp_y: said })
    const kept = toRemember(madeScale ? pointOf(madeScale) : (own ?? byHand), after ?? byHand)
    await tx.update(inferenceJobs).set({ madeScale: kept }).where(eq(inferenceJobs.id, id))
  }
  for (const { id, madeScale } of checks) {
    const kept = toRemember(madeScale ? pointOf(madeScale) : own, after)
    await tx.update(qcJobs).set({ madeScale: kept }).where(eq(qcJobs.id, id))
  }
}

const liesIn = (column: typeof images.space | typeof inferenceOutputs.space, { id }: ImageRow) =>
  sql`${column} ->> 'frame' = ${id}`

const pointOf = ({ mpp_x: mppX, mpp_y: mppY }: MadeScale): Scale => scaleOf({ mppX, mppY })
const fileScale = ({ fileMppX, fileMppY }: ImageRow): Scale => scaleOf({ mppX: fileMppX, mppY: fileMppY })

/** Beyond what rounding makes of it. */
function isSameScale(one: Scale, other: Scale): boolean {
  if (one === null || other === null) return one === other
  return Math.abs(one.x / other.x - 1) < 1e-9 && Math.abs(one.y / other.y - 1) < 1e-9
}
