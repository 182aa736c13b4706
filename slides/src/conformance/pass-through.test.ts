import { writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { PixelTile } from '../pixels.ts'
import type { SlideImage } from '../slide.ts'
import { samplePath, samplesFolder } from '../test-support/test-samples.ts'
import { useTemporaryFolder } from '../write/test-support/temporary-folder.ts'
import { openSlideImage } from './test-support/openslide.ts'
import { mainImage, readLevel, withSlide } from './test-support/own-pixels.ts'
import { makePicture } from './test-support/pictures.ts'
import { expectAlike } from './test-support/pixel-difference.ts'
import { hasOpenSlide, hasVips, run } from './test-support/test-programs.ts'
import { readTiffByVips, vips, writeVipsFile } from './test-support/vips-image.ts'

const path = useTemporaryFolder()

/**
 * All tiles of a level as the file stores them, each a JPEG file of its own that libvips decodes, joined and cut to
 * the level; null where they aren't passed on.
 */
async function decodePassedOn(image: SlideImage, level: number): Promise<PixelTile | null> {
  const { width = 0, height = 0, tileWidth = 1, tileHeight = 1 } = image.levels[level] ?? {}
  const across = Math.ceil(width / tileWidth)
  const down = Math.ceil(height / tileHeight)
  const files: string[] = []
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const tile = await image.encodedTile(level, x, y)
      if (!tile) return null
      const file = path(`${files.length}.jpg`)
      await writeFile(file, tile.bytes)
      files.push(file)
    }
  }
  const joined = await vips(path('joined.v'), 'arrayjoin', files.join(' '), '--across', `${across}`)
  return cutTo(joined, width, height)
}

function cutTo(tile: PixelTile, width: number, height: number): PixelTile {
  const row = width * tile.samples
  const data = new Uint8Array(row * height)
  for (let y = 0; y < height; y++) {
    const start = y * tile.width * tile.samples
    data.set(tile.data.subarray(start, start + row), y * row)
  }
  return { ...tile, width, height, data }
}

test('tiles that are joined are cut to their level', () => {
  const data = Uint8Array.from([1, 2, 3, 4, 5, 6])
  const joined = { width: 3, height: 2, samples: 1, pixelType: 'u8', data } as const
  expect([...cutTo(joined, 2, 2).data]).toEqual([1, 2, 4, 5])
})

const expectPassedOn = (file: string, theirs: (page: number) => Promise<PixelTile>, tolerance: number) =>
  withSlide(file, async (slide) => {
    const image = mainImage(slide)
    for (const level of image.levels.keys()) {
      const passedOn = await decodePassedOn(image, level)
      if (!passedOn) throw new Error(`level ${level} is not passed on`)
      expectAlike(passedOn, await theirs(level), tolerance, `level ${level}`)
      expectAlike(passedOn, await readLevel(image, level), tolerance, `level ${level}, as decoded here,`)
    }
  })

if (samplesFolder && hasOpenSlide && hasVips) {
  describe('JPEG tiles that are passed on as they are', () => {
    test.each(['svs/small.svs', 'tiff/irs_tiled-jpeg-rgb-u8.tif'])(
      '%s: all of them are what OpenSlide decodes',
      (file) => expectPassedOn(samplePath(file), () => openSlideImage(samplePath(file), path('level.v')), 2),
    )
  })
}

if (hasVips) {
  describe('JPEG tiles that are passed on as they are, of pyramids that libvips makes', () => {
    const twoLevels = { width: 120, height: 100 }
    const square = [
      '--tile',
      '--tile-width',
      '64',
      '--tile-height',
      '64',
      '--pyramid',
      '--compression',
      'jpeg',
    ]
    test.each([
      { name: 'YCbCr at half resolution', samples: 3, quality: '75' },
      { name: 'RGB', samples: 3, quality: '95' },
      { name: 'grey', samples: 1, quality: '75' },
    ])('$name: all of them are what libtiff decodes', async ({ samples, quality }) => {
      await writeVipsFile(path('smooth.v'), makePicture('u8', samples, { ...twoLevels, noise: false }))
      await run('vips', 'tiffsave', path('smooth.v'), path('made.tif'), ...square, '--Q', quality)
      await expectPassedOn(
        path('made.tif'),
        (page) => readTiffByVips(path('made.tif'), path('page.v'), { page }),
        2,
      )
    })

    test('nothing is passed on of other codecs', async () => {
      await writeVipsFile(path('smooth.v'), makePicture('u8', 3, { noise: false }))
      await run(
        'vips',
        'tiffsave',
        path('smooth.v'),
        path('other.tif'),
        ...square.slice(0, 6),
        '--compression',
        'lzw',
      )
      await withSlide(path('other.tif'), async (slide) => {
        expect(await mainImage(slide).encodedTile(0, 0, 0)).toBeNull()
      })
    })
  })
}
