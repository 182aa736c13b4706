import { readdir } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { makePicture, paint } from './test-support/picture.ts'
import { readStoredTiles } from './test-support/read-tiles.ts'
import { useTemporaryFolder } from './test-support/temporary-folder.ts'
import { type Order, type WriteOptions, writePicture } from './test-support/write-picture.ts'

const path = useTemporaryFolder()

const picture = makePicture(350, 225)
paint(picture, [150, 45, 95, 150], [255, 255, 255])
const skip: NonNullable<WriteOptions['skip']> = (x, y) => x > 7 && y > 3

async function storedBytes(name: string, options: WriteOptions): Promise<string[][]> {
  await writePicture(path(name), picture, { skip, ...options })
  return (await readStoredTiles(path(name))).map((tiles) => tiles.map(({ bytes }) => bytes))
}

const orders: Order[] = ['columns', 'backwards', 'random']

const jpeg = { options: { compression: { kind: 'jpeg' } } } as const
let inRows: { jpeg: string[][]; deflate: string[][] }

beforeAll(async () => {
  inRows = { jpeg: await storedBytes('rows-jpeg', jpeg), deflate: await storedBytes('rows-deflate', {}) }
  expect(inRows.jpeg.map((tiles) => tiles.length)).toEqual([88, 24, 6, 2, 1])
})

test.each(orders)('tiles in the order %s give the same bytes a tile as in rows', async (order) => {
  expect(await storedBytes(order, { order, ...jpeg })).toEqual(inRows.jpeg)
})

test.each(orders)('what goes through the scratch file is the same too, in the order %s', async (order) => {
  const memory = { waiting: 0, encoding: 0 }
  expect(await storedBytes(`spilled-${order}`, { order, memory })).toEqual(inRows.deflate)
  expect((await readdir(path(''))).filter((name) => /scratch|partial/.test(name))).toEqual([])
})
