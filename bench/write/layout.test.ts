import { expect, test } from 'vitest'
import { orderOf, poolTileAt } from './layout.ts'

test('tissue is 55 % of a slide with background and all of one without', () => {
  const tissueOf = (tissue: 'whole' | 'ellipse') => {
    const across = 192
    let tiles = 0
    for (let y = 0; y < across; y += 1) {
      for (let x = 0; x < across; x += 1) {
        if (poolTileAt({ across, tissue }, 64, x, y) !== null) tiles += 1
      }
    }
    return tiles / across ** 2
  }
  expect(tissueOf('ellipse')).toBeCloseTo(0.55, 2)
  expect(tissueOf('whole')).toBe(1)
})

test('neighbours in a row or a column are different tiles of the pool', () => {
  const layout = { across: 100, tissue: 'whole' } as const
  const here = poolTileAt(layout, 64, 40, 40)
  expect(poolTileAt(layout, 64, 41, 40)).not.toBe(here)
  expect(poolTileAt(layout, 64, 40, 41)).not.toBe(here)
})

test('a random order has every tile once, the same way each time', () => {
  const layout = { across: 20, tissue: 'whole' } as const
  const shuffled = orderOf(layout, 'random')
  expect(shuffled).not.toEqual(orderOf(layout, 'rows'))
  expect(shuffled.toSorted()).toEqual(orderOf(layout, 'rows'))
  expect(orderOf(layout, 'random')).toEqual(shuffled)
})
