import { describe, expect, test } from 'vitest'
import type { PixelTile } from '../../pixels.ts'
import type { Plane, SlideImage } from '../../slide.ts'
import { samplePath } from '../../test-support/test-samples.ts'
import { openPage } from '../../tiff/page.ts'
import { readWhole } from '../../tiff/test-support/open-bytes.ts'
import { useTemporaryFolder } from '../../write/test-support/temporary-folder.ts'
import { allDirectories, mainImage, readLevel, withSlide, withTiff } from './own-pixels.ts'
import { expectAlike } from './pixel-difference.ts'
import { readTiffByVips, spreadBits } from './vips-image.ts'

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

/** Compares whole files, page by page, with what libvips reads of them. */
export function describeAsLibvipsReads(files: readonly string[]): void {
  const path = useTemporaryFolder()

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
          expectAlike(spreadBits(await readWhole(page), page.bitDepth), theirs, tolerance, directory.label)
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
