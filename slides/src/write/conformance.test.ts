import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadSharp } from '../codecs/sharp.ts'
import { isInstalled, run } from '../conformance/test-support/test-programs.ts'
import { pixelsOf } from '../pixels.ts'
import type { PyramidOptions } from './pyramid-options.ts'
import { largestDifference, makePicture, type Picture, paint } from './test-support/picture.ts'
import { withSlide } from './test-support/read-back.ts'
import { useTemporaryFolder } from './test-support/temporary-folder.ts'
import { readLevel, writePicture } from './test-support/write-picture.ts'

const path = useTemporaryFolder()

const mpp = { x: 0.25, y: 0.25 }
const shared = { tileSize: 32, smallestLevel: 64, mpp, provenance: { program: 'test' } }

interface Sample {
  readonly pictures: readonly Picture[]
  readonly options: Partial<PyramidOptions>
  /** How far a decoder may be from ours. */
  readonly tolerance: number
}

/** OpenSlide's tool reads in bands, which lie between pixels where a level isn't exactly half of the one before. */
const even = makePicture(256, 160)
const rgb = makePicture(251, 153)
for (const picture of [even, rgb]) paint(picture, [100, 50, 100, 103], [255, 255, 255])
const grey = makePicture(151, 103, 1)
const channels = [1, 2].map((seed) => makePicture(151, 103, 1, 'u16', seed))
const jpeg = { kind: 'jpeg' } as const
const fine = { kind: 'jpeg', subsampling: '4:4:4' } as const
const ome = { container: 'ome-tiff' } as const

const samples: Record<string, Sample> = {
  // Decoders differ in how they spread colour over pixels.
  'even-jpeg': { pictures: [even], options: { smallestLevel: 32, compression: jpeg }, tolerance: 3 },
  'even-fine': { pictures: [even], options: { smallestLevel: 32, compression: fine }, tolerance: 2 },
  'even-deflate': { pictures: [even], options: { smallestLevel: 32 }, tolerance: 0 },
  'even-none': {
    pictures: [even],
    options: { smallestLevel: 32, compression: { kind: 'none' } },
    tolerance: 0,
  },
  jpeg: { pictures: [rgb], options: { compression: jpeg }, tolerance: 3 },
  fine: { pictures: [rgb], options: { compression: fine }, tolerance: 2 },
  deflate: { pictures: [rgb], options: {}, tolerance: 0 },
  none: { pictures: [rgb], options: { compression: { kind: 'none' } }, tolerance: 0 },
  grey: { pictures: [grey], options: { compression: jpeg }, tolerance: 0 },
  deep: { pictures: [channels[0] as Picture], options: { bitDepth: 14 }, tolerance: 0 },
  'ome-rgb': { pictures: [rgb], options: { ...ome, compression: jpeg }, tolerance: 3 },
  'ome-16': {
    pictures: channels,
    options: { ...ome, channels: [{ name: 'A' }, { name: 'B' }] },
    tolerance: 0,
  },
}

const fileOf = (name: string) => path(`${name}.tif`)

beforeAll(async () => {
  for (const [name, { pictures, options }] of Object.entries(samples)) {
    await writePicture(fileOf(name), pictures, { options: { ...shared, ...options } })
  }
})

const levelsRead = new Map<string, Promise<Picture[]>>()

/** What our own reader gives. */
function ownLevels(name: string, c = 0): Promise<Picture[]> {
  const key = `${name} ${c}`
  const levels = levelsRead.get(key) ?? readLevels(name, c)
  levelsRead.set(key, levels)
  return levels
}

async function readLevels(name: string, c: number): Promise<Picture[]> {
  const levels: Picture[] = []
  await withSlide(fileOf(name), async (image) => {
    for (const level of image.levels.keys()) levels.push(await readLevel(image, level, { c }))
  })
  return levels
}

if (isInstalled('tiffinfo') && isInstalled('tiffcp')) {
  describe('libtiff', () => {
    test.each(Object.keys(samples))('finds nothing wrong with %s', async (name) => {
      const text = await run('tiffinfo', fileOf(name))
      const { width, height } = (samples[name] as Sample).pictures[0] as Picture
      expect(text).toContain(`Image Width: ${width} Image Length: ${height}`)
      expect(text).toContain('Resolution: 40000, 40000 pixels/cm')
      expect(text).toContain('Subfile Type: reduced-resolution image')
      if (text.includes('YCbCr'))
        expect(text).toMatch(/Reference Black\/White:\s+0:\s+0\s+255\s+1:\s+128\s+255/)
    })

    const chained = Object.entries(samples).filter(
      ([name, { options }]) => options.container !== 'ome-tiff' && !name.startsWith('even'),
    )
    test.each(chained)('decodes every level of %s as we do', async (name, { tolerance }) => {
      for (const [level, own] of (await ownLevels(name)).entries()) {
        const copy = path(`copy-${name}-${level}.tif`)
        await run('tiffcp', '-c', 'none', `${fileOf(name)},${level}`, copy)
        await withSlide(copy, async (image) => {
          const read = await readLevel(image, 0)
          expect(largestDifference(read.data, own.data)).toBeLessThanOrEqual(tolerance)
        })
      }
    })
  })
}

if (isInstalled('vips')) {
  describe('libvips', () => {
    const planes = Object.entries(samples)
      .filter(([name]) => !name.startsWith('even'))
      .flatMap(([name, { pictures }]) => pictures.map((_, plane) => ({ name, plane })))
    test.each(planes)('decodes levels of $name, plane $plane, as we do', async ({ name, plane }) => {
      const { options, tolerance } = samples[name] as Sample
      const levels = await ownLevels(name, plane)
      for (const [level, own] of levels.entries()) {
        // libtiff decodes all levels that follow each other.
        if (options.container !== 'ome-tiff' && level > 0 && level < levels.length - 1) continue
        const place = options.container === 'ome-tiff' ? `page=${plane},subifd=${level - 1}` : `page=${level}`
        const raw = path('vips.raw')
        await run('vips', 'rawsave', `${fileOf(name)}[${place}]`, raw)
        const read = pixelsOf(own.pixelType, await readFile(raw))
        expect(largestDifference(read, own.data)).toBeLessThanOrEqual(tolerance)
      }
    })
  })
}

if (isInstalled('openslide-show-properties') && isInstalled('openslide-write-png')) {
  describe('OpenSlide', () => {
    test.each(['even-jpeg', 'even-fine', 'even-deflate', 'even-none'])(
      'decodes every level of %s as we do',
      async (name) => {
        const properties = await run('openslide-show-properties', fileOf(name))
        const levels = await ownLevels(name)
        expect(properties).toContain(`openslide.level-count: '${levels.length}'`)
        expect(properties).toContain("tiff.XResolution: '40000'")
        expect(properties).toContain("tiff.ResolutionUnit: 'centimeter'")
        const sharp = await loadSharp()
        for (const [level, { width, height, data }] of levels.entries()) {
          const png = path('openslide.png')
          await run('openslide-write-png', fileOf(name), '0', '0', `${level}`, `${width}`, `${height}`, png)
          const read = await sharp(png).removeAlpha().raw().toBuffer()
          const { tolerance } = samples[name] as Sample
          expect(largestDifference(read, data)).toBeLessThanOrEqual(tolerance)
        }
      },
    )
  })
}
