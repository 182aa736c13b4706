import { describe, expect, test } from 'vitest'
import { createPyramid } from './create-pyramid.ts'
import type { PyramidOptions } from './pyramid-options.ts'
import { cut, halvePicture, largestDifference, makePicture, type Picture } from './test-support/picture.ts'
import { withSlide } from './test-support/read-back.ts'
import { useTemporaryFolder } from './test-support/temporary-folder.ts'
import { optionsOf, readLevel, writePicture } from './test-support/write-picture.ts'

const path = useTemporaryFolder()

/** Every level of every channel must be what halving the whole picture gives, within a tolerance. */
async function expectLevels(file: string, pictures: readonly Picture[], tolerance: number): Promise<void> {
  await withSlide(file, async (image) => {
    for (const [c, picture] of pictures.entries()) {
      let expected = picture
      for (const level of image.levels.keys()) {
        const read = await readLevel(image, level, { c })
        expect({ ...read, data: null }).toEqual({ ...expected, data: null })
        expect(largestDifference(read.data, expected.data)).toBeLessThanOrEqual(tolerance)
        expected = halvePicture(expected)
      }
    }
  })
}

const lossless: PyramidOptions['compression'][] = [{ kind: 'deflate' }, { kind: 'none' }]
const shapes = [
  { samples: 1, pixelType: 'u8' },
  { samples: 3, pixelType: 'u8' },
  { samples: 1, pixelType: 'u16' },
  { samples: 3, pixelType: 'u16' },
] as const

for (const container of ['bigtiff', 'ome-tiff'] as const) {
  for (const compression of lossless) {
    for (const { samples, pixelType } of shapes) {
      const name = `${container}-${compression.kind}-${samples}-${pixelType}`
      test(`${name} comes back exactly at every level`, async () => {
        const picture = makePicture(201, 130, samples, pixelType)
        await writePicture(path(name), picture, { options: { container, compression } })
        await expectLevels(path(name), [picture], 0)
      })
    }
  }
}

test.each([
  [1, 1],
  [257, 3],
  [3, 257],
  [32, 32],
  [33, 32],
  [64, 65],
  [1, 500],
])('a picture of %i × %i comes back exactly at every level', async (width, height) => {
  const file = path(`size-${width}-${height}`)
  const picture = makePicture(width, height)
  await writePicture(file, picture, { options: { smallestLevel: 8 } })
  await expectLevels(file, [picture], 0)
})

test('tiles at the edges may be whole: what is beyond the image never shows', async () => {
  const picture = makePicture(75, 41)
  await writePicture(path('whole'), picture, { whole: true })
  await expectLevels(path('whole'), [picture], 0)
})

describe('JPEG', () => {
  test.each([
    ['grey', 1, '4:2:0'],
    ['RGB', 3, '4:2:0'],
    ['RGB', 3, '4:4:4'],
  ] as const)('%s of %i samples, %s, comes close at every level', async (_, samples, subsampling) => {
    const file = path(`jpeg-${samples}-${subsampling}`)
    const picture = makePicture(203, 131, samples)
    const compression = { kind: 'jpeg', quality: 95, subsampling } as const
    await writePicture(file, picture, { options: { compression } })
    await expectLevels(file, [picture], 12)
  })

  test('tiles are given to browsers as they are stored', async () => {
    const picture = makePicture(64, 64)
    await writePicture(path('pass'), picture, { options: { compression: { kind: 'jpeg' } } })
    await withSlide(path('pass'), async (image) => {
      const tile = await image.encodedTile(0, 1, 1)
      expect(Buffer.from(tile?.bytes ?? []).toString('hex')).toMatch(/^ffd8.*ffd9$/)
    })
  })
})

