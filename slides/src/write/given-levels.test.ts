import { expect, test } from 'vitest'
import { deflateBytes } from '../codecs/zlib.ts'
import { createPyramid } from './create-pyramid.ts'
import type { PyramidOptions } from './pyramid-options.ts'
import { cut, halvePicture, largestDifference, makePicture, paint } from './test-support/picture.ts'
import { withSlide } from './test-support/read-back.ts'
import { readStoredTiles } from './test-support/read-tiles.ts'
import { useTemporaryFolder } from './test-support/temporary-folder.ts'
import { optionsOf, readLevel, writePicture } from './test-support/write-picture.ts'
import { takeDifferences } from './tile-pixels.ts'

const path = useTemporaryFolder()

const storedBytes = async (file: string) =>
  (await readStoredTiles(file)).map((tiles) => tiles.map(({ bytes }) => bytes))

/** Copies the stored tiles of the first levels, from the last to the first, and has the others computed. */
async function copyLevels(from: string, to: string, options: PyramidOptions, givenLevels: number | 'all') {
  const writer = await createPyramid(to, { ...options, givenLevels })
  const levels = (await storedBytes(from)).slice(0, givenLevels === 'all' ? undefined : givenLevels)
  for (const [level, tiles] of [...levels.entries()].reverse()) {
    const columns = Math.ceil((writer.levels[level]?.width ?? 0) / 32)
    for (const [index, bytes] of [...tiles.entries()].reverse()) {
      const [x, y] = [index % columns, Math.floor(index / columns)]
      await writer.writeEncodedTile(level, x, y, Buffer.from(bytes, 'hex'))
    }
  }
  await writer.finish()
}

test.each([
  ['deflate', 3, 'u8', 1],
  ['deflate', 1, 'u16', 2],
  ['none', 3, 'u16', 3],
  ['none', 1, 'u8', 9],
  ['deflate', 3, 'u8', 'all'],
] as const)(
  '%s of %i × %s: levels computed after %s given ones are those of pixels',
  async (kind, samples, type, given) => {
    const picture = makePicture(300, 221, samples, type)
    paint(picture, [64, 0, 140, 130], samples === 3 ? [255, 255, 255] : [0])
    const name = `${kind}-${samples}-${type}-${given}`
    const options = optionsOf(picture, { container: 'ome-tiff', compression: { kind } })
    await writePicture(path(`pixels-${name}`), picture, { options })
    await copyLevels(path(`pixels-${name}`), path(name), options, given)
    const copied = await storedBytes(path(name))
    expect(copied.map((tiles) => tiles.length)).toEqual([70, 20, 6, 2, 1])
    expect(copied).toEqual(await storedBytes(path(`pixels-${name}`)))
  },
)

test('JPEG tiles are stored as they are given, and the next level is the mean of what they show', async () => {
  const picture = makePicture(130, 101)
  const compression = { kind: 'jpeg', subsampling: '4:4:4', quality: 80 } as const
  await writePicture(path('jpeg'), picture, { options: { compression } })
  const writer = await createPyramid(path('jpeg-copy'), optionsOf(picture, { compression }))
  await withSlide(path('jpeg'), async (image) => {
    for (let y = 0; y < 4; y++) {
      for (let x = 0; x < 5; x++) {
        const tile = await image.encodedTile(0, x, y)
        await writer.writeEncodedTile(0, x, y, tile?.bytes ?? new Uint8Array())
      }
    }
    await writer.finish()
    await withSlide(path('jpeg-copy'), async (copy) => {
      const first = await readLevel(copy, 0)
      expect(first).toEqual(await readLevel(image, 0))
      const second = await readLevel(copy, 1)
      expect(largestDifference(second.data, halvePicture(first).data)).toBeLessThanOrEqual(12)
    })
  })
})

test('the padding of given tiles never shows, and tiles that are not given are background', async () => {
  const picture = makePicture(75, 70)
  const writer = await createPyramid(path('padded'), optionsOf(picture))
  for (const [x, y] of [
    [0, 0],
    [1, 0],
    [2, 0],
    [0, 1],
    [2, 1],
    [0, 2],
    [2, 2],
  ] as const) {
    const data = cut(picture, 32 * x, 32 * y, 32, 32).data as Uint8Array
    takeDifferences(data, { side: 32, samples: 3 })
    await writer.writeEncodedTile(0, x, y, await deflateBytes(data))
  }
  await writer.finish()
  paint(picture, [32, 32, 32, 38], [255, 255, 255])
  await withSlide(path('padded'), async (image) => {
    expect((await readLevel(image, 0)).data).toEqual(picture.data)
    expect((await readLevel(image, 1)).data).toEqual(halvePicture(picture).data)
  })
})

test('what cannot be decoded is refused, and the tile may be given again', async () => {
  const picture = makePicture(100, 100)
  const writer = await createPyramid(path('again'), optionsOf(picture))
  const good = await deflateBytes(new Uint8Array(3072).fill(1))
  for (const bad of [good.subarray(0, 9), await deflateBytes(new Uint8Array(3000)), good.with(12, 99)]) {
    await expect(writer.writeEncodedTile(0, 0, 0, bad)).rejects.toMatchObject({
      name: 'SlideError',
      structure: 'plane 0 level 0 tile 0,0',
    })
  }
  await writer.writeEncodedTile(0, 0, 0, good)
  await expect(writer.writeEncodedTile(0, 0, 0, good)).rejects.toThrow('was written before')
  await writer.finish()
})
