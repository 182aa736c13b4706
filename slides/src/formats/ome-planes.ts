import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import { type OmeImage, omeStructure, type PlaneCounts } from './ome-xml.ts'

/** Blocks may name a plane again, as some writers do, but not without end. */
const maxAssignments = 100 * limits.directories

/** Which page holds a plane; undefined where the file has none for it. `c` counts pages, not samples. */
export type PageOfPlane = (c: number, z: number, t: number) => number | undefined

/**
 * Puts each plane of an image to its page.
 * @param samples samples of a pixel in one page, which are as many of SizeC
 * @param firstPage where the image's pages begin if nothing says so
 */
export function pagesOfPlanes(image: OmeImage, samples: number, firstPage: number): PageOfPlane {
  const size: PlaneCounts = { ...image.size, c: Math.ceil(image.size.c / samples) }
  const planes = size.c * size.z * size.t
  if (planes > limits.directories) {
    throw new SlideError('too_large', omeStructure, `has ${planes} planes, more than ${limits.directories}`)
  }
  const order = image.dimensionOrder.slice(2).toLowerCase().split('') as (keyof PlaneCounts)[]
  const strides = stridesOf(size, order)
  const position = (c: number, z: number, t: number) => c * strides.c + z * strides.z + t * strides.t

  const pages = new Int32Array(planes).fill(-1)
  const blocks =
    image.tiffData.length > 0 ? image.tiffData : [{ ifd: firstPage, first: { c: 0, z: 0, t: 0 } }]
  // FirstC counts samples in some files and pages in others; only samples can go beyond the number of pages.
  const countsSamples = samples > 1 && blocks.some(({ first }) => first.c >= size.c)
  let assigned = 0
  for (const { ifd, first, planeCount = planes } of blocks) {
    const c = countsSamples ? Math.floor(first.c / samples) : first.c
    if (c >= size.c || first.z >= size.z || first.t >= size.t) continue
    const start = position(c, first.z, first.t)
    const end = Math.min(planes, start + planeCount)
    assigned += end - start
    if (assigned > maxAssignments)
      throw new SlideError('too_large', omeStructure, 'names its planes too often')
    for (let plane = start; plane < end; plane += 1) pages[plane] = ifd + plane - start
  }
  return (c, z, t) => {
    const page = pages[position(c, z, t)] ?? -1
    return page < 0 ? undefined : page
  }
}

function stridesOf(size: PlaneCounts, order: readonly (keyof PlaneCounts)[]): PlaneCounts {
  const strides = { c: 1, z: 1, t: 1 }
  let stride = 1
  for (const dimension of order) {
    strides[dimension] = stride
    stride *= size[dimension]
  }
  return strides
}
