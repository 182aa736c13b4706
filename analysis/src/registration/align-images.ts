import { applyAffine, invert, type Point, scaling } from '@cresyl/contract/slides/affine'
import type { PointPair } from '@cresyl/contract/slides/point-pairs'
import type { SlideImage } from '@cresyl/slides'
import { scaleOf } from '../overview/scale.ts'
import { alignPictures, isFound, type NoAlignment } from './align-pictures.ts'
import { readDensity } from './read-density.ts'

export interface AlignedImage {
  readonly image: SlideImage
  /** What it is called in sentences. */
  readonly name: string
  /** Which plane of a focus stack. */
  readonly z: number
}

export interface AlignImagesOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: (done: number, total: number) => void
}

/** Places that were found in both images, in pixels of full resolution of each. */
export interface FoundPairs {
  readonly pairs: readonly PointPair[]
  /** Which part of the places that could be compared agree, 0..1. */
  readonly confidence: number
}

export interface NotAligned {
  readonly reason: NoAlignment['reason'] | 'no_scale'
  readonly sentence: string
}

const total = 100

/** Finds by the tissue how one image lies on another, in bounded time whatever their sizes. */
export async function alignImages(
  fixed: AlignedImage,
  moving: AlignedImage,
  { signal, onProgress = () => {} }: AlignImagesOptions = {},
): Promise<FoundPairs | NotAligned> {
  for (const { image, name } of [fixed, moving])
    if (!scaleOf(image).isKnown) return { reason: 'no_scale', sentence: noScale(name) }
  const still = await readDensity(fixed.image, { z: fixed.z, signal })
  onProgress(20, total)
  const other = await readDensity(moving.image, { z: moving.z, signal })
  onProgress(40, total)
  const found = alignPictures(still, other, {
    names: { fixed: fixed.name, moving: moving.name },
    onProgress: (done, of) => onProgress(40 + (60 * done) / of, total),
  })
  if (!isFound(found)) return found
  const [toFixed, toMoving] = [toPixels(fixed.image), toPixels(moving.image)]
  const pairs = found.matches.map((match) => ({
    moving: toMoving(match.moving),
    fixed: toFixed(match.fixed),
  }))
  return { pairs, confidence: found.confidence }
}

export const isFoundPairs = (result: FoundPairs | NotAligned): result is FoundPairs => 'pairs' in result

function toPixels(image: SlideImage): (point: Point) => Point {
  const { x, y } = scaleOf(image)
  const fromMicrometres = invert(scaling(x, y))
  return (point) => applyAffine(fromMicrometres, point)
}

const noScale = (name: string) =>
  `${name} does not state its pixel size, so its tissue cannot be compared. Mark points by hand.`
