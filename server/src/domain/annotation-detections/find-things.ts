import { setImmediate } from 'node:timers/promises'
import { identity, invert } from '@cresyl/contract/affine'
import { type AnnotationGeometry, boxOf } from '@cresyl/contract/annotation-geometry'
import { ApiError } from '@cresyl/contract/errors'
import { mapBox, transformBetween } from '@cresyl/contract/image-space'
import { outputsOf } from '@cresyl/contract/predictor-manifest'
import type { Tx } from '../../platform/db/database.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { openStoredDetections } from '../../platform/storage/stored-detections.ts'
import { findImage } from '../images/queries.ts'
import { locateDetections } from '../inference/locate-detections.ts'
import { findInferenceJob } from '../inference/queries.ts'
import { spaceOf } from '../result-files/find-result-text.ts'
import { type PlacedThing, placedThings } from '../result-files/placed-things.ts'
import { insideOf } from './inside.ts'

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

/**
 * What was found, or what of it lies in a geometry, tile by tile: by the place of each thing, in pixels of the image. In
 * between others are answered. Outside of transactions: nothing is held while storage is read.
 */
export async function* thingsWithin(
  storage: Storage,
  { run, located, output, toPixels = identity }: LocatedThings,
  within: AnnotationGeometry | undefined,
): AsyncGenerator<PlacedThing[]> {
  const detections = await openStoredDetections(storage, located)
  const box = within && boxOf(within)
  const inGrid =
    box &&
    mapBox(
      { x: box.minX, y: box.minY, width: box.maxX - box.minX, height: box.maxY - box.minY },
      invert(toPixels),
    )
  const source = {
    detections: { things: () => detections.things(inGrid) },
    name: run.id,
    output,
    toPixels,
    mpp: null,
  }
  const isInside = within ? insideOf(within) : () => true
  for await (const things of placedThings(source)) {
    yield things.filter(({ at }) => isInside(at.x, at.y))
    await setImmediate()
  }
}
