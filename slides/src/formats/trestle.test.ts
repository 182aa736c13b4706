import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openSlideImage, openSlideProperties } from '../conformance/test-support/openslide.ts'
import { hasOpenSlide, hasVips } from '../conformance/test-support/test-programs.ts'
import { compressions, fieldTypes, tags } from '../tiff/tags.ts'
import { makeTiff } from '../tiff/test-support/make-tiff.ts'
import { useTemporaryFolder } from '../write/test-support/temporary-folder.ts'
import { noisePicture, photographs } from './test-support/made-mosaics.ts'
import {
  description,
  openBytes,
  openMade,
  plainPage,
  readLevel,
  sizes,
  textTag,
} from './test-support/made-slides.ts'

const pathOf = useTemporaryFolder()

const tile = { width: 32, height: 32 }
const count = { across: 3, down: 2 }

/** A level of overlapping tiles, and one of half its size without. */
function scan(overlaps = ' 6 4 0 0') {
  const step = { x: tile.width - 6, y: tile.height - 4 }
  const picture = noisePicture(step.x * 2 + tile.width, step.y + tile.height)
  const full = {
    ...photographs(picture, tile, step, count),
    compression: compressions.lzw,
    extraTags: [
      description(`Background Color=E6E6E6;Objective Power=20;OverlapsXY=${overlaps};Image=a`),
      textTag(tags.software, 'MedScan 1.0'),
      { tag: tags.xResolution, type: fieldTypes.rational, values: [0.375] },
      { tag: tags.yResolution, type: fieldTypes.rational, values: [0.375] },
    ],
  }
  const half = plainPage(picture.width / 2, picture.height / 2, 5, {
    samples: 3,
    tileWidth: 32,
    compression: compressions.lzw,
  })
  return { picture, pages: [full, half] }
}

test('puts overlapping tiles together, level by level, and has the scale and the objective', async () => {
  const { picture, pages } = scan()
  const { vendor, images, associated, metadata } = await openMade(pages)
  const [image] = images
  if (!image) throw new Error('no image')
  expect([vendor, associated, sizes(image)]).toEqual(['trestle', [], ['84×60', '42×30']])
  expect((await readLevel(image)).data).toEqual(picture.data)
  expect([image.mpp, image.objective]).toEqual([{ x: 0.375, y: 0.375 }, 20])
  expect(metadata).toMatchObject({
    scanner: { manufacturer: 'Trestle', software: 'MedScan 1.0' },
    properties: { 'Background Color': 'E6E6E6', OverlapsXY: '6 4 0 0', Image: 'a' },
  })
})

test('takes tiles as they are where no overlap is said', async () => {
  const { pages } = scan(' ')
  const { images } = await openMade(pages)
  expect(images[0] && sizes(images[0])[0]).toBe('96×64')
})

test.each(['17 4 0 0', 'x 4 0 0'])(
  'refuses overlaps that are more than half a tile, or no numbers: %s',
  async (said) => {
    await expect(openMade(scan(` ${said}`).pages)).rejects.toMatchObject({
      code: 'malformed',
      message: `IFD 0: has tiles of 32 × 32 pixels, which can't overlap by what OverlapsXY says, "${said}"`,
    })
  },
)

test.skipIf(!hasOpenSlide || !hasVips)('is read as OpenSlide reads it', async () => {
  const { pages, picture } = scan()
  const bytes = await makeTiff({ pages })
  const path = pathOf('trestle.tif')
  await writeFile(path, bytes)
  const properties = await openSlideProperties(path)
  const of = (name: string) => properties?.get(`openslide.${name}`)
  expect([of('vendor'), of('mpp-x'), of('objective-power')]).toEqual(['trestle', '0.375', '20'])
  const { images } = await openBytes(bytes)
  expect(images[0]?.levels.map(({ width, height }) => [width, height])).toEqual(
    [0, 1].map((level) => [Number(of(`level[${level}].width`)), Number(of(`level[${level}].height`))]),
  )
  expect((await openSlideImage(path, pathOf('level.v'))).data).toEqual(picture.data)
})
