import { openSlide } from '../../open.ts'
import { newPixels, type PixelData, type PixelTile } from '../../pixels.ts'
import type { Plane, Slide, SlideImage } from '../../slide.ts'
import { memorySource } from '../../source/memory-source.ts'
import type { Source } from '../../source/source.ts'
import { fieldTypes, tags } from '../../tiff/tags.ts'
import { makeTiff } from '../../tiff/test-support/make-tiff.ts'
import type { TestField, TestPage, TestTiff } from '../../tiff/test-support/test-page.ts'

export const openBytes = (bytes: Uint8Array): Promise<Slide> => openSlide(memorySource(bytes))

export const openMade = async (pages: readonly TestPage[], file: Partial<TestTiff> = {}): Promise<Slide> =>
  openBytes(await makeTiff({ ...file, pages }))

/** Opens a path or a source; tests of formats go the way that callers go. */
export const openAny = (source: Source | string): Promise<Slide> => openSlide(source)

/** A page all of whose samples have one value, by which it is known again. */
export function plainPage(
  width: number,
  height: number,
  value: number,
  { samples = 1, ...page }: Partial<TestPage> = {},
): TestPage {
  return { ...page, width, height, samples, pixels: new Float64Array(width * height * samples).fill(value) }
}

export const description = (text: string): TestField => ({
  tag: tags.imageDescription,
  type: fieldTypes.ascii,
  values: text,
})

export const textTag = (tag: number, values: string): TestField => ({ tag, type: fieldTypes.ascii, values })

export const shortTag = (tag: number, ...values: number[]): TestField => ({
  tag,
  type: fieldTypes.short,
  values,
})

/** Pixels per unit: 2 an inch, 3 a centimetre. */
export const resolution = (value: number, unit: number): TestField[] => [
  { tag: tags.xResolution, type: fieldTypes.rational, values: [value] },
  { tag: tags.yResolution, type: fieldTypes.rational, values: [value] },
  shortTag(tags.resolutionUnit, unit),
]

/** The value that a plane of plain pages has, read from its last tile. */
export async function valueIn(image: SlideImage, level = 0, plane: Plane = {}): Promise<number | undefined> {
  const { width, height, tileWidth, tileHeight } = levelOf(image, level)
  const x = Math.ceil(width / tileWidth) - 1
  const y = Math.ceil(height / tileHeight) - 1
  const tile = await image.rawTile(level, x, y, plane)
  return tile.data.at(-1)
}

/** A level's pixels, put together from its tiles; where an area is given, those outside it may stay 0. */
export async function readLevel(
  image: SlideImage,
  level = 0,
  plane: Plane = {},
  area?: { x: number; y: number; width: number; height: number },
): Promise<PixelTile> {
  const { width, height, tileWidth, tileHeight } = levelOf(image, level)
  const { samples, pixelType } = image
  const data: PixelData = newPixels(pixelType, width * height * samples)
  const right = area ? Math.min(width, area.x + area.width) : width
  const bottom = area ? Math.min(height, area.y + area.height) : height
  for (let y = Math.floor((area?.y ?? 0) / tileHeight); y * tileHeight < bottom; y += 1) {
    for (let x = Math.floor((area?.x ?? 0) / tileWidth); x * tileWidth < right; x += 1) {
      const tile = await image.rawTile(level, x, y, plane)
      for (let row = 0; row < tile.height; row += 1) {
        const from = row * tile.width * samples
        const to = ((y * tileHeight + row) * width + x * tileWidth) * samples
        data.set(tile.data.subarray(from, from + tile.width * samples), to)
      }
    }
  }
  return { width, height, samples, pixelType, data }
}

function levelOf(image: SlideImage, level: number) {
  const found = image.levels[level]
  if (!found) throw new Error(`no level ${level}`)
  return found
}

export const sizes = ({ levels }: SlideImage): string[] =>
  levels.map(({ width, height }) => `${width}×${height}`)
