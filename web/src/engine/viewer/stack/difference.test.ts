import { expect, test } from 'vitest'
import { colourAt } from '../overlays/colour-maps.ts'
import { differenceColours, differenceTable, paintDifference } from './difference.ts'

test('each pixel has the colour of how much both differ, up to the end of the scale', () => {
  const one = new Uint8ClampedArray([10, 20, 30, 255, 0, 0, 0, 255, 200, 100, 50, 255])
  const other = new Uint8ClampedArray([10, 20, 30, 255, 255, 255, 255, 255, 170, 100, 50, 255])
  paintDifference(one, other, differenceTable(20))
  const colour = (part: number) => [...colourAt(differenceColours, part), 255].map(Math.round)
  expect([...one.subarray(0, 4)]).toEqual(colour(0))
  expect([...one.subarray(4, 8)]).toEqual(colour(1))
  expect([...one.subarray(8, 12)]).toEqual(colour(0.5))
})

test('where one of them has nothing, nothing is said', () => {
  const one = new Uint8ClampedArray([10, 20, 30, 255, 0, 0, 0, 0])
  paintDifference(one, new Uint8ClampedArray([0, 0, 0, 0, 9, 9, 9, 255]), differenceTable(20))
  expect([...one]).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
})
