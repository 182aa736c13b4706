import { areaOf } from '@cresyl/contract/annotations/annotation-geometry'
import { expect, test } from 'vitest'
import { contentWith, shapeFrom } from '../../../../engine/annotations/content/shape.ts'
import { areaOfBox, areaOfShapes } from './region-of.ts'

const shape = (geometry: Parameters<typeof contentWith>[0]['geometry']) =>
  shapeFrom('id', contentWith({ geometry, shape: 'polygon' }), null)
const box = (x: number) => areaOfBox({ x, y: 0, width: 10, height: 10 })

test('what several cover together, each place once', () => {
  expect(areaOf(box(5))).toBe(100)
  expect(areaOfShapes([shape(box(3))])).toEqual(box(3))
  const both = areaOfShapes([shape(box(0)), shape(box(5))])
  expect(both && areaOf(both)).toBe(150)
})

test('points and lines cover nothing', () => {
  expect(areaOfShapes([])).toBeNull()
  expect(areaOfShapes([shape({ type: 'Point', coordinates: [1, 2] })])).toBeNull()
})
