import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { QuarterPool } from './quarter-pool.ts'
import { ScratchFile } from './scratch-file.ts'
import { useTemporaryFolder } from './test-support/temporary-folder.ts'
import { TileBuffers } from './tile-buffers.ts'

const path = useTemporaryFolder()

function newPool(mostQuarters: number) {
  const buffers = new TileBuffers('u16', 50)
  const scratch = new ScratchFile(path('scratch'))
  const pool = new QuarterPool(buffers, scratch, 1000, mostQuarters * 100)
  const put = (tile: number, index: number) => {
    const quarter = buffers.take()
    return pool.put(tile, index, quarter.fill(tile * 4 + index))
  }
  const take = async (tile: number, present: number) => {
    const taken: number[][] = []
    await pool.takeAll(tile, present, (quarter, index) => {
      expect(new Set(quarter).size).toBe(1)
      taken.push([index, quarter[0] ?? 0])
    })
    return taken
  }
  return { pool, scratch, put, take }
}

test('what fits in memory never makes a scratch file', async () => {
  const { pool, put, take } = newPool(8)
  for (const tile of [1, 2]) for (const index of [0, 1, 2, 3]) await put(tile, index)
  expect(await take(2, 0b1011)).toEqual([
    [0, 8],
    [1, 9],
    [3, 11],
  ])
  expect(pool.spilledTiles).toBe(0)
})

test('what does not fit comes back from the scratch file, whose slots are used again', async () => {
  const { pool, scratch, put, take } = newPool(4)
  for (let round = 0; round < 5; round++) {
    for (const index of [0, 3, 1, 2]) {
      for (let tile = round * 10; tile < round * 10 + 10; tile++) await put(tile, index)
    }
    for (let tile = round * 10; tile < round * 10 + 10; tile++) {
      expect(await take(tile, 15)).toEqual([0, 1, 2, 3].map((index) => [index, tile * 4 + index]))
    }
  }
  expect(pool.spilledTiles).toBeLessThanOrEqual(10)
  expect(pool.spilledTiles).toBeGreaterThan(0)
  expect(await readdir(path(''))).not.toContain('scratch')
  await scratch.close()
})
