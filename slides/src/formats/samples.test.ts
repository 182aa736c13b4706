import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { SlideError } from '../errors.ts'
import type { PixelTile } from '../pixels.ts'
import type { Plane, Slide, SlideImage } from '../slide.ts'
import { openFileSource } from '../source/file-source.ts'
import { readSample, samplePath, samplesFolder } from '../test-support/test-samples.ts'
import { countingSource } from '../tiff/test-support/open-bytes.ts'
import { openAny, readLevel, sizes } from './test-support/made-slides.ts'

interface Crop {
  readonly png: string
  readonly level: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Reference {
  readonly file: string
  readonly page?: number
  readonly vendor?: string
  readonly mpp_x?: string | null
  readonly mpp_y?: string | null
  readonly objective?: string | null
  readonly levels?: readonly { width: number; height: number; downsample: number }[]
  readonly associated?: Readonly<Record<string, { size: [number, number]; png: string }>>
  readonly crops: readonly Crop[]
}

/** How far a sample may be from what another program decoded: 2 for JPEG, 1 for JPEG 2000, else 0. */
const tolerances: Readonly<Record<string, number>> = {
  'svs/CMU-1-Small-Region.svs': 2,
  'svs/CMU-1-Small-Region.svs label': 0,
  'svs/tcga-cr-7395-01a-01-ts1.svs': 1,
  'svs/tcga-cr-7395-01a-01-ts1.svs thumbnail': 2,
  'tiff/irs_tiled-jpeg-ycbcr.tif': 2,
  'tiff/irs_tiled-jpeg-rgb-u8.tif': 2,
}

const toleranceOf = (file: string, kind = '') => tolerances[`${file} ${kind}`] ?? tolerances[file] ?? 0

const refusals: Readonly<Record<string, string>> = {
  'tiff/li_zero_gi.tif': 'malformed IFD 0: has an image of 2 × 0 pixels',
  'ome/viv_multifile-Z1.ome.tiff':
    'unsupported OME-XML: is one of several files that make up the image (the metadata is in "multifile.companion.ome"); combine them into one OME-TIFF, e.g. with bfconvert',
}

async function withSlide(file: string, use: (slide: Slide) => Promise<void>): Promise<void> {
  const slide = await openAny(samplePath(file))
  try {
    await use(slide)
  } finally {
    await slide.close()
  }
}

/** With the neighbours that may be mixed in. */
const around = ({ x, y, width, height }: Crop) => ({
  x: Math.max(0, x - 1),
  y: Math.max(0, y - 1),
  width: width + 2,
  height: height + 2,
})

/**
 * The crop as OpenSlide gives it: asked in whole pixels of level 0, which on a smaller level may lie between pixels, so
 * that it mixes neighbours.
 */
function cropped({ width, samples, data }: PixelTile, crop: Crop, downsample: number): number[] {
  const left = Math.floor(crop.x * downsample) / downsample
  const top = Math.floor(crop.y * downsample) / downsample
  const values: number[] = []
  const at = (x: number, y: number, sample: number) => data[(y * width + x) * samples + sample] as number
  const mix = (a: number, b: number, share: number) => (share === 0 ? a : a + (b - a) * share)
  for (let row = 0; row < crop.height; row += 1) {
    for (let column = 0; column < crop.width; column += 1) {
      const [x, y] = [Math.floor(left) + column, Math.floor(top) + row]
      for (let sample = 0; sample < samples; sample += 1) {
        const above = mix(at(x, y, sample), at(x + 1, y, sample), left % 1)
        const below = mix(at(x, y + 1, sample), at(x + 1, y + 1, sample), left % 1)
        values.push(Math.round(mix(above, below, top % 1)))
      }
    }
  }
  return values
}

/** The largest difference of a sample, and that the sizes are the same. */
async function differenceFrom(png: string, values: ArrayLike<number>, samples: number): Promise<number> {
  const image = sharp(await readSample('reference', png)).toColourspace(samples === 1 ? 'b-w' : 'srgb')
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.channels, data.length]).toEqual([samples, values.length])
  let most = 0
  for (let i = 0; i < data.length; i += 1)
    most = Math.max(most, Math.abs((data[i] as number) - (values[i] as number)))
  return most
}

