import { applyAffine, chain, rotation, scaling, translation } from '@cresyl/contract/slides/affine'
import {
  type ImageSpace,
  sourceSpace,
  transformBetween,
  withPixels,
} from '@cresyl/contract/slides/image-space'
import { expect, test } from 'vitest'
import { joinFrames, linkFrames } from './frame-links.ts'

const space = (frame: string, mpp?: number): ImageSpace =>
  sourceSpace({ frame, width: 4000, height: 3000, mpp: mpp === undefined ? undefined : { x: mpp, y: mpp } })

const [a, b, c] = [space('a', 0.25), space('b', 0.5), space('c')]
const bToA = chain(rotation(0.4), scaling(2), translation(300, -120))
const cToB = chain(scaling(0.7, -0.7), translation(50, 2500))
const links = [linkFrames(b, a, bToA), linkFrames(c, b, cToB)]

function way(spaces: readonly ImageSpace[], from: number, to: number, point: { x: number; y: number }) {
  const joined = joinFrames(new Map(spaces.entries()), links)
  const [one, other] = [joined.get(from), joined.get(to)]
  const affine = one && other && transformBetween(one, other)
  return affine && applyAffine(affine, point)
}

const close = (one: { x: number; y: number } | undefined, other: { x: number; y: number }) => {
  expect(one?.x).toBeCloseTo(other.x, 6)
  expect(one?.y).toBeCloseTo(other.y, 6)
}
const place = { x: 700, y: 450 }

test('images that were aligned lie on each other as that says, whichever is first', () => {
  close(way([a, b], 1, 0, place), applyAffine(bToA, place))
  close(way([b, a], 0, 1, place), applyAffine(bToA, place))
})

test('what was made of a slide moves along with it', () => {
  close(way([a, withPixels(b, 2000, 1500)], 1, 0, { x: 350, y: 225 }), applyAffine(bToA, place))
})

test('links lead on through slides that are not shown, mirrored and without a scale', () => {
  close(way([a, c], 1, 0, place), applyAffine(chain(cToB, bToA), place))
  close(way([c, a], 0, 1, place), applyAffine(chain(cToB, bToA), place))
})

test('what was aligned with nothing stays by itself', () => {
  const other = space('d', 0.25)
  expect(way([a, other], 1, 0, place)).toBeUndefined()
  expect(joinFrames(new Map([[0, other]]), links).get(0)).toBe(other)
})
