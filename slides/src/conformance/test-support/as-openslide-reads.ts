import { describe, expect, test } from 'vitest'
import { readRegion } from '../../render/read-region.ts'
import type { Level, SlideImage } from '../../slide.ts'
import { samplePath } from '../../test-support/test-samples.ts'
import { useTemporaryFolder } from '../../write/test-support/temporary-folder.ts'
import {
  asOpenSlideWrites,
  openSlideAssociated,
  openSlideImage,
  openSlideLevel,
  openSlideProperties,
} from './openslide.ts'
import { mainImage, readLevel, withSlide } from './own-pixels.ts'
import { expectAlike } from './pixel-difference.ts'
import { readTiffByVips } from './vips-image.ts'

export interface Sample {
  readonly file: string
  /** How far a sample may be off: decoders of JPEG round differently. */
  readonly tolerance: number
  /** How many levels OpenSlide reads rightly, where not all: it misplaces tiles that are larger than their level. */
  readonly levels?: number
  /** The first level that is compared; of finer ones formats/samples.test.ts compares parts. */
  readonly from?: number
  /** So many rows of each level are compared, where not all. */
  readonly rows?: number
  /** The page of each associated image, and how far that may be off. */
  readonly associated?: Readonly<Record<string, readonly [page: number, tolerance: number]>>
}

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
async function compareLevel(
  image: SlideImage,
  level: number,
  { file, tolerance, rows }: Sample,
  scratch: Scratch,
) {
  const sample = samplePath(file)
  const { width, height, downsample } = image.levels[level] as Level
  if (level === 0 && rows === undefined)
    return expectAlike(
      await readLevel(image),
      await openSlideImage(sample, scratch('level.v')),
      tolerance,
      'level 0',
    )
  const compared = { width, height: Math.min(height, rows ?? height) }
  // One more than is compared, as rows may be mixed with the next.
  const read = { width, height: Math.min(height, compared.height + 1) }
  const ours = asOpenSlideWrites(await readRegion(image, { level, x: 0, y: 0, ...read }), downsample)
  const data = ours.data.subarray(0, compared.width * compared.height * ours.samples)
  const theirs = await openSlideLevel(sample, level, compared, scratch('level.png'))
  const mixed = Number.isInteger(downsample) ? 0 : 1
  expectAlike({ ...ours, ...compared, data }, theirs, tolerance + mixed, `level ${level}`)
}

type Scratch = (name: string) => string

/** Compares what we read of these files with what OpenSlide reads of them. */
export function describeAsOpenSlideReads(samples: readonly Sample[]): void {
  const path = useTemporaryFolder()

  // Whole slides take a while on a busy machine.
  describe.each(samples)('$file', { timeout: 120_000 }, (given) => {
    const { file, from = 0, levels = Number.POSITIVE_INFINITY, associated = {} } = given
    const sample = samplePath(file)

    test('has the vendor, levels, scale and objective that OpenSlide reads', async () => {
      expect(await ownProperties(sample)).toEqual(await theirProperties(sample))
    })

    test('has the pixels that OpenSlide decodes', () =>
      withSlide(sample, async (slide) => {
        const image = mainImage(slide)
        for (const level of [...image.levels.keys()].slice(from, levels))
          await compareLevel(image, level, given, path)
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
  })
}
