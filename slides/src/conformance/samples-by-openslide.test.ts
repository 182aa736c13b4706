import { describe, expect, test } from 'vitest'
import type { Level, SlideImage } from '../slide.ts'
import { samplePath, samplesFolder } from '../test-support/test-samples.ts'
import { useTemporaryFolder } from '../write/test-support/temporary-folder.ts'
import {
  asOpenSlideWrites,
  openSlideAssociated,
  openSlideImage,
  openSlideLevel,
  openSlideProperties,
} from './test-support/openslide.ts'
import { mainImage, readLevel, withSlide } from './test-support/own-pixels.ts'
import { expectAlike } from './test-support/pixel-difference.ts'
import { hasOpenSlide, hasVips } from './test-support/test-programs.ts'
import { readTiffByVips } from './test-support/vips-image.ts'

interface Sample {
  readonly file: string
  /** How far a sample may be off: decoders of JPEG round differently. */
  readonly tolerance: number
  /** How many levels OpenSlide reads rightly, where not all: it misplaces tiles that are larger than their level. */
  readonly levels?: number
  /** The first level that is compared whole; of finer ones formats/samples.test.ts compares parts. */
  readonly from?: number
  /** The page of each associated image, and how far that may be off. */
  readonly associated?: Readonly<Record<string, readonly [page: number, tolerance: number]>>
}

/** What OpenSlide reads of them; it takes files of several channels for one grey image and is no judge there. */
const samples: readonly Sample[] = [
  {
    file: 'svs/CMU-1-Small-Region.svs',
    tolerance: 2,
    associated: { thumbnail: [1, 2], label: [2, 0], macro: [3, 2] },
  },
  { file: 'svs/small.svs', tolerance: 2, associated: { thumbnail: [1, 2] } },
  { file: 'svs/tcga-cr-7395-01a-01-ts1.svs', tolerance: 1, from: 1, associated: { thumbnail: [1, 2] } },
  { file: 'tiff/boxes.tiff', tolerance: 0, levels: 2 },
  { file: 'tiff/irs_tiled-jpeg-rgb-u8.tif', tolerance: 2 },
]

const path = useTemporaryFolder()

/** Both sides say it in their own words. */
async function ownProperties(file: string): Promise<Record<string, unknown>> {
  return withSlide(file, async (slide) => {
    const { levels, mpp, objective } = mainImage(slide)
    return { vendor: slide.vendor, levels: levels.map(describeLevel), mpp, objective }
  })
}

const describeLevel = ({ width, height, tileWidth, tileHeight, downsample }: Level) =>
  `${width} × ${height} in tiles of ${tileWidth} × ${tileHeight}, 1:${downsample.toFixed(10)}`

async function theirProperties(file: string): Promise<Record<string, unknown>> {
  const properties = (await openSlideProperties(file)) ?? new Map<string, string>()
  const number = (name: string) => {
    const value = properties.get(`openslide.${name}`)
    return value === undefined ? undefined : Number(value)
  }
  const levels = Array.from({ length: number('level-count') ?? 0 }, (_, level) => {
    const of = (name: string) => number(`level[${level}].${name}`) ?? Number.NaN
    const [tileWidth, tileHeight] = [of('tile-width'), of('tile-height')]
    return { width: of('width'), height: of('height'), tileWidth, tileHeight, downsample: of('downsample') }
  })
  const [x, y] = [number('mpp-x'), number('mpp-y')]
  return {
    vendor: properties.get('openslide.vendor'),
    levels: levels.map(describeLevel),
    mpp: x === undefined ? undefined : { x, y },
    objective: number('objective-power'),
  }
}

/** Where OpenSlide mixes rows it rounds once more. */
async function compareLevel(file: string, image: SlideImage, level: number, tolerance: number) {
  const { width, height, downsample } = image.levels[level] as Level
  const ours = await readLevel(image, level)
  if (level === 0) return expectAlike(ours, await openSlideImage(file, path('level.v')), tolerance, 'level 0')
  const theirs = await openSlideLevel(file, level, { width, height }, path('level.png'))
  const mixed = Number.isInteger(downsample) ? 0 : 1
  expectAlike(asOpenSlideWrites(ours, downsample), theirs, tolerance + mixed, `level ${level}`)
}

test('rows are mixed as OpenSlide mixes them where a group begins between two', () => {
  const data = Uint8Array.from({ length: 32 }, (_, row) => row * 8)
  const column = { width: 1, height: 32, samples: 1, pixelType: 'u8', data } as const
  expect(asOpenSlideWrites(column, 2).data).toEqual(data)
  // The second group begins at pixel 36 of full resolution, which is row 15.65.
  expect([...asOpenSlideWrites(column, 2.3).data.slice(14, 18)]).toEqual([112, 120, 125, 133])
})

if (samplesFolder && hasOpenSlide && hasVips) {
  // Whole slides take a while on a busy machine.
  describe.each(samples)(
    '$file',
    { timeout: 120_000 },
    ({ file, tolerance, from = 0, levels = Number.POSITIVE_INFINITY, associated = {} }) => {
      const sample = samplePath(file)

      test('has the vendor, levels, scale and objective that OpenSlide reads', async () => {
        expect(await ownProperties(sample)).toEqual(await theirProperties(sample))
      })

      test('has the pixels that OpenSlide decodes, each level whole', () =>
        withSlide(sample, async (slide) => {
          const image = mainImage(slide)
          for (const level of [...image.levels.keys()].slice(from, levels))
            await compareLevel(sample, image, level, tolerance)
        }))

      test('has the associated images that OpenSlide lists', async () => {
        const kinds = await withSlide(sample, async (slide) => slide.associated.map(({ kind }) => kind))
        expect(kinds.sort()).toEqual((await openSlideAssociated(sample)).sort())
        expect(kinds).toEqual(Object.keys(associated).sort())
      })

      for (const [kind, [page, allowed]] of Object.entries(associated)) {
        test(`has the ${kind} that libtiff decodes`, () =>
          withSlide(sample, async (slide) => {
            const image = slide.associated.find((there) => there.kind === kind)?.image
            if (!image) throw new Error(`no ${kind}`)
            const theirs = await readTiffByVips(sample, path('associated.v'), { page })
            expectAlike(await readLevel(image), theirs, allowed, kind)
          }))
      }
    },
  )
}
