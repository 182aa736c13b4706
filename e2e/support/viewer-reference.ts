import type { Pixels } from './viewer-pixels.ts'
import { type Place, placeAt, type Size, type View } from './viewer-view.ts'

/** A rectangle of whole pixels of a level. */
export interface Box extends Size {
  x: number
  y: number
}

/** Pixels of a file at one resolution, with any number of samples. */
export interface ReferenceLevel extends Size {
  read(box: Box): Promise<ArrayLike<number>>
}

/** An image as its file has it, read without the product. */
export interface Reference extends Size {
  /** Full resolution first. */
  levels: readonly ReferenceLevel[]
  samples: number
  /** What lies beside the image. */
  background: number
  /** Writes the colour for samples that begin there; of brightfield they are the colour. */
  shade(samples: ArrayLike<number>, at: number, into: Uint8Array, to: number): void
}

export interface Drawing {
  /** Each pixel of the screen has one pixel of the level; otherwise it has the mean of what it covers. */
  crisp: boolean
}

/** What a pane of that size must show. */
export async function drawReference(
  image: Reference,
  view: View,
  size: Size,
  { crisp }: Drawing,
): Promise<Pixels> {
  const level = levelFor(image, view.resolution)
  const scale = { x: image.width / level.width, y: image.height / level.height }
  const inLevel = (x: number, y: number) => {
    const place = placeAt(view, size, { x, y })
    return { x: place.x / scale.x, y: place.y / scale.y }
  }
  const box = boxAround(level, [
    inLevel(0, 0),
    inLevel(size.width, 0),
    inLevel(0, size.height),
    inLevel(size.width, size.height),
  ])
  const region = await level.read(box)
  const taps = crisp ? 1 : Math.max(1, Math.ceil(view.resolution / Math.max(scale.x, scale.y) - 0.5))
  const data = new Uint8Array(3 * size.width * size.height).fill(image.background)
  const mixed = new Float64Array(image.samples)
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      const middle = inLevel(x + 0.5, y + 0.5)
      if (middle.x < 0 || middle.y < 0 || middle.x >= level.width || middle.y >= level.height) continue
      mixed.fill(0)
      for (let tap = 0; tap < taps * taps; tap += 1) {
        const part = { x: ((tap % taps) + 0.5) / taps, y: (Math.floor(tap / taps) + 0.5) / taps }
        const place = taps === 1 ? middle : inLevel(x + part.x, y + part.y)
        addSamples(region, box, place, crisp, 1 / taps ** 2, mixed)
      }
      image.shade(mixed, 0, data, 3 * (y * size.width + x))
    }
  }
  return { ...size, data }
}

/** The coarsest level that has a pixel for each of the screen. */
export function levelFor<Level extends Size>(
  { width, levels }: Size & { levels: readonly Level[] },
  resolution: number,
): Level {
  const fine = levels.filter((level) => width / level.width <= resolution * 1.001)
  const found = fine.at(-1) ?? levels[0]
  if (!found) throw new Error('The image has no levels.')
  return found
}

function boxAround(level: Size, corners: readonly Place[]): Box {
  const spread = (values: number[], length: number) => {
    const from = Math.min(Math.max(Math.floor(Math.min(...values)) - 2, 0), length - 1)
    const to = Math.max(Math.min(Math.ceil(Math.max(...values)) + 2, length), from + 1)
    return [from, to - from] as const
  }
  const [x, width] = spread(
    corners.map((corner) => corner.x),
    level.width,
  )
  const [y, height] = spread(
    corners.map((corner) => corner.y),
    level.height,
  )
  return { x, y, width, height }
}

function addSamples(
  region: ArrayLike<number>,
  box: Box,
  place: Place,
  crisp: boolean,
  weight: number,
  into: Float64Array,
): void {
  const add = (column: number, row: number, share: number) => {
    const x = Math.min(Math.max(column - box.x, 0), box.width - 1)
    const y = Math.min(Math.max(row - box.y, 0), box.height - 1)
    const at = (y * box.width + x) * into.length
    for (let sample = 0; sample < into.length; sample += 1)
      into[sample] = (into[sample] ?? 0) + share * (region[at + sample] ?? 0)
  }
  if (crisp) {
    add(Math.floor(place.x), Math.floor(place.y), weight)
    return
  }
  const [left, top] = [Math.floor(place.x - 0.5), Math.floor(place.y - 0.5)]
  const [right, lower] = [place.x - 0.5 - left, place.y - 0.5 - top]
  add(left, top, weight * (1 - right) * (1 - lower))
  add(left + 1, top, weight * right * (1 - lower))
  add(left, top + 1, weight * (1 - right) * lower)
  add(left + 1, top + 1, weight * right * lower)
}
