import { describe, expect, test } from 'vitest'
import type { PixelTile } from '../pixels.ts'
import type { Plane, SlideImage } from '../slide.ts'
import { samplePath, samplesFolder } from '../test-support/test-samples.ts'
import { openPage } from '../tiff/page.ts'
import { readWhole } from '../tiff/test-support/open-bytes.ts'
import { useTemporaryFolder } from '../write/test-support/temporary-folder.ts'
import { allDirectories, mainImage, readLevel, withSlide, withTiff } from './test-support/own-pixels.ts'
import { expectAlike } from './test-support/pixel-difference.ts'
import { sampleFiles } from './test-support/sample-files.ts'
import { hasVips } from './test-support/test-programs.ts'
import { readTiffByVips } from './test-support/vips-image.ts'

const path = useTemporaryFolder()

/** Those libvips doesn't read: no rows, old-style JPEG, and JPEG 2000 as Aperio stores it. */
const unread = ['tiff/li_zero_gi.tif', 'tiff/ojpeg-tile.tif', 'svs/tcga-cr-7395-01a-01-ts1.svs']

interface Place {
  readonly level: number
  readonly plane: Plane
}

/** Where in the image a page belongs, by what the files say of themselves; undefined: elsewhere. */
const places: Readonly<Record<string, (page: number, subIfd: number) => Place | undefined>> = {
  'ome/multi-channel-z-series.ome.tif': (page) => ({
    level: 0,
    plane: { c: Math.floor(page / 5), z: page % 5 },
  }),
  'ome/viv_multi-channel.ome.tif': (page) => ({ level: 0, plane: { c: page } }),
  'ome/qupath_cells.ome.tif': () => ({ level: 0, plane: {} }),
  'ome/fluo4_u16_subifd_big.ome.tif': (page, subIfd) => ({ level: subIfd + 1, plane: { c: page } }),
  'qptiff/small_vectra.qptiff': (page) => (page < 3 ? { level: 0, plane: { c: page } } : undefined),
  'qptiff/syn_polaris_4ch.qptiff'(page) {
    if (page < 4) return { level: 0, plane: { c: page } }
    return page > 4 && page < 17
      ? { level: Math.floor((page - 1) / 4), plane: { c: (page - 1) % 4 } }
      : undefined
  },
  'tiff/boxes.tiff': (page) => ({ level: page, plane: {} }),
}

const expectLevel = async (image: SlideImage, { level, plane }: Place, theirs: PixelTile) =>
  expectAlike(await readLevel(image, level, plane), theirs, 0, `level ${level} of ${JSON.stringify(plane)}`)

test('pictures that differ are told apart, and the failure says how far', () => {
  const pixel = (...data: number[]) =>
    ({ width: 1, height: 1, samples: 3, pixelType: 'f32', data: Float32Array.from(data) }) as const
  expectAlike(pixel(1, 2, 3), pixel(1, 2, 3))
  expectAlike(pixel(1, 2, 3), pixel(1, 4, 3), 2)
  expect(() => expectAlike(pixel(1, 2, 3), pixel(1, 5, 3), 2)).toThrow('largest 3, mean 1.0000, 1 of 3')
  expect(() => expectAlike(pixel(1, 2, 3), pixel(1, Number.NaN, 3), 2)).toThrow('largest NaN')
  expect(() => expectAlike(pixel(1, 2, 3), { ...pixel(1, 2, 3), pixelType: 'u32' })).toThrow()
})

if (samplesFolder && hasVips) {
  const files = sampleFiles('svs', 'tiff', 'ome', 'qptiff').filter((file) => !unread.includes(file))

  // Whole slides take a while on a busy machine.
  describe.each(files)('%s', { timeout: 120_000 }, (file) => {
    const sample = samplePath(file)

    const placeOf = places[file]
    const planes = new Map<Place, PixelTile>()

    test('has the pixels that libvips reads, each page and sub-directory whole', () =>
      withTiff(sample, async (tiff) => {
        for (const { directory, page: index, subIfd } of await allDirectories(tiff)) {
          const page = await openPage(tiff, directory)
          const theirs = await readTiffByVips(sample, path('page.v'), { page: index, subIfd })
          const tolerance = page.compression === 'JPEG' ? 2 : 0
          expectAlike(await readWhole(page), theirs, tolerance, directory.label)
          const place = placeOf?.(index, subIfd)
          if (place) planes.set(place, theirs)
        }
      }))

    if (!placeOf) return

    test('has those pixels as the planes and levels of its image', () =>
      withSlide(sample, async (slide) => {
        const image = mainImage(slide)
        expect(planes.size).toBe(image.levels.length * image.channels.length * image.sizeZ * image.sizeT)
        for (const [place, theirs] of planes) await expectLevel(image, place, theirs)
      }))
  })
}
