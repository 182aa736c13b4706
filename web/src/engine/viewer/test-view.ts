import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import type { Pyramid } from '@cresyl/contract/slides/viewers'
import { createChanges } from './changes.ts'
import { initialDisplay } from './display/initial-display.ts'
import { type TestChannel, testPyramid } from './display/test-pyramid.ts'
import type { SlideView, ViewChange } from './slide-view.ts'
import { isAlmost } from './view-history.ts'
import { limited } from './view-limits.ts'
import { type ViewedImage, viewedImage } from './viewed-image.ts'
import { fitted, type Viewport } from './viewport.ts'

export function testImage(
  of: Partial<Pyramid>,
  channels: TestChannel[] = [],
  space?: ImageSpace,
): ViewedImage {
  return viewedImage(testPyramid(channels, of), space ?? null)
}

export interface TestView extends SlideView {
  /** Puts the pointer there, in pixels of the image. */
  point(place: { x: number; y: number } | null): void
  /** How often it was moved. */
  moves(): number
}

const size = { width: 800, height: 600 }
const upright: Viewport = { center: { x: 0, y: 0 }, resolution: 1, rotation: 0, flipped: false }

/** A view as the page has it, without a picture: there is no browser where these tests run. */
export function createTestView(image: ViewedImage, start: Partial<Viewport> = {}): TestView {
  const changes = createChanges<ViewChange>()
  let viewport = { ...fitted(image.pyramid, size, upright), ...start }
  let display = initialDisplay(image.pyramid)
  let plane = { z: 0, t: 0 }
  let cursor: { x: number; y: number } | null = null
  let moves = 0
  const none = (): never => {
    throw new Error('There is no picture in this test.')
  }
  return {
    image,
    viewport: () => viewport,
    aim: () => viewport,
    size: () => size,
    display: () => display,
    composes: true,
    plane: () => plane,
    status: () => ({ wanted: 0, loaded: 0, failed: 0 }),
    cursor: () => cursor,
    show(to) {
      viewport = limited({ ...viewport, ...to }, image.pyramid, size)
      moves += 1
      changes.tell('viewport')
    },
    fit() {
      viewport = fitted(image.pyramid, size, viewport)
      changes.tell('viewport')
    },
    setDisplay(next) {
      display = next
      changes.tell('display')
    },
    setPlane(next) {
      plane = next
      changes.tell('plane')
    },
    back() {},
    forward() {},
    canGoBack: () => false,
    canGoForward: () => false,
    retry() {},
    subscribe: changes.subscribe,
    isFitted: () => isAlmost(viewport, fitted(image.pyramid, size, viewport)),
    addLayer: () => ({ changed() {}, setRank() {}, remove() {} }),
    drawn: () => [],
    get map(): never {
      return none()
    },
    setPicture() {},
    copyPicture: none,
    destroy() {},
    point(place) {
      cursor = place
      changes.tell('cursor')
    },
    moves: () => moves,
  }
}