test('each channel is a plane of its own, with its name, colour and wavelengths', async () => {
  const pictures = [1, 2, 3].map((seed) => makePicture(70, 50, 1, 'u16', seed))
  const channels = [
    { name: 'DAPI', color: 0x0000ff, emissionWavelength: 461, excitationWavelength: 358.5, exposure: 12.5 },
    { name: 'Größe <&">', color: 0xff8000 },
    {},
  ]
  const options = { container: 'ome-tiff', channels, bitDepth: 14 } as const
  await writePicture(path('channels'), pictures, { options })
  await expectLevels(path('channels'), pictures, 0)
  await withSlide(path('channels'), async (image, { vendor }) => {
    expect(vendor).toBe('ome')
    expect(image.bitDepth).toBe(14)
    expect(image.channels).toMatchObject(channels)
  })
})

test('focus planes and time points are planes too', async () => {
  const size = { sizeZ: 2, sizeT: 3, stepZ: 1.5, stepT: 0.5, channels: [{ name: 'A' }, { name: 'B' }] }
  const planes = Array.from({ length: 12 }, (_, i) => ({
    c: i % 2,
    z: Math.floor(i / 2) % 2,
    t: Math.floor(i / 4),
  }))
  const picture = (plane: number) => makePicture(40, 30, 1, 'u8', 1 + plane)
  const options = optionsOf(picture(0), { ...size, container: 'ome-tiff', tileSize: 64 })
  const writer = await createPyramid(path('stack'), options)
  for (const [index, plane] of planes.entries()) {
    await writer.writeTile(0, 0, cut(picture(index), 0, 0, 40, 30), plane)
  }
  await writer.finish()
  await withSlide(path('stack'), async (image) => {
    expect(image).toMatchObject({ sizeZ: 2, sizeT: 3, stepZ: 1.5, stepT: 0.5, channels: size.channels })
    for (const [index, plane] of planes.entries()) {
      expect((await readLevel(image, 0, plane)).data).toEqual(picture(index).data)
    }
  })
})

test('what is known of the image is read back', async () => {
  const known = { mpp: { x: 0.2498, y: 0.5 }, icc: Uint8Array.from({ length: 600 }, (_, i) => i % 251) }
  for (const container of ['bigtiff', 'ome-tiff'] as const) {
    const file = path(`known-${container}`)
    await writePicture(file, makePicture(100, 60), { options: { ...known, container, objective: 20 } })
    await withSlide(file, async (image, { vendor }) => {
      expect(vendor).toBe(container === 'ome-tiff' ? 'ome' : 'generic-tiff')
      expect(image.mpp?.x).toBeCloseTo(0.2498, 9)
      expect(image.mpp?.y).toBeCloseTo(0.5, 9)
      expect(image.objective).toBe(20)
      expect(Buffer.from((await image.iccProfile()) ?? [])).toEqual(Buffer.from(known.icc))
    })
  }
})

test('provenance is read back as names and values', async () => {
  const provenance = { program: 'virtual stain', version: '1.2', parameters: '{"gain": 2, "µ": "<a>"}\n…' }
  const options = { provenance }
  await writePicture(path('made.ome'), makePicture(40, 40), {
    options: { ...options, container: 'ome-tiff' },
  })
  await withSlide(path('made.ome'), async (_, { metadata }) => {
    expect(metadata.properties).toMatchObject(provenance)
  })
  await writePicture(path('made.tif'), makePicture(40, 40), { options: { ...options, objective: 40 } })
  await withSlide(path('made.tif'), async (image, { metadata }) => {
    expect(metadata.properties).toEqual(provenance)
    expect(image.objective).toBe(40)
  })
})

test('a plain BigTIFF keeps its one channel, the bits that are used and a scale no microscope has', async () => {
  const channels = [
    { name: 'Größe', color: 0xff8000, emissionWavelength: 461, excitationWavelength: 358.5, exposure: 12.5 },
  ]
  const options = { channels, bitDepth: 12, mpp: { x: 64, y: 64 } }
  await writePicture(path('one.tif'), makePicture(70, 50, 1, 'u16'), { options })
  await withSlide(path('one.tif'), async (image, { vendor }) => {
    expect(vendor).toBe('generic-tiff')
    expect([image.channels, image.bitDepth]).toEqual([channels, 12])
    expect(image.mpp?.x).toBeCloseTo(64, 9)
  })
})
