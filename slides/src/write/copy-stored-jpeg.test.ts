import { expect, test } from 'vitest'
import type { SlideImage } from '../slide.ts'
import { samplePath, samplesFolder } from '../test-support/test-samples.ts'
import { copyStoredJpeg, storedJpegOf } from './copy-stored-jpeg.ts'
import { createPyramid } from './create-pyramid.ts'
import type { PyramidOptions } from './pyramid-options.ts'
import { makePicture } from './test-support/picture.ts'
import { withSlide } from './test-support/read-back.ts'
import { useTemporaryFolder } from './test-support/temporary-folder.ts'
import { optionsOf, readLevel, writePicture } from './test-support/write-picture.ts'

const path = useTemporaryFolder()
const { signal } = new AbortController()

const jpeg = (subsampling: '4:4:4' | '4:2:0') => ({ kind: 'jpeg', subsampling, quality: 70 }) as const
const picture = makePicture(150, 101)

async function copy(image: SlideImage, name: string, options: PyramidOptions) {
  const writer = await createPyramid(path(name), options)
  let pixels = 0
  const copied = await copyStoredJpeg(image, writer, (more) => (pixels += more), signal)
  await writer.finish()
  return { ...copied, pixels }
}

test.each(['4:4:4', '4:2:0'] as const)('tiles of %s are the same bytes afterwards', async (subsampling) => {
  const name = subsampling.replaceAll(':', '')
  const compression = jpeg(subsampling)
  await writePicture(path(name), picture, { options: { compression } })
  await withSlide(path(name), async (image) => {
    expect(await storedJpegOf(image, signal)).toEqual({ tileSize: 32, subsampling })
    // Another quality for the other levels: nothing of full resolution depends on it.
    const options = optionsOf(picture, { compression: { ...compression, quality: 95 } })
    const copied = await copy(image, `${name}-copy`, options)
    expect(copied).toEqual({ tiles: 20, kept: 20, pixels: 150 * 101 })
    await withSlide(path(`${name}-copy`), async (other) => {
      expect((await readLevel(other, 0)).data).toEqual((await readLevel(image, 0)).data)
      expect((await readLevel(other, 1)).data).not.toEqual((await readLevel(image, 1)).data)
    })
  })
})

test('tiles that are missing or stored in another way are encoded again', async () => {
  await writePicture(path('part'), picture, { options: { compression: jpeg('4:4:4') } })
  await writePicture(path('other'), picture, { options: { compression: jpeg('4:2:0') } })
  await withSlide(path('part'), (image) =>
    withSlide(path('other'), async (other) => {
      const mixed: SlideImage = {
        ...image,
        rawTile: (...place) => image.rawTile(...place),
        encodedTile: async (level, x, y) =>
          x === 0 ? null : x === 1 ? other.encodedTile(level, x, y) : image.encodedTile(level, x, y),
      }
      const compression = { ...jpeg('4:4:4'), quality: 30 }
      const copied = await copy(mixed, 'mixed', optionsOf(picture, { compression }))
      expect(copied).toEqual({ tiles: 20, kept: 12, pixels: 150 * 101 })
      await withSlide(path('mixed'), async (written) => {
        for (const [x, same] of [
          [0, false],
          [2, true],
        ] as const) {
          const [before, after] = [await image.rawTile(0, x, 1), await written.rawTile(0, x, 1)]
          expect(Buffer.compare(before.data as Uint8Array, after.data as Uint8Array) === 0).toBe(same)
        }
      })
    }),
  )
})

test('other compressions are not taken for stored JPEG', async () => {
  await writePicture(path('deflate'), picture, { options: { compression: { kind: 'deflate' } } })
  await withSlide(path('deflate'), async (image) => {
    expect(await storedJpegOf(image, signal)).toBeUndefined()
  })
})

if (samplesFolder) {
  test('nor is JPEG that stores red, green and blue, which the writer can not say of a file', async () => {
    await withSlide(samplePath('svs', 'CMU-1-Small-Region.svs'), async (image) => {
      expect(await storedJpegOf(image, signal)).toBeUndefined()
    })
  })
}
