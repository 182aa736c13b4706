import { expect, test } from 'vitest'
import { hash } from '../test-support/made-picture.ts'
import { aligned } from './instantiate.ts'
import { createOverviewLoops } from './overview-loops.ts'
import { overviewLoopsBytes } from './overview-loops-bytes.ts'
import { assemble } from './test-support/assemble.ts'

test('the bytes that are kept are those of the text', async () => {
  expect(overviewLoopsBytes).toBe(await assemble('overview-loops'))
})

test('steps of five rows are summed, those further up taken away', () => {
  const [width, height] = [32, 12]
  const values = Uint8Array.from({ length: width * height }, (_, at) =>
    at % 7 === 0 ? 255 * (at % 2) : hash(at, 3) % 256,
  )
  const at = (x: number, y: number) => values[y * width + x] as number
  const stepsAt = (x: number, y: number) => {
    const fall = at(x + 1, y + 1) - at(x - 1, y - 1)
    const rise = at(x + 1, y - 1) - at(x - 1, y + 1)
    const across = 10 * (at(x + 1, y) - at(x - 1, y)) + 3 * (fall + rise)
    const down = 10 * (at(x, y + 1) - at(x, y - 1)) + 3 * (fall - rise)
    return [across * across, across * down, down * down] as const
  }
  const loops = createOverviewLoops()
  const sums = 16 + aligned(values.length + 16)
  const list = 4 * width
  const memory = loops.reserve(sums + 6 * 3 * list)
  new Uint8Array(memory, 16).set(values)
  for (let y = 1; y < height - 1; y += 1) {
    loops.addSteps(16 + y * width, width, width, sums + (1 + (y % 5)) * 3 * list, sums)
    if (y < 5) continue
    for (let x = 1; x < width - 1; x += 1) {
      const rows = [y - 4, y - 3, y - 2, y - 1, y].map((row) => stepsAt(x, row))
      const truth = [0, 1, 2].map((part) => rows.reduce((sum, row) => sum + (row[part] as number), 0))
      const found = [0, 1, 2].map((part) => new Int32Array(memory, sums + part * list, width)[x])
      expect(found).toEqual(truth)
    }
  }
})

test('stain is that of the plain way, for every colour', () => {
  const pixels = 5000
  const rgb = Uint8Array.from({ length: 3 * pixels }, (_, at) => hash(at, 8) % 256)
  const tables = Float32Array.from({ length: 768 }, (_, at) => (hash(at, 6) % 1000) / 600)
  const loops = createOverviewLoops()
  const [rgbAt, stainAt] = [4 * 768, 4 * 768 + 3 * pixels]
  const memory = loops.reserve(stainAt + pixels)
  new Float32Array(memory, 0, 768).set(tables)
  new Uint8Array(memory, rgbAt).set(rgb)
  loops.mapStain(rgbAt, pixels, 0, 200, stainAt)
  const truth = Uint8Array.from({ length: pixels }, (_, pixel) => {
    const each = [0, 1, 2].map((part) => tables[256 * part + (rgb[3 * pixel + part] ?? 0)] ?? 0)
    return Math.min(255, (2 * Math.max(...each) - Math.min(...each)) * 200)
  })
  expect(new Uint8Array(memory, stainAt, pixels)).toEqual(truth)
})
