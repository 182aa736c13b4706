import { applyAffine, chain, rotation, scaling, translation } from '@cresyl/contract/slides/affine'
import { type ImageSpace, registered, sourceSpace, withPixels } from '@cresyl/contract/slides/image-space'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../test-random.ts'
import { toImage, type Viewport } from '../viewport.ts'
import {
  between,
  following,
  knownPlacements,
  type Placement,
  placedAsSeen,
  scaleOf,
  zoomRatioOf,
} from './relation.ts'

const size = { width: 800, height: 600 }
const all = { pan: true, zoom: true, rotation: true, channels: true }
const space = (frame: string, width: number, height: number, mpp?: number) =>
  sourceSpace({ frame, width, height, mpp: mpp === undefined ? undefined : { x: mpp, y: mpp } })
const view = (x: number, y: number, of: Partial<Viewport> = {}): Viewport => ({
  center: { x, y },
  resolution: 2,
  rotation: 0,
  flipped: false,
  ...of,
})
function places(one: ImageSpace, two: ImageSpace): [Placement, Placement] {
  const known = knownPlacements(new Map([one, two].entries()))
  const [first, second] = [known.get(0), known.get(1)]
  if (!first || !second) throw new Error('An image has no place.')
  return [first, second]
}
const close = (one: { x: number; y: number }, other: { x: number; y: number }) => {
  expect(one.x).toBeCloseTo(other.x, 4)
  expect(one.y).toBeCloseTo(other.y, 4)
}

describe('where images lie', () => {
  test('an output with half the pixels lies exactly on its source', () => {
    const source = space('a', 4000, 3000, 0.25)
    const [one, two] = places(source, withPixels(source, 2000, 1500))
    close(applyAffine(between(one, two), { x: 1234, y: 900 }), { x: 617, y: 450 })
  })

  test('a registered section lies as its registration says', () => {
    const target = space('a', 4000, 3000, 0.25)
    const toTarget = chain(rotation(0.3), scaling(2), translation(100, -50))
    const [one, two] = places(target, registered(space('b', 1000, 1000, 0.5), target, toTarget))
    close(applyAffine(between(two, one), { x: 10, y: 20 }), applyAffine(toTarget, { x: 10, y: 20 }))
  })

  test('two slides lie with their middles over each other, in µm', () => {
    const [one, two] = places(space('a', 4000, 3000, 0.25), space('b', 1000, 1000, 0.5))
    close(applyAffine(between(one, two), { x: 2000, y: 1500 }), { x: 500, y: 500 })
    close(applyAffine(between(one, two), { x: 2100, y: 1500 }), { x: 550, y: 500 })
  })

  test('one without a scale is taken to be as large as the other', () => {
    const [one, two] = places(space('a', 4000, 3000, 0.25), space('b', 400, 300))
    close(applyAffine(between(one, two), { x: 0, y: 3000 }), { x: 0, y: 300 })
  })
})

describe('following', () => {
  const [one, two] = places(space('a', 40_000, 30_000, 0.25), space('b', 20_000, 16_000, 0.5))
  const leader = (viewport: Viewport) => ({ placement: one, viewport })
  const follower = (viewport: Viewport) => ({ placement: two, viewport })

  test('shows the same µm at the same size', () => {
    const to = following(leader(view(22_000, 15_000, { resolution: 4 })), follower(view(0, 0)), all)
    expect(to).toEqual(view(11_000, 8000, { resolution: 2 }))
  })

  test('each lock is about its own', () => {
    const from = leader(view(22_000, 15_000, { resolution: 4, rotation: 1 }))
    const own = view(5, 6, { resolution: 7, rotation: 0.5 })
    const none = { pan: false, zoom: false, rotation: false, channels: true }
    expect(following(from, follower(own), none)).toEqual(own)
    expect(following(from, follower(own), { ...none, zoom: true })).toEqual({ ...own, resolution: 2 })
    expect(following(from, follower(own), { ...none, rotation: true }).rotation).toBeCloseTo(1)
    close(following(from, follower(own), { ...none, pan: true }).center, { x: 11_000, y: 8000 })
  })

  test('every place of the screen shows the same place, however the leader is turned and mirrored', () => {
    const target = space('a', 40_000, 30_000, 0.25)
    for (const mirror of [1, -1]) {
      const toTarget = chain(rotation(0.7), scaling(mirror * 1.5, 1.5), translation(900, 400))
      const [first, second] = places(target, registered(space('b', 20_000, 20_000, 0.4), target, toTarget))
      for (const turned of [{}, { rotation: 1.1 }, { rotation: -2.5, flipped: true }]) {
        const from = { placement: first, viewport: view(20_000, 9000, turned) }
        const to = following(from, { placement: second, viewport: view(0, 0) }, all)
        for (const place of [
          { x: 0, y: 0 },
          { x: 700, y: 100 },
          { x: 300, y: 600 },
        ]) {
          const here = applyAffine(between(first, second), toImage(from.viewport, size, place))
          close(toImage(to, size, place), here)
        }
      }
    }
  })
})

