import { expect, test } from 'vitest'
import { memorySource } from '../source/memory-source.ts'
import { seeded } from '../test-support/seeded.ts'
import { type MosaicArea, mosaicPage, mosaicSize } from './mosaic-page.ts'
import { openTiff } from './open-tiff.ts'
import { openPage } from './page.ts'
import { makeTiff } from './test-support/make-tiff.ts'
import type { TestPage } from './test-support/test-page.ts'
import type { TiffPage } from './tiff.ts'

async function openOf(page: TestPage) {
  const file = await openTiff(memorySource(await makeTiff({ pages: [page] })))
  const [directory] = file.directories
  if (!directory) throw new Error('no directory')
  return { file, page: await openPage(file, directory) }
}

const noise = (width: number, height: number): TestPage => {
  const random = seeded(3)
  const pixels = Uint8Array.from({ length: width * height * 3 }, () => random.below(250))
  return { width, height, samples: 3, tileWidth: 64, tileHeight: 48, pixels }
}

async function allOf(page: TiffPage): Promise<Uint8Array> {
  const data = new Uint8Array(page.width * page.height * 3)
  for (let y = 0; y * page.tileHeight < page.height; y++) {
    for (let x = 0; x * page.tileWidth < page.width; x++) {
      const tile = await page.rawTile(x, y)
      for (let row = 0; row < tile.height; row++) {
        const to = ((y * page.tileHeight + row) * page.width + x * page.tileWidth) * 3
        data.set(tile.data.subarray(row * tile.width * 3, (row + 1) * tile.width * 3) as Uint8Array, to)
      }
    }
  }
  return data
}

/** Piece by piece over the whole picture, pixel by pixel. */
function painted(areas: readonly MosaicArea[], { width, height, pixels }: TestPage): Uint8Array {
  const size = mosaicSize(areas)
  const picture = new Uint8Array(size.width * size.height * 3).fill(255)
  for (const area of areas) {
    for (let row = area.down - 1; row >= 0; row--) {
      for (let column = 0; column < area.across; column++) {
        for (let y = 0; y < area.pieceHeight; y++) {
          for (let x = 0; x < area.pieceWidth; x++) {
            const from = [
              area.pageX + column * area.pieceWidth + x,
              area.pageY + row * area.pieceHeight + y,
            ] as const
            if (from[0] >= width || from[1] >= height) continue
            const to = (area.y + row * area.stepY + y) * size.width + area.x + column * area.stepX + x
            for (let sample = 0; sample < 3; sample++) {
              picture[to * 3 + sample] = pixels[(from[1] * width + from[0]) * 3 + sample] as number
            }
          }
        }
      }
    }
  }
  return picture
}

test('agrees with painting every piece pixel by pixel', async () => {
  const stored = noise(700, 400)
  const { file, page } = await openOf(stored)
  const random = seeded(11)
  const between = (least: number, most: number) => least + random.below(most - least + 1)
  // A gap of a single pixel would be closed.
  const stepOf = (length: number) =>
    random.below(4) === 0 ? length + 2 : between(Math.ceil(length / 2), length)
  for (let round = 0; round < 25; round++) {
    const areas = Array.from({ length: between(1, 3) }, (): MosaicArea => {
      const [pieceWidth, pieceHeight] = [between(4, 200), between(4, 150)]
      return {
        pieceWidth,
        pieceHeight,
        across: between(1, 5),
        down: between(1, 4),
        pageX: between(0, 100),
        pageY: between(0, 100),
        x: between(0, 300),
        y: between(0, 200),
        stepX: stepOf(pieceWidth),
        stepY: stepOf(pieceHeight),
      }
    })
    const mosaic = mosaicPage(file, page, areas)
    const same = Buffer.compare(await allOf(mosaic), painted(areas, stored)) === 0
    expect(same, `round ${round}: ${JSON.stringify(areas)}`).toBe(true)
  }
})

test('leaves no gaps where steps and pieces have fractions, and is as large as the pieces are', async () => {
  const { file, page } = await openOf({ ...noise(600, 600), pixels: new Uint8Array(600 * 600 * 3).fill(7) })
  for (const downsample of [1.5, 3.3, 7, 21.25]) {
    const side = 100 / downsample
    for (const overlap of [0, 0.4, 1.7]) {
      const step = (100 - overlap) / downsample
      const mosaic = mosaicPage(file, page, [
        {
          across: 5,
          down: 4,
          pieceWidth: side,
          pieceHeight: side,
          pageX: 0,
          pageY: 0,
          x: 0,
          y: 0,
          stepX: step,
          stepY: step,
        },
      ])
      expect([mosaic.width, mosaic.height]).toEqual([
        Math.ceil(4 * step + side - 1e-6),
        Math.ceil(3 * step + side - 1e-6),
      ])
      const data = await allOf(mosaic)
      const inner = Array.from({ length: mosaic.height - 1 }, (_, y) =>
        data.subarray(y * mosaic.width * 3, ((y + 1) * mosaic.width - 1) * 3),
      )
      expect(
        inner.some((row) => row.includes(255)),
        `1:${downsample}, overlap ${overlap}`,
      ).toBe(false)
    }
  }
})

test('decodes a tile of the page once for all tiles of the picture that show it, and refuses what it hasn’t', async () => {
  const { file, page } = await openOf(noise(256, 96))
  let decoded = 0
  const counted: TiffPage = {
    ...page,
    rawTile(x, y, options) {
      decoded++
      return page.rawTile(x, y, options)
    },
  }
  const area = { across: 4, down: 2, pieceWidth: 64, pieceHeight: 48, stepX: 300, stepY: 300 }
  const mosaic = mosaicPage(file, counted, [{ ...area, pageX: 0, pageY: 0, x: 10, y: 10 }])
  await allOf(mosaic)
  expect(decoded).toBe(8)
  expect((await mosaic.rawTile(0, 0, { sample: 1 })).samples).toBe(1)
  await expect(mosaic.encodedTile(9, 0)).rejects.toMatchObject({ code: 'out_of_range' })
})
