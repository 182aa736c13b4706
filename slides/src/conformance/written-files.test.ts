import { beforeAll, describe, expect, test } from 'vitest'
import type { PixelTile } from '../pixels.ts'
import { makeSlide } from '../procedural/make-slide.ts'
import type { Plane, SlideImage } from '../slide.ts'
import { createPyramid } from '../write/create-pyramid.ts'
import { makePicture, paint } from '../write/test-support/picture.ts'
import { useTemporaryFolder } from '../write/test-support/temporary-folder.ts'
import { optionsOf, writePicture } from '../write/test-support/write-picture.ts'
import { openSlideLevel, openSlideProperties } from './test-support/openslide.ts'
import {
  allDirectories,
  mainImage,
  readLevel,
  readPage,
  withSlide,
  withTiff,
} from './test-support/own-pixels.ts'
import { expectAlike } from './test-support/pixel-difference.ts'
import { hasLibtiff, hasOpenSlide, hasVips, run } from './test-support/test-programs.ts'
import { ownFacts, tiffinfo } from './test-support/tiffinfo.ts'
import { readTiffByVips } from './test-support/vips-image.ts'

const path = useTemporaryFolder()

/** Two channels, three focus planes and two times of one tile each, with smaller levels. */
async function writeStack(file: string): Promise<void> {
  const first = makePicture(75, 50, 1, 'u16')
  const writer = await createPyramid(file, {
    ...optionsOf(first, { container: 'ome-tiff', tileSize: 80, smallestLevel: 16 }),
    channels: [{ name: 'DAPI' }, { name: 'CD3' }],
    sizeZ: 3,
    sizeT: 2,
  })
  for (const c of [0, 1])
    for (const z of [0, 1, 2])
      for (const t of [0, 1])
        await writer.writeTile(0, 0, makePicture(75, 50, 1, 'u16', c + 2 * z + 6 * t), { c, z, t })
  await writer.finish()
}

/** What the writer's own tests leave out: stacks, odd sizes, background, and whole procedural slides. */
const files: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
  'procedural brightfield': (file) =>
    makeSlide(file, { seed: 3, width: 512, height: 384, stain: 'he', tileSize: 64 }),
  'procedural fluorescence': (file) =>
    makeSlide(file, { seed: 3, width: 300, height: 200, stain: 'fluorescence', tileSize: 64 }),
  'a stack of channels and focus planes': writeStack,
  'one pixel': (file) => writePicture(file, makePicture(1, 1)),
  'one row': (file) => writePicture(file, makePicture(150, 1, 1, 'u16')),
  'one column of JPEG': (file) =>
    writePicture(file, makePicture(1, 150), { options: { compression: { kind: 'jpeg' } } }),
  'only background': (file) => writePicture(file, makePicture(100, 100), { skip: () => true }),
  'mostly background in JPEG': (file) => {
    const picture = makePicture(200, 130)
    paint(picture, [0, 0, 200, 100], [255, 255, 255])
    return writePicture(file, picture, {
      options: { compression: { kind: 'jpeg', quality: 80 } },
      skip: (x) => x > 3,
    })
  },
}
const names = Object.keys(files)
const lossy = (name: string) => /brightfield|JPEG/.test(name)

/** In the order of the file: channels, then focus planes, then times. */
const planesOf = ({ channels, sizeZ, sizeT }: SlideImage): Plane[] =>
  Array.from({ length: channels.length * sizeZ * sizeT }, (_, page) => ({
    c: page % channels.length,
    z: Math.floor(page / channels.length) % sizeZ,
    t: Math.floor(page / channels.length / sizeZ),
  }))

/** One of several pages that lie one below the other. */
function cutPage(all: PixelTile, page: number, pages: number): PixelTile {
  const length = all.data.length / pages
  return {
    ...all,
    height: all.height / pages,
    data: all.data.subarray(page * length, (page + 1) * length),
  }
}

beforeAll(async () => {
  for (const [name, write] of Object.entries(files)) await write(path(`${name}.tif`))
})

test.each(names)('%s has the planes that were written', async (name) => {
  const planes = await withSlide(path(`${name}.tif`), async (slide) => planesOf(mainImage(slide)).length)
  expect(planes).toBe(name.includes('stack') ? 12 : name.includes('fluorescence') ? 2 : 1)
})

if (hasLibtiff) {
  describe('libtiff', () => {
    test.each(names)('reads all of %s without a complaint', async (name) => {
      await run('tiffinfo', path(`${name}.tif`))
      // That would decode it too, but miscounts rows of JPEG whose colour has half the resolution.
      if (!lossy(name)) await run('tiffinfo', '-D', path(`${name}.tif`))
    })

    test.each(names)('describes the directories of %s as we do', (name) =>
      withTiff(path(`${name}.tif`), async (file) => {
        const theirs = await tiffinfo(path(`${name}.tif`))
        const directories = await allDirectories(file)
        expect(theirs.size).toBe(directories.length)
        for (const { directory } of directories)
          expect(await ownFacts(directory), directory.label).toEqual(theirs.get(directory.offset))
      }),
    )

    test.each(names)('copies every directory of %s, and nothing changes', async (name) => {
      await run('tiffcp', '-c', 'zip', path(`${name}.tif`), path('copy.tif'))
      const count = await withTiff(path(`${name}.tif`), async ({ directories }) => directories.length)
      for (let page = 0; page < count; page++) {
        const original = await readPage(path(`${name}.tif`), page)
        expectAlike(
          await readPage(path('copy.tif'), page),
          original,
          lossy(name) ? 3 : 0,
          `directory ${page}`,
        )
      }
    })
  })
}

if (hasVips) {
  describe('libvips', () => {
    test.each(names)('reads every page and sub-directory of %s as we do', async (name) => {
      const file = path(`${name}.tif`)
      await withSlide(file, async (slide) => {
        const image = mainImage(slide)
        const chained = slide.vendor === 'generic-tiff'
        const planes = planesOf(image)
        for (const level of image.levels.keys()) {
          const place = chained ? { page: level } : { pages: planes.length, subIfd: level - 1 }
          const theirs = await readTiffByVips(file, path('page.v'), place)
          for (const [page, plane] of planes.entries()) {
            const what = `level ${level} of ${JSON.stringify(plane)}`
            const ours = await readLevel(image, level, plane)
            expectAlike(ours, cutPage(theirs, page, planes.length), lossy(name) ? 3 : 0, what)
          }
        }
      })
    })
  })
}

if (hasOpenSlide) {
  describe('OpenSlide', () => {
    test('lists and decodes the levels of a procedural slide', async () => {
      const file = path('procedural brightfield.tif')
      const properties = await openSlideProperties(file)
      await withSlide(file, async (slide) => {
        const image = mainImage(slide)
        expect(properties?.get('openslide.level-count')).toBe(`${image.levels.length}`)
        for (const [level, size] of image.levels.entries()) {
          expect(properties?.get(`openslide.level[${level}].width`)).toBe(`${size.width}`)
          expect(properties?.get(`openslide.level[${level}].height`)).toBe(`${size.height}`)
          const theirs = await openSlideLevel(file, level, size, path('level.png'))
          expectAlike(await readLevel(image, level), theirs, 3, `level ${level}`)
        }
      })
    })
  })
}
