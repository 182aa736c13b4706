import { SlideError } from '../../errors.ts'
import { openSlide } from '../../open.ts'
import { renderThumbnail } from '../../render/thumbnail.ts'
import type { Level, Plane, Slide, SlideImage } from '../../slide.ts'
import type { Source } from '../../source/source.ts'
import { checkEncodedTile, checkErrorText, checkImage, checkMetadata, checkTile } from './check-slide.ts'

/** What became of a slide: what was read of it, and the errors that something ended with. */
export interface Exercise {
  readonly vendor?: Slide['vendor'] | undefined
  readonly images: number
  readonly associated: number
  /** Tiles that were read, encoded or raw, and thumbnails. */
  readonly read: number
  readonly errors: readonly SlideError[]
  /** What the slide says of itself. */
  readonly warnings: readonly string[]
}

const mostImages = 4
const mostLevels = 4
const mostPlanes = 4
/** A thumbnail of a slide that says it has a million tiles is given up. */
const mostThumbnailTiles = 24
const thumbnailSide = 200

/**
 * Asks of a slide what a server asks: its description, tiles of every kind, the colour profile, a thumbnail; so much of
 * it that the work is bounded. SlideErrors are collected; anything else, or an answer that makes no sense, is thrown.
 */
export async function exerciseSlide(source: Source | string): Promise<Exercise> {
  const errors: SlideError[] = []
  let read = 0
  const attempt = async <Value>(work: () => Promise<Value>): Promise<Value | undefined> => {
    try {
      const value = await work()
      read += 1
      return value
    } catch (error) {
      if (!(error instanceof SlideError)) throw error
      checkErrorText(error)
      errors.push(error)
      return undefined
    }
  }
  const slide = await attempt(() => openSlide(source))
  if (!slide) return { images: 0, associated: 0, read: 0, errors, warnings: [] }
  read = 0
  const { vendor, images, associated, metadata } = slide
  checkMetadata(metadata)
  for (const warning of slide.warnings ?? []) checkErrorText(warning)
  const warnings = (slide.warnings ?? []).map(({ message }) => message)
  try {
    for (const image of [
      ...some(images, mostImages),
      ...some(associated, mostImages).map(({ image }) => image),
    ]) {
      checkImage(image)
      await attempt(() => image.iccProfile())
      for (const plane of somePlanes(image)) await exerciseTiles(image, plane, attempt)
      await attempt(() => exerciseThumbnail(image))
    }
  } finally {
    await slide.close()
  }
  return { vendor, images: images.length, associated: associated.length, read, errors, warnings }
}

type Attempt = <Value>(work: () => Promise<Value>) => Promise<Value | undefined>

async function exerciseTiles(image: SlideImage, plane: Plane, attempt: Attempt): Promise<void> {
  for (const level of some([...image.levels.keys()], mostLevels)) {
    for (const [x, y] of someTiles(image.levels[level] as Level)) {
      await attempt(async () => checkEncodedTile(await image.encodedTile(level, x, y, plane)))
      await attempt(async () => checkTile(image, level, x, y, await image.rawTile(level, x, y, plane)))
    }
  }
}

async function exerciseThumbnail(image: SlideImage): Promise<void> {
  const controller = new AbortController()
  let tiles = 0
  const progress = () => {
    tiles += 1
    if (tiles >= mostThumbnailTiles) controller.abort(controller)
  }
  try {
    await renderThumbnail(image, thumbnailSide, { progress, icc: true }, controller.signal)
  } catch (error) {
    if (error !== controller) throw error
  }
}

/** The first, the last, and some between them. */
function some<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items]
  return Array.from({ length: most }, (_, index) => {
    const at = Math.round((index * (items.length - 1)) / (most - 1))
    return items[at] as Item
  })
}

function someTiles({ width, height, tileWidth, tileHeight }: Level): [number, number][] {
  const right = Math.ceil(width / tileWidth) - 1
  const bottom = Math.ceil(height / tileHeight) - 1
  const tiles: [number, number][] = [
    [0, 0],
    [right >> 1, bottom >> 1],
    [right, bottom],
  ]
  return tiles.filter(([x, y], index) => tiles.findIndex(([atX, atY]) => atX === x && atY === y) === index)
}

/** By number among all planes, so that a slide with a million of them costs no more. */
function somePlanes({ channels, sizeZ, sizeT }: SlideImage): Plane[] {
  const count = channels.length * sizeZ * sizeT
  const numbers = [0, Math.floor(count / 3), Math.floor((2 * count) / 3), count - 1].slice(0, mostPlanes)
  return [...new Set(numbers)].map((number) => ({
    c: number % channels.length,
    z: Math.floor(number / channels.length) % sizeZ,
    t: Math.floor(number / channels.length / sizeZ),
  }))
}
