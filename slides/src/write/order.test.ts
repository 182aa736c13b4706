import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makePicture, paint } from './test-support/picture.ts'
import { readStoredTiles } from './test-support/read-tiles.ts'
import { useTemporaryFolder } from './test-support/temporary-folder.ts'
import { type Order, type WriteOptions, writePicture } from './test-support/write-picture.ts'

const path = useTemporaryFolder()

const picture = makePicture(700, 450)
paint(picture, [300, 90, 190, 300], [255, 255, 255])
const skip: NonNullable<WriteOptions['skip']> = (x, y) => x > 15 && y > 6

async function storedBytes(name: string, options: WriteOptions): Promise<string[][]> {
  await writePicture(path(name), picture, { skip, ...options })
  return (await readStoredTiles(path(name))).map((tiles) => tiles.map(({ bytes }) => bytes))
}

const orders: Order[] = ['columns', 'backwards', 'random']

test.each(orders)('tiles in the order %s give the same bytes a tile as in rows', async (order) => {
  const compression = { kind: 'jpeg' } as const
  const inRows = await storedBytes(`rows-${order}`, { options: { compression } })
  expect(inRows.map((tiles) => tiles.length)).toEqual([330, 88, 24, 6, 2, 1])
  expect(await storedBytes(order, { order, options: { compression } })).toEqual(inRows)
})

test.each(orders)('what goes through the scratch file is the same too, in the order %s', async (order) => {
  const inRows = await storedBytes(`kept-${order}`, {})
  const memory = { waiting: 0, encoding: 0 }
  expect(await storedBytes(`spilled-${order}`, { order, memory })).toEqual(inRows)
  expect((await readdir(path(''))).filter((name) => /scratch|partial/.test(name))).toEqual([])
})
