import { sourceSpace } from '@cresyl/contract/slides/image-space'
import { expect, test } from 'vitest'
import type { SlideView } from './slide-view.ts'
import type { Viewport } from './viewport.ts'
import { visibleRegion } from './visible-region.ts'

const space = sourceSpace({ frame: 'scan', width: 1000, height: 500 })

function seen(viewport: Pick<Viewport, 'center' | 'resolution'>) {
  const whole: Viewport = { rotation: 0, flipped: false, ...viewport }
  return visibleRegion({
    // Nothing but the space is read of the image.
    image: { space } as SlideView['image'],
    viewport: () => whole,
    size: () => ({ width: 100, height: 100 }),
  })
}

test('what is seen is told in whole pixels', () => {
  expect(seen({ center: { x: 500, y: 250 }, resolution: 1 })).toEqual({
    x: 450,
    y: 200,
    width: 100,
    height: 100,
  })
})

test('what lies beside the image is left out', () => {
  expect(seen({ center: { x: 0, y: 0 }, resolution: 2 })).toEqual({ x: 0, y: 0, width: 100, height: 100 })
  expect(seen({ center: { x: 500, y: 250 }, resolution: 50 })).toEqual({
    x: 0,
    y: 0,
    width: 1000,
    height: 500,
  })
})

test('where nothing of the image is seen there is no region', () => {
  expect(seen({ center: { x: -500, y: 250 }, resolution: 1 })).toBeNull()
})
