import { expect } from 'vitest'
import type { Slide, SlideImage } from '../../slide.ts'

/** Both give the same pixels of the same scan in the same bytes; the copy has neither label nor overview. */
export async function expectSameScan(
  before: Slide,
  after: Slide,
  mostTiles = Number.POSITIVE_INFINITY,
): Promise<void> {
  expect(after.vendor).toBe(before.vendor)
  expect(after.associated.filter(({ kind }) => kind !== 'thumbnail')).toEqual([])
  for (const [index, image] of after.images.entries()) {
    const original = before.images[index] as SlideImage
    expect(described(image)).toEqual(described(original))
    expect(await image.iccProfile()).toEqual(await original.iccProfile())
    await expectSameTiles(original, image, mostTiles)
  }
  const [thumbnail] = after.associated
  const shown = before.associated.find(({ kind }) => kind === 'thumbnail')
  if (thumbnail && shown) await expectSameTiles(shown.image, thumbnail.image, mostTiles)
}

function described({ width, height, mpp, objective, pixelType, bitDepth, ...image }: SlideImage) {
  const { samples, channels, sizeZ, sizeT, stepZ, stepT, levels } = image
  return {
    width,
    height,
    mpp,
    objective,
    pixelType,
    bitDepth,
    samples,
    channels,
    sizeZ,
    sizeT,
    stepZ,
    stepT,
    levels,
  }
}

async function expectSameTiles(before: SlideImage, after: SlideImage, most: number): Promise<void> {
  let left = most
  for (const { level, x, y, plane } of placesIn(before)) {
    if (left-- <= 0) return
    expect(await after.encodedTile(level, x, y, plane)).toEqual(await before.encodedTile(level, x, y, plane))
    const [tile, original] = [
      await after.rawTile(level, x, y, plane),
      await before.rawTile(level, x, y, plane),
    ]
    // Comparing the arrays element by element takes long.
    expect(Buffer.compare(bytesOf(tile.data), bytesOf(original.data)), `level ${level} tile ${x},${y}`).toBe(
      0,
    )
  }
}

const bytesOf = (data: ArrayBufferView) => Buffer.from(data.buffer, data.byteOffset, data.byteLength)

/** The last level first, so that a bounded comparison sees all of them. */
function* placesIn({ levels, channels, sizeZ, sizeT }: SlideImage) {
  for (const [level, { width, height, tileWidth, tileHeight }] of [...levels.entries()].reverse()) {
    for (let y = 0; y * tileHeight < height; y++) {
      for (let x = 0; x * tileWidth < width; x++) {
        for (let t = 0; t < sizeT; t++) {
          for (let z = 0; z < sizeZ; z++) {
            for (const c of channels.keys()) yield { level, x, y, plane: { c, z, t } }
          }
        }
      }
    }
  }
}
