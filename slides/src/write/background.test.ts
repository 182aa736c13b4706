import { expect, test } from 'vitest'
import { createPyramid } from './create-pyramid.ts'
import { halvePicture, makePicture, paint } from './test-support/picture.ts'
import { withSlide } from './test-support/read-back.ts'
import { readStoredTiles } from './test-support/read-tiles.ts'
import { useTemporaryFolder } from './test-support/temporary-folder.ts'
import { optionsOf, readLevel, writePicture } from './test-support/write-picture.ts'

const path = useTemporaryFolder()

test('tiles that were never written and tiles of background share one stored tile', async () => {
  const picture = makePicture(320, 320)
  // Three of four quarters of background; the tiles of one of them are never written.
  paint(picture, [0, 160, 320, 160], [250, 251, 252])
  paint(picture, [160, 0, 160, 160], [250, 251, 252])
  const options = { background: [250, 251, 252], tileSize: 32 } as const
  const written = await writePicture(path('shared'), picture, { options, skip: (x, y) => x >= 5 && y >= 5 })
  // Levels of 10, 5, 3 and 2 tiles a side.
  expect(written).toMatchObject({ tiles: 138, sharedTiles: 138 - (25 + 9 + 4 + 1) })

  const stored = (await readStoredTiles(path('shared'))).flat()
  expect(new Set(stored.map(({ position }) => position)).size).toBe(40)

  await withSlide(path('shared'), async (image) => {
    let expected = picture
    for (const level of image.levels.keys()) {
      expect((await readLevel(image, level)).data).toEqual(expected.data)
      expected = halvePicture(expected)
    }
  })
})

test.each(['deflate', 'jpeg'] as const)(
  'tiles that come again and again are encoded and stored once or twice (%s)',
  async (kind) => {
    const tile = makePicture(32, 32)
    const picture = { ...makePicture(1024, 1024), data: new Uint8Array(1024 * 1024 * 3) }
    for (let y = 0; y < 1024; y++) {
      const row = tile.data.subarray((y % 32) * 96, ((y % 32) + 1) * 96)
      for (let x = 0; x < 1024; x += 32) picture.data.set(row, (y * 1024 + x) * 3)
    }
    await writePicture(path(`repeated-${kind}`), picture, { options: { compression: { kind } } })
    const levels = await readStoredTiles(path(`repeated-${kind}`))
    expect(levels[0]).toHaveLength(1024)
    for (const stored of levels) {
      expect(new Set(stored.map(({ position }) => position)).size).toBeLessThanOrEqual(2)
      expect(new Set(stored.map(({ bytes }) => bytes)).size).toBe(1)
    }
  },
)

test('a file without any tile is background everywhere and hardly larger than its index', async () => {
  const picture = {
    width: 40_000,
    height: 30_000,
    samples: 3,
    pixelType: 'u8',
    data: new Uint8Array(),
  } as const
  const options = optionsOf(picture, { tileSize: 256, compression: { kind: 'jpeg' } })
  const written = await (await createPyramid(path('empty'), options)).finish()
  expect(written.sharedTiles).toBe(written.tiles)
  expect(written.bytes).toBeLessThan(12 * written.tiles + 20_000)
  await withSlide(path('empty'), async (image) => {
    expect(new Set((await image.rawTile(0, 156, 117)).data)).toEqual(new Set([255]))
  })
})

test('grey is black where nothing was written, and any value may be chosen', async () => {
  for (const [background, value] of [
    [undefined, 0],
    [4000, 4000],
  ] as const) {
    const picture = makePicture(64, 64, 1, 'u16')
    await writePicture(path(`grey-${value}`), picture, { options: { background }, skip: (x) => x === 1 })
    await withSlide(path(`grey-${value}`), async (image) => {
      expect(new Set((await image.rawTile(0, 1, 0)).data)).toEqual(new Set([value]))
    })
  }
})
