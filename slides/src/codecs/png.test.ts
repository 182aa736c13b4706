import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { PixelTile } from '../pixels.ts'
import { encodePng } from './png.ts'
import { gradient, randomBytes, runs } from './test-support/seeded-bytes.ts'

const contents: [string, (length: number) => Uint8Array][] = [
  ['noise', randomBytes],
  ['runs', runs],
  ['a picture', (length) => gradient(length, 1, 1)],
]

for (const [name, make] of contents) {
  test.each([1, 3, 4])(`%i samples of ${name}, 8 bits, are read back exactly by libpng`, async (samples) => {
    const tile: PixelTile = {
      width: 37,
      height: 29,
      samples,
      pixelType: 'u8',
      data: make(37 * 29 * samples),
    }
    const image = sharp(await encodePng(tile))
    expect(await image.metadata()).toMatchObject({ width: 37, height: 29, channels: samples, depth: 'uchar' })
    if (samples === 1) image.toColourspace('b-w')
    expect(new Uint8Array(await image.raw().toBuffer())).toEqual(tile.data)
  })

  test.each([1, 3, 4])(`%i samples of ${name}, 16 bits, are read back exactly by libpng`, async (samples) => {
    const data = new Uint16Array(Uint8Array.from(make(37 * 29 * samples * 2)).buffer)
    const tile: PixelTile = { width: 37, height: 29, samples, pixelType: 'u16', data }
    const png = await encodePng(tile)
    const image = sharp(png).toColourspace(samples === 1 ? 'grey16' : 'rgb16')
    expect(await image.metadata()).toMatchObject({ channels: samples, depth: 'ushort' })
    const read = await image.raw({ depth: 'ushort' }).toBuffer()
    expect(new Uint16Array(Uint8Array.from(read).buffer)).toEqual(data)
  })
}

test('a smooth picture is much smaller than its samples', async () => {
  const data = Uint8Array.from({ length: 256 * 256 }, (_, i) => (i % 256) / 2 + Math.floor(i / 512))
  const png = await encodePng({ width: 256, height: 256, samples: 1, pixelType: 'u8', data })
  expect(png.length).toBeLessThan(256 * 256 * 0.1)
})

test('refuses what PNG does not store', async () => {
  const tile: PixelTile = { width: 2, height: 2, samples: 1, pixelType: 'f32', data: new Float32Array(4) }
  await expect(encodePng(tile)).rejects.toThrow("PNG: doesn't store 1 samples of type f32")
  const two: PixelTile = { width: 2, height: 2, samples: 2, pixelType: 'u8', data: new Uint8Array(8) }
  await expect(encodePng(two)).rejects.toThrow('2 samples')
})
