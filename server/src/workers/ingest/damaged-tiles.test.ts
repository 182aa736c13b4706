import { type PixelTile, SlideError, type SlideErrorCode, type SlideImage } from '@cresyl/slides'
import { expect, test } from 'vitest'
import { tolerateDamage } from './damaged-tiles.ts'

/** Four tiles of 8 pixels a side, the last of them narrower; those named are damaged. */
function imageWith(damaged: readonly number[], code: SlideErrorCode = 'malformed'): SlideImage {
  return {
    width: 30,
    height: 8,
    pixelType: 'u8',
    bitDepth: 8,
    samples: 3,
    sizeZ: 1,
    sizeT: 1,
    channels: [{}],
    levels: [{ width: 30, height: 8, tileWidth: 8, tileHeight: 8, downsample: 1 }],
    iccProfile: async () => null,
    encodedTile: async () => null,
    rawTile: async (_level, x) => {
      if (damaged.includes(x)) throw new SlideError(code, `tile ${x}`, 'is damaged')
      return tileOf(x === 3 ? 6 : 8, 7)
    },
  }
}

const tileOf = (width: number, value: number): PixelTile => ({
  width,
  height: 8,
  samples: 3,
  pixelType: 'u8',
  data: new Uint8Array(width * 8 * 3).fill(value),
})

test('a damaged tile is background, cut to the level as any other, and is counted once', async () => {
  const { image, damage } = tolerateDamage(imageWith([3]), 'background')
  for (const x of [0, 1, 2, 3, 3]) {
    expect(await image.rawTile(0, x, 0)).toEqual(x === 3 ? tileOf(6, 255) : tileOf(8, 7))
  }
  expect(damage()).toEqual({ tiles: 1, reason: 'tile 3 is damaged' })
})

test('for measuring it is what was decoded before, where that has its size', async () => {
  const { image } = tolerateDamage(imageWith([1, 3]), 'neighbour')
  const tiles = []
  for (const x of [0, 1, 2, 3]) tiles.push(await image.rawTile(0, x, 0))
  expect(tiles).toEqual([tileOf(8, 7), tileOf(8, 7), tileOf(8, 7), tileOf(6, 255)])
})

test('nothing is said of an image that is in order; one that is mostly damaged is refused', async () => {
  expect(tolerateDamage(imageWith([]), 'background').damage()).toBeNull()
  const { image, damage } = tolerateDamage(imageWith([0, 1, 2]), 'background')
  // Whichever is decoded first.
  for (const x of [2, 3, 0, 1]) await image.rawTile(0, x, 0)
  expect(damage).toThrow('tile 0: is damaged')
})

test.each(['truncated', 'unsupported', 'unreadable'] as const)('what is %s is told at once', async (code) => {
  const { image } = tolerateDamage(imageWith([1], code), 'background')
  await expect(image.rawTile(0, 1, 0)).rejects.toMatchObject({ code })
})