test.each([
  ['as good as none', 0.000_07, 0, 0],
  ['as good as half a turn', Math.PI - 0.000_07, 0, Math.PI],
  ['one that is seen', 0.02, 0, -0.02],
  ['as good as none of a leader that is turned', -0.000_07, 0.5, 0.5],
])('a turn between two images: %s', (_, turn, leader, expected) => {
  const target = space('a', 4000, 3000, 0.25)
  const [first, second] = places(target, registered(space('b', 4000, 3000, 0.25), target, rotation(turn)))
  const from = { placement: first, viewport: view(2000, 1500, { rotation: leader }) }
  const { rotation: to } = following(from, { placement: second, viewport: view(0, 0) }, all)
  expect(Math.abs(to)).toBeCloseTo(Math.abs(expected), 12)
})

describe('placed as seen', () => {
  const random = createRandom(5)
  const some = (): Viewport => ({
    center: { x: random() * 30_000, y: random() * 30_000 },
    resolution: 0.2 + random() * 20,
    rotation: (random() - 0.5) * 7,
    flipped: random() < 0.5,
  })

  test('following from where all stand changes nothing', () => {
    const [one, two] = places(space('a', 40_000, 30_000, 0.25), space('b', 20_000, 16_000, 0.5))
    for (let count = 0; count < 50; count += 1) {
      const [first, second] = [
        { placement: one, viewport: some() },
        { placement: two, viewport: some() },
      ]
      const placed = { ...second, placement: placedAsSeen(first, second, true) }
      const to = following(first, placed, all, zoomRatioOf(first, placed))
      close(to.center, second.viewport.center)
      expect(to.resolution).toBeCloseTo(second.viewport.resolution, 6)
      expect(to.flipped).toBe(second.viewport.flipped)
      expect(Math.cos(to.rotation - second.viewport.rotation)).toBeCloseTo(1, 6)
      expect(scaleOf(between(placed.placement, one))).toBeCloseTo(2, 6)
    }
  })

  test('the offset stays right after turning: a step on the screen is the same step in both', () => {
    const [one, two] = places(space('a', 40_000, 30_000, 0.25), space('b', 40_000, 30_000, 0.25))
    const first = { placement: one, viewport: view(20_000, 15_000) }
    const second = { placement: two, viewport: view(18_000, 16_000, { rotation: 0.4 }) }
    const placement = placedAsSeen(first, second, true)
    // The leader turns by a quarter and moves to what lay 100 pixels to its right.
    const moved = view(20_200, 15_000, { rotation: Math.PI / 2 })
    const to = following({ placement: one, viewport: moved }, { placement, viewport: second.viewport }, all)
    expect(to.rotation).toBeCloseTo(0.4 + Math.PI / 2)
    close(to.center, toImage(second.viewport, size, { x: 500, y: 300 }))
  })

  test('where a scale is unknown, as large as both are seen is as large as they are', () => {
    const [one, two] = places(space('a', 4000, 3000, 0.25), space('b', 400, 300))
    const first = { placement: one, viewport: view(2000, 1500, { resolution: 3 }) }
    const second = { placement: two, viewport: view(200, 150, { resolution: 0.5 }) }
    const placement = placedAsSeen(first, second, false)
    expect(scaleOf(between(placement, one))).toBeCloseTo(6)
    expect(zoomRatioOf(first, { ...second, placement })).toBeCloseTo(1)
  })
})
