import type { Pyramid } from '@cresyl/contract/slides/viewers'
import { expect, test } from 'vitest'
import { zoomSteps } from '../../../engine/viewer/objective.ts'
import { viewedImage } from '../../../engine/viewer/viewed-image.ts'
import { fitted } from '../../../engine/viewer/viewport.ts'
import { isShown } from './steps.ts'

const pyramid: Pyramid = {
  image_id: '0198c0de-0000-7000-8000-000000000001',
  slide_id: null,
  width: 40_000,
  height: 30_000,
  mpp_x: 0.25,
  mpp_y: 0.25,
  objective: 40,
  pixel_type: 'u8',
  bit_depth: 8,
  samples: 3,
  size_z: 1,
  size_t: 1,
  has_icc: false,
  channels: [],
  levels: [{ width: 40_000, height: 30_000, tile_width: 256, tile_height: 256, downsample: 1 }],
}
const image = viewedImage(pyramid)
const size = { width: 800, height: 600 }
const whole = fitted(pyramid, size, {
  center: { x: 0, y: 0 },
  resolution: 1,
  rotation: 0,
  flipped: false,
})

const pressed = (viewport: typeof whole) =>
  zoomSteps(image, size)
    .filter((step) => isShown(step, image, size, viewport))
    .map(({ label }) => label)

test('the button of the objective that is in use is pressed, and no other', () => {
  expect(pressed({ ...whole, resolution: 2 })).toEqual(['20×'])
  expect(pressed({ ...whole, resolution: 2.2 })).toEqual([])
})

test('the whole slide counts as fitted only where it lies in the middle', () => {
  expect(pressed(whole)).toEqual(['Fit'])
  expect(pressed({ ...whole, center: { x: 0, y: 0 } })).toEqual([])
})
