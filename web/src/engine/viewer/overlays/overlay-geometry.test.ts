import { qcMeasures } from '@cresyl/contract/qc/qc-measures'
import { applyAffine } from '@cresyl/contract/slides/affine'
import { describe, expect, test } from 'vitest'
import { placeKey, tileGrid } from '../tiles/tile-grid.ts'
import { toScreen, type Viewport } from '../viewport.ts'
import { takesFinest } from './overlay.ts'
import { overlayScene, overlayToImage, tilesAt } from './overlay-geometry.ts'
import { testHeatMap, testImageSpace, testMask } from './test-overlay.ts'

const heatMap = testHeatMap(qcMeasures.focus.tiles)
const mask = testMask()
const size = { width: 800, height: 600 }
const at = (viewport: Partial<Viewport>) => ({
  viewport: { center: { x: 2000, y: 1000 }, resolution: 5, rotation: 0, flipped: false, ...viewport },
  size,
  pixelRatio: 2,
  moving: false,
})
const toImage = overlayToImage(heatMap, testImageSpace)
if (toImage === undefined) throw new Error('They lie in one frame.')
const scene = (overlay: typeof heatMap | typeof mask, viewport: Partial<Viewport>) =>
  overlayScene(takesFinest(overlay), tileGrid(overlay.pyramid), toImage, at(viewport))

describe('a cell lies where its part of the image is seen', () => {
  test.each([
    ['as it was scanned', {}],
    ['turned', { rotation: 1.1 }],
    ['mirrored', { flipped: true }],
    [
      'turned and mirrored, elsewhere and larger',
      { rotation: -2, flipped: true, resolution: 0.3, center: { x: 310, y: 40 } },
    ],
  ])('%s', (_, viewport) => {
    const place = applyAffine(scene(heatMap, viewport).toCanvas, { x: 3, y: 4 })
    const expected = toScreen(at(viewport).viewport, size, { x: 300, y: 400 })
    expect(place.x).toBeCloseTo(2 * expected.x, 6)
    expect(place.y).toBeCloseTo(2 * expected.y, 6)
  })
})

test('an image of another frame has no place for it', () => {
  expect(overlayToImage(heatMap, { ...testImageSpace, frame: 'other' })).toBeUndefined()
})

test('heat maps are taken as they are, masks as coarse as the screen shows them', () => {
  const far = { resolution: 400 }
  expect(scene(heatMap, far).places.every(({ level }) => level === 0)).toBe(true)
  expect(scene(mask, far).places.every(({ level }) => level === 1)).toBe(true)
  expect(scene(mask, { resolution: 5 }).places.every(({ level }) => level === 0)).toBe(true)
})

test('only what is seen is asked for', () => {
  const corner = scene(mask, { center: { x: 3900, y: 1900 }, resolution: 0.1 })
  expect(corner.places.map(placeKey)).toEqual(['0/1/1'])
  expect(scene(mask, {}).places.map(placeKey).toSorted()).toEqual(['0/0/0', '0/0/1', '0/1/0', '0/1/1'])
})

test('a point is in one tile of each level, and in none beside the image', () => {
  const grid = tileGrid(mask.pyramid)
  expect(tilesAt(grid, { x: 39, y: 19 }).map(placeKey)).toEqual(['0/1/1', '1/0/0', '2/0/0'])
  expect(tilesAt(grid, { x: 40, y: 3 })).toEqual([])
  expect(tilesAt(grid, { x: -0.1, y: 3 })).toEqual([])
})