function mainImage({ images }: Slide): SlideImage {
  if (!images[0]) throw new Error('no image')
  return images[0]
}

/** A reference by page names a level of a pyramid, or a channel where pages are channels. */
function placeOf({ vendor }: Slide, page: number): { level: number; plane: Plane } {
  return vendor === 'qptiff' ? { level: 0, plane: { c: page } } : { level: page, plane: {} }
}

if (samplesFolder) {
  const references: Reference[] = JSON.parse(String(await readSample('reference', 'index.json')))

  describe.each(references)('$file page $page', ({ file, page, ...reference }) => {
    test('has the pixels that other programs read', () =>
      withSlide(file, async (slide) => {
        const image = mainImage(slide)
        for (const crop of reference.crops) {
          const { level, plane } =
            page === undefined ? { level: crop.level, plane: {} } : placeOf(slide, page)
          // libvips reads the page itself.
          const downsample = page === undefined ? (image.levels[level]?.downsample ?? 1) : 1
          const values = cropped(await readLevel(image, level, plane, around(crop)), crop, downsample)
          expect(await differenceFrom(crop.png, values, image.samples)).toBeLessThanOrEqual(toleranceOf(file))
        }
      }))

    if (reference.vendor) {
      test('has the sizes, scale and objective that other programs read', () =>
        withSlide(file, async (slide) => {
          const image = mainImage(slide)
          expect([slide.vendor, slide.images.length]).toEqual([reference.vendor, 1])
          expect(image.mpp).toEqual(
            reference.mpp_x ? { x: Number(reference.mpp_x), y: Number(reference.mpp_y) } : undefined,
          )
          expect(image.objective).toBe(reference.objective ? Number(reference.objective) : undefined)
          expect(sizes(image)).toEqual(reference.levels?.map(({ width, height }) => `${width}×${height}`))
          for (const [index, { downsample }] of (reference.levels ?? []).entries()) {
            expect(image.levels[index]?.downsample).toBeCloseTo(downsample, 10)
          }
        }))

      test('has the associated images that other programs read', () =>
        withSlide(file, async ({ associated }) => {
          const expected = Object.entries(reference.associated ?? {})
          expect(associated.map(({ kind }) => kind).sort()).toEqual(expected.map(([kind]) => kind).sort())
          for (const [kind, { size, png }] of expected) {
            const image = associated.find((there) => there.kind === kind)?.image
            if (!image) throw new Error(`no ${kind}`)
            expect([image.width, image.height]).toEqual(size)
            const { data } = await readLevel(image)
            expect(await differenceFrom(png, data, 3)).toBeLessThanOrEqual(toleranceOf(file, kind))
          }
        }))
    }
  })

  const folders = ['svs', 'ome', 'qptiff', 'tiff']
  const files = (
    await Promise.all(
      folders.map(async (folder) => (await readdir(samplePath(folder))).map((name) => `${folder}/${name}`)),
    )
  ).flat()

  describe.each(files)('%s', (file) => {
    const refusal = refusals[file]
    if (refusal) {
      test('is refused with a sentence that says why', async () => {
        const error = await openAny(samplePath(file)).catch((error: unknown) => error)
        expect(error instanceof SlideError && `${error.code} ${error.message}`).toBe(refusal)
      })
      return
    }

    test('opens, and the first and last tile of each level and plane can be read', () =>
      withSlide(file, async ({ images, associated }) => {
        for (const image of [...images, ...associated.map(({ image }) => image)]) {
          for (const [index, level] of image.levels.entries()) {
            const last = [
              Math.ceil(level.width / level.tileWidth) - 1,
              Math.ceil(level.height / level.tileHeight) - 1,
            ]
            for (const [x = 0, y = 0] of [[0, 0], last]) {
              for (const c of image.channels.keys()) {
                const tile = await image.rawTile(index, x, y, { c, z: image.sizeZ - 1, t: image.sizeT - 1 })
                expect(tile.width).toBe(Math.min(level.tileWidth, level.width - x * level.tileWidth))
                expect(tile.height).toBe(Math.min(level.tileHeight, level.height - y * level.tileHeight))
                expect(tile.data.length).toBe(tile.width * tile.height * image.samples)
              }
            }
          }
        }
      }))
  })

  test('opening a file of at most 20 directories reads at most 64 kB', async () => {
    for (const file of files.filter((file) => !refusals[file])) {
      const source = countingSource(await openFileSource(samplePath(file)))
      await openAny(source)
      await source.close()
      // One file's first description alone has 46 kB.
      expect(source.counted.bytes, file).toBeLessThanOrEqual(64 * 1024)
    }
  })

  test('tiles that are passed on decode to the pixels that are read', () =>
    withSlide('svs/CMU-1-Small-Region.svs', async (slide) => {
      const image = mainImage(slide)
      for (const [x, y] of [
        [0, 0],
        [4, 5],
        [8, 11],
      ] as const) {
        const encoded = await image.encodedTile(0, x, y)
        const raw = await image.rawTile(0, x, y)
        if (!encoded) throw new Error('not passed on')
        const { data, info } = await sharp(encoded.bytes).raw().toBuffer({ resolveWithObject: true })
        for (let row = 0; row < raw.height; row += 1) {
          const from = row * info.width * 3
          const to = row * raw.width * 3
          expect(
            Buffer.compare(
              data.subarray(from, from + raw.width * 3),
              raw.data.subarray(to, to + raw.width * 3) as Uint8Array,
            ),
          ).toBe(0)
        }
      }
    }))

  test('a QPTIFF’s channels, colours, exposures and associated images are read', () =>
    withSlide('qptiff/small_vectra.qptiff', async (slide) => {
      const image = mainImage(slide)
      expect(image.channels).toEqual([
        { name: 'DAPI', color: 0x0000ff, exposure: 2.63 },
        { name: 'FITC', color: 0x00ff00, exposure: 14.29 },
        { name: 'Cy3', color: 0xffff00, exposure: 208.03 },
      ])
      expect([image.objective, image.mpp?.x.toFixed(6)]).toEqual([10, '0.496535'])
      expect(slide.associated.map(({ kind, image }) => [kind, sizes(image)])).toEqual([
        ['thumbnail', ['480×360']],
        ['macro', ['201×398']],
        ['label', ['199×120']],
      ])
    }))

  test('an OME-TIFF’s planes, levels and colours are read', async () => {
    await withSlide('ome/fluo4_u16_subifd_big.ome.tif', async (slide) => {
      const image = mainImage(slide)
      expect(sizes(image)).toEqual(['2220×2967', '1110×1483', '555×741', '277×370'])
      expect(image.channels.map(({ name, color }) => [name, color])).toEqual([
        ['DAPI', 0x0000ff],
        ['CD3', 0x00ff00],
        ['CD8', 0xff0000],
        ['PanCK', 0xffff00],
      ])
      expect(image.mpp).toEqual({ x: 0.499, y: 0.499 })
    })
    await withSlide('ome/multi-channel-z-series.ome.tif', async (slide) => {
      const { pixelType, channels, sizeZ, sizeT } = mainImage(slide)
      expect([pixelType, channels.length, sizeZ, sizeT]).toEqual(['i8', 3, 5, 1])
    })
    await withSlide('ome/qupath_cells-2c.ome.tif', async (slide) => {
      const image = mainImage(slide)
      expect([image.samples, image.channels.map(({ color }) => color)]).toEqual([1, [0x00ff00, 0x0000ff]])
    })
  })
} else {
  test.skip('real slides, where CRESYL_SAMPLES names their folder')
}
