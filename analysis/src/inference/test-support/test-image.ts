import type { SlideImage } from '@cresyl/slides'
import { memoryImage } from '../../test-support/memory-image.ts'

/** A dark image with a bright point here and there, the same for the same size. */
export function dottedImage(width: number, height: number, options: { mpp?: number } = {}): SlideImage {
  const { mpp = 0.5 } = options
  const plane = new Uint8Array(width * height)
  let state = 12345
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return state / 2 ** 32
  }
  for (let at = 0; at < plane.length; at += 1) plane[at] = 10 + Math.floor(30 * next())
  for (let n = 0; n < plane.length / 400; n += 1)
    plane[Math.floor(next() * plane.length)] = 201 + Math.floor(54 * next())
  return memoryImage({
    width,
    height,
    planes: [plane],
    samples: 1,
    mpp: { x: mpp, y: mpp },
    factors: [1],
    tileSide: 256,
    channels: [{ name: 'DAPI' }],
  })
}

/** All of an image's plane at full resolution. */
export async function readAll(image: SlideImage, c = 0): Promise<Uint8Array> {
  const { width, height } = image
  const { tileWidth = 0, tileHeight = 0 } = image.levels[0] ?? {}
  const all = new Uint8Array(width * height)
  for (let row = 0; row * tileHeight < height; row += 1) {
    for (let column = 0; column * tileWidth < width; column += 1) {
      const tile = await image.rawTile(0, column, row, { c })
      for (let y = 0; y < tile.height; y += 1) {
        const line = tile.data.slice(y * tile.width, (y + 1) * tile.width) as Uint8Array
        all.set(line, (row * tileHeight + y) * width + column * tileWidth)
      }
    }
  }
  return all
}
