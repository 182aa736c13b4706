import { setImmediate } from 'node:timers/promises'
import { type AnnotationGeometry, boxOf } from '@cresyl/contract/annotations/annotation-geometry'
import { ApiError } from '@cresyl/contract/api/errors'
import { annotationLimits } from '@cresyl/contract/api/limits'
import { outputsOf } from '@cresyl/contract/predictors/predictor-manifest'
import { applyAffine, identity, invert } from '@cresyl/contract/slides/affine'
import { mapBox, transformBetween } from '@cresyl/contract/slides/image-space'
import type { Tx } from '../../platform/db/database.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { openStoredDetections } from '../../platform/storage/stored-detections.ts'
import { findImage } from '../images/queries.ts'
import { spaceOf } from '../images/scale.ts'
import { locateDetections } from '../inference/locate-detections.ts'
import { findInferenceJob } from '../inference/queries.ts'
import { type PlacedThing, placedThings, rounded } from '../result-files/placed-things.ts'
import { insideOf, refuseCounting } from './inside.ts'

export type LocatedThings = Awaited<ReturnType<typeof locateThings>>

/** Where detections of a run lie in storage, and how to get from them to pixels of an image. */
export async function locateThings(
  tx: Tx,
  { id, key, imageId }: { id: string; key: string; imageId?: string },
) {
  const { run, manifest } = await findInferenceJob(tx, id)
  const located = await locateDetections({ tx }, id, key)
  const output = outputsOf(manifest, 'detections').find((each) => each.key === key)
  if (output === undefined) throw new ApiError('not_found', { detail: 'This run has no such detections.' })
  const image = await findImage(tx, imageId ?? run.imageId, { labels: true })
  const toPixels =
    transformBetween(located.space, spaceOf(image)) ?? (image.id === run.imageId ? identity : undefined)
  return { run, manifest, located, output, toPixels }
}

/** What of a run's detections is near a geometry, and which of that lies in it. Refuses what would take too long. */
async function openWithin(
  storage: Storage,
  { located, toPixels = identity }: LocatedThings,
  within: AnnotationGeometry | undefined,
) {
  const detections = await openStoredDetections(storage, located)
  const box = within && boxOf(within)
  const inGrid =
    box &&
    mapBox(
      { x: box.minX, y: box.minY, width: box.maxX - box.minX, height: box.maxY - box.minY },
      invert(toPixels),
    )
  const { detections: most, comparisons } = annotationLimits.counting
  if (inGrid && detections.countNear(inGrid) > most) refuseCounting()
  const isInside = within ? insideOf(within, comparisons) : () => true
  return { detections, inGrid, isInside }
}

/**
 * What was found, or what of it lies in a geometry, tile by tile: by the place of each thing, in pixels of the image. In
 * between others are answered. Outside of transactions: nothing is held while storage is read.
 */
export async function* thingsWithin(
  storage: Storage,
  things: LocatedThings,
  within: AnnotationGeometry | undefined,
): AsyncGenerator<PlacedThing[]> {
  const { run, output, toPixels = identity } = things
  const { detections, inGrid, isInside } = await openWithin(storage, things, within)
  const source = {
    detections: { things: () => detections.things(inGrid) },
    name: run.id,
    output,
    toPixels,
    mpp: null,
  }
  for await (const found of placedThings(source)) {
    yield found.filter(({ at }) => isInside(at.x, at.y))
    await setImmediate()
  }
}

/** How many of these there are of each class, in the order of the output: outlines are left aside. */
export async function countWithin(
  storage: Storage,
  things: LocatedThings,
  within: AnnotationGeometry | undefined,
): Promise<number[]> {
  const { output, toPixels = identity } = things
  const { detections, inGrid, isInside } = await openWithin(storage, things, within)
  if (within === undefined) return output.classes.map((_, index) => detections.counts[index] ?? 0)
  const counts = output.classes.map(() => 0)
  for await (const { things: found } of detections.things(inGrid)) {
    for (let n = 0; n < found.count; n += 1) {
      const kind = found.classes[n] as number
      const at = applyAffine(toPixels, { x: found.x[n] as number, y: found.y[n] as number })
      // Rounded as where they are promoted: both find the same.
      if (kind < counts.length && isInside(rounded(at.x, 2), rounded(at.y, 2)))
        counts[kind] = (counts[kind] as number) + 1
    }
    await setImmediate()
  }
  return counts
}
