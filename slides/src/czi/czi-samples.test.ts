import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { bytesOf, newPixels } from '../pixels.ts'
import type { Plane, Slide, SlideImage } from '../slide.ts'
import { cachedSource } from '../source/cached-source.ts'
import { openFileSource } from '../source/file-source.ts'
import { memorySource } from '../source/memory-source.ts'
import type { Source } from '../source/source.ts'
import { seeded } from '../test-support/seeded.ts'
import { samplePath, samplesFolder } from '../test-support/test-samples.ts'
import { openCzi } from './open-czi.ts'
import { makeCzi } from './test-support/make-czi.ts'

const opened: Source[] = []
afterEach(async () => {
  for (const source of opened.splice(0)) await source.close()
})

async function openSample(name: string): Promise<{ slide: Slide; image: SlideImage }> {
  const source = cachedSource(await openFileSource(samplePath('czi', name)))
  opened.push(source)
  const slide = await openCzi(source)
  const [image] = slide.images
  if (!image) throw new Error('no image')
  return { slide, image }
}

/** A whole level, put together from its tiles. */
async function wholeLevel(image: SlideImage, number: number, plane?: Plane): Promise<Uint8Array> {
  const level = image.levels[number]
  if (!level) throw new Error('no level')
  const { width, height, tileWidth, tileHeight } = level
  const { samples } = image
  const whole = newPixels(image.pixelType, width * height * samples)
  for (let y = 0; y * tileHeight < height; y += 1) {
    for (let x = 0; x * tileWidth < width; x += 1) {
      const tile = await image.rawTile(number, x, y, plane)
      for (let row = 0; row < tile.height; row += 1) {
        const line = tile.data.subarray(row * tile.width * samples, (row + 1) * tile.width * samples)
        whole.set(line, ((y * tileHeight + row) * width + x * tileWidth) * samples)
      }
    }
  }
  return bytesOf(whole)
}

/** The start of the SHA-256 of a level's pixels; the expected ones are from another reader, in Python. */
const hashOf = async (image: SlideImage, level = 0, plane?: Plane): Promise<string> =>
  createHash('sha256')
    .update(await wholeLevel(image, level, plane))
    .digest('hex')
    .slice(0, 16)

test('blocks of a size of their own come out whole through tiles and cache', async () => {
  const side = 700
  const data = seeded(8).bytes(side * side)
  const { bytes } = makeCzi(
    [0, 1].map((M) => ({ x: M * side, y: 0, width: side, height: side, dimensions: { M }, data })),
  )
  const { images } = await openCzi(cachedSource(memorySource(bytes), { blockBytes: 1000 }))
  const whole = images[0] && (await wholeLevel(images[0], 0))
  const rows = Array.from({ length: side }, (_, y) => data.subarray(y * side, (y + 1) * side))
  expect(Buffer.compare(whole ?? data, Buffer.concat(rows.flatMap((row) => [row, row])))).toBe(0)
})

