import { expect, test } from 'vitest'
import { seeded } from '../test-support/seeded.ts'
import { type BuiltTile, LevelBuilder } from './level-builder.ts'
import { planPyramid } from './plan-pyramid.ts'
import { layOutPyramid } from './pyramid-layout.ts'
import { QuarterPool } from './quarter-pool.ts'
import { ScratchFile } from './scratch-file.ts'
import { useTemporaryFolder } from './test-support/temporary-folder.ts'
import { TileBuffers } from './tile-buffers.ts'

const path = useTemporaryFolder()
const columns = 64
const side = 16

/** Feeds a square of tiles, each with its number in every pixel, with room for so many quarters in memory. */
async function build(mostQuarters: number, order: readonly number[]) {
  const length = columns * side
  const plan = planPyramid({
    width: length,
    height: length,
    pixelType: 'u16',
    samples: 1,
    container: 'bigtiff',
    tileSize: side,
    smallestLevel: side,
    compression: { kind: 'none' },
  })
  const layout = layOutPyramid(plan)
  const tiles = new TileBuffers('u16', side ** 2)
  const quarters = new TileBuffers('u16', side ** 2 / 4)
  const scratch = new ScratchFile(path('scratch'))
  const pool = new QuarterPool(quarters, scratch, layout.tiles, mostQuarters * quarters.bytes)
  const builder = new LevelBuilder(layout, { side, samples: 1 }, 'mean', [0], tiles, quarters, pool)
  const last: BuiltTile[] = []
  for (const tile of order) {
    const place = { plane: 0, level: 0, x: tile % columns, y: Math.floor(tile / columns) }
    let next: BuiltTile | undefined = { place, data: new Uint16Array(side ** 2).fill(tile) }
    while (next) {
      if (next.place.level === layout.levels.length - 1) last.push(next)
      next = await builder.add(next)
    }
  }
  await scratch.close()
  return { spilled: pool.spilledTiles, last }
}

const rows = Array.from({ length: columns * columns }, (_, i) => i)

test('in rows, what waits is two quarters for each tile of one row of each level, so that nothing is spilled', async () => {
  const { spilled, last } = await build(2 * columns, rows)
  expect(spilled).toBe(0)
  expect(last.length).toBe(1)
})

test('at random much is spilled, and the last level is the same', async () => {
  const random = seeded(2)
  const shuffled = rows.map((tile) => ({ tile, at: random.below(2 ** 32) })).sort((a, b) => a.at - b.at)
  const { spilled, last } = await build(
    2 * columns,
    shuffled.map(({ tile }) => tile),
  )
  expect(spilled).toBeGreaterThan(100)
  expect(last).toEqual((await build(2 * columns, rows)).last)
})
