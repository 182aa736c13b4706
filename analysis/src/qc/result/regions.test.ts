import { expect, test } from 'vitest'
import type { CheckPlan } from '../plan.ts'
import { findRegions } from './regions.ts'

const side = 40
/** 100 µm a pixel of the mask. */
const plan = { width: 4000, height: 4000, scale: { x: 1, y: 1 } } as CheckPlan

test('the worst places come first, and of many only the slightest are left out', () => {
  const data = new Uint8Array(side * side)
  for (let y = 0; y < 20; y += 2) for (let x = 0; x < 12; x += 2) data[y * side + x] = 255
  for (let y = 30; y < 36; y += 1) data.fill(255, y * side + 10, y * side + 16)
  data.fill(255, 38 * side, 38 * side + 3)
  const box = { x: 0, y: 0, width: 4000, height: 4000 }
  const regions = findRegions(
    [{ key: 'pen', channel: null, mask: { width: side, height: side, data, box } }],
    plan,
  )
  expect(regions).toHaveLength(50)
  expect(regions.slice(0, 3)).toMatchObject([
    { key: 'pen', channel: null, x: 1000, y: 3000, width: 600, height: 600 },
    { x: 0, y: 3800, width: 300, height: 100 },
    { x: 0, y: 0, width: 100, height: 100 },
  ])
})