if (samplesFolder) {
  test('a mosaic with a far origin, a pyramid level and 14 of 16 bits', async () => {
    const { slide, image } = await openSample('1_tileregion.czi')
    expect(slide.vendor).toBe('zeiss')
    expect(slide.images).toHaveLength(1)
    expect(image).toMatchObject({
      name: 'TR1',
      width: 1480,
      height: 570,
      mpp: { x: 0.4, y: 0.4 },
      objective: 5,
      pixelType: 'u16',
      bitDepth: 14,
      samples: 1,
      sizeZ: 1,
      sizeT: 1,
    })
    expect(image.channels).toEqual([
      { name: 'EGFP', color: 0x00ff5b, emissionWavelength: 509, excitationWavelength: 488, exposure: 2 },
    ])
    expect(image.levels.map(({ width, height, downsample }) => [width, height, downsample])).toEqual([
      [1480, 570, 1],
      [740, 285, 2],
    ])
    expect(slide.metadata).toMatchObject({
      scanner: { model: 'Celldiscoverer 7', software: 'ZEN (blue edition) 3.6.095.00000' },
      scannedAt: '2022-09-30T11:03:06.2168083Z',
    })
    expect(slide.metadata.properties.Attachments).toBe(
      'EventList (CZEVL), TimeStamps (CZTIMS), Thumbnail (JPG)',
    )
    expect(await hashOf(image, 0)).toBe('2e84a2f4a3f8b94e')
    expect(await hashOf(image, 1)).toBe('872b7671484dec65')
  })

  test('all 30 planes of a time series equal those of its compressed twin', async () => {
    const [raw, packed] = await Promise.all([
      openSample('CellDivision_T3_Z5_CH2_X240_Y170.czi'),
      openSample('CellDivision_T3_Z5_CH2_X240_Y170_comp1.czi'),
    ])
    const size = { width: 240, height: 170, pixelType: 'u16', sizeZ: 5, sizeT: 3 }
    expect(raw.image).toMatchObject({ ...size, bitDepth: 14, stepZ: 0.32, stepT: 60.075, objective: 50 })
    expect(packed.image).toMatchObject({ ...size, bitDepth: 16, mpp: undefined, stepZ: undefined })
    expect(raw.image.channels.map(({ name, color, exposure }) => [name, color, exposure])).toEqual([
      ['LED555', 0xff7e00, 100],
      ['LED470', 0x00ff33, 200],
    ])
    expect(packed.image.channels).toHaveLength(2)
    const hashes = new Set<string>()
    for (let t = 0; t < 3; t += 1) {
      for (let z = 0; z < 5; z += 1) {
        for (let c = 0; c < 2; c += 1) {
          const hash = await hashOf(raw.image, 0, { c, z, t })
          expect(await hashOf(packed.image, 0, { c, z, t })).toBe(hash)
          hashes.add(hash)
        }
      }
    }
    expect(hashes.size).toBe(30)
    expect(await hashOf(raw.image, 0, { c: 0, z: 2, t: 0 })).toBe('402e8f29fbcc73bc')
    expect(await hashOf(raw.image, 0, { c: 1, z: 4, t: 2 })).toBe('c4ce13af11d11020')
  })

  test('colour comes out red first', async () => {
    const { slide, image } = await openSample('aics_RGB-8bit.czi')
    expect(image).toMatchObject({ width: 924, height: 624, samples: 3, pixelType: 'u8', bitDepth: 8 })
    expect(image.mpp?.x).toBeCloseTo(1.0833333333333333, 12)
    expect(image.channels).toHaveLength(1)
    expect(slide.metadata.scannedAt).toBe('2019-12-06T16:56:03.6510238-08:00')
    expect(await hashOf(image)).toBe('116fbfd164a962e8')
  })

  test('a mosaic of two blocks, two channels with colours, zstd, and a tiny one', async () => {
    const mosaic = await openSample('aics_mosaic_test.czi')
    expect(mosaic.image).toMatchObject({ width: 1756, height: 624, objective: 10, bitDepth: 16 })
    expect(await hashOf(mosaic.image)).toBe('3e0735ab4d9f6ad7')

    const { image } = await openSample('DAPI_GFP.czi')
    expect(image).toMatchObject({ width: 640, height: 640, pixelType: 'u8', mpp: undefined })
    expect(image.channels.map(({ name, color }) => [name, color])).toEqual([
      ['DAPI', 0x0000ff],
      ['GFP', 0x00ff00],
    ])
    expect(await hashOf(image)).toBe('d498ff570f685959')
    expect(await hashOf(image, 0, { c: 1 })).toBe('8518dd5601d5a67c')

    const zstd = await openSample('newCZI_compressed.czi')
    expect(zstd.image).toMatchObject({ width: 512, height: 512, pixelType: 'u16' })
    expect(await hashOf(zstd.image)).toBe('752880e941df37cd')

    const tiny = await openSample('100x100.czi')
    expect(tiny.image).toMatchObject({ width: 10, height: 10, mpp: { x: 0.1, y: 0.1 } })
    expect(await hashOf(tiny.image)).toBe('bce0aff19cf5aa6a')
  })

  test('JPEG XR in a mosaic that overlaps, and its level', async () => {
    const { image } = await openSample('syn_jxr_mosaic_pyramid.czi')
    expect(image).toMatchObject({ width: 480, height: 480, objective: 20, samples: 3 })
    expect(image.channels).toEqual([{ name: 'TL Brightfield' }])
    expect(
      image.levels.map(({ width, downsample, compression }) => [width, downsample, compression]),
    ).toEqual([
      [480, 1, 'JPEG XR'],
      [240, 2, 'JPEG XR'],
    ])
    expect(await hashOf(image, 0)).toBe('1ab7d0d74395e8aa')
    expect(await hashOf(image, 1)).toBe('b7837ed8a41669c0')
  })
}
