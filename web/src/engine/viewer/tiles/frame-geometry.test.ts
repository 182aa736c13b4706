import { applyAffine, chain, rotation, scaling, translation } from '@cresyl/contract/slides/affine'
import { expect, test } from 'vitest'
import { toScreen } from '../viewport.ts'
import { drawnResolution, drawnToScreen, focusOf, seenShape } from './frame-geometry.ts'
import { tileGridOf } from './test-grid.ts'
import type { Frame } from './tile-layer.ts'
import { tilesMeeting } from './visible-tiles.ts'

const viewport = { center: { x: 400, y: 300 }, resolution: 2, rotation: 0.4, flipped: true }
const frame: Frame = { viewport, size: { width: 800, height: 600 }, pixelRatio: 1, moving: false }
/** Half as fine, turned and moved. */
const placed = chain(scaling(2), rotation(0.3), translation(17, -5))

test('another image is drawn where its pixels lie in the one that is looked at', () => {
  const own = { x: 120, y: 80 }
  const there = applyAffine(drawnToScreen({ ...frame, placed }), own)
  const expected = toScreen(viewport, frame.size, applyAffine(placed, own))
  expect(there.x).toBeCloseTo(expected.x, 9)
  expect(there.y).toBeCloseTo(expected.y, 9)
})

test('it needs as many of its own pixels as the screen has, in the finer direction', () => {
  expect(drawnResolution(frame)).toBe(2)
  expect(drawnResolution({ ...frame, placed })).toBeCloseTo(1, 12)
  expect(drawnResolution({ ...frame, placed: scaling(2, 8) })).toBeCloseTo(0.25, 12)
})

test('what is looked at is told in its own pixels', () => {
  const focus = applyAffine(placed, { x: 33, y: 44 })
  const { x, y } = focusOf({ ...frame, placed, focus })
  expect([x, y]).toEqual([expect.closeTo(33, 9), expect.closeTo(44, 9)])
})

test('only tiles of the part that is seen are needed', () => {
  const grid = tileGridOf(1024, 1024, [[1, 256, 256]])
  const upright = { center: { x: 512, y: 512 }, resolution: 1, rotation: 0, flipped: false }
  const whole = { viewport: upright, size: { width: 1024, height: 1024 }, pixelRatio: 1, moving: false }
  const within = [
    { x: 600, y: 0 },
    { x: 1024, y: 0 },
    { x: 1024, y: 1024 },
    { x: 600, y: 1024 },
  ]
  const columns = (shown: Frame) => new Set(tilesMeeting(grid, 0, seenShape(shown)).map(({ x }) => x)).size
  expect(columns(whole)).toBe(4)
  expect(columns({ ...whole, within })).toBe(2)
  // On a mirrored screen the same part of it shows the other side of the image.
  const mirrored = { ...whole, viewport: { ...upright, flipped: true }, within }
  expect(tilesMeeting(grid, 0, seenShape(mirrored)).map(({ x }) => x)).toContain(0)
})
