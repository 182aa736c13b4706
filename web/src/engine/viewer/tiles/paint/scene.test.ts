import { identity } from '@cresyl/contract/slides/affine'
import { expect, test } from 'vitest'
import { plainColors } from '../../display/display.ts'
import { createTilePicture } from '../tile-picture.ts'
import { isSameScene, type PaintedStack, type Scene } from './scene.ts'

const edges = { left: 0, top: 0, right: 256, bottom: 256 }
const pictureOf = () => createTilePicture({ width: 1, height: 1, window: [0, 1], pixels: new Uint16Array(1) })
const picture = pictureOf()

const stack = (change: Partial<PaintedStack> = {}): PaintedStack => ({
  pieces: [{ edges: { ...edges }, picture, within: { ...edges } }],
  look: { type: 'colors', display: plainColors },
  isAlone: false,
  ...change,
})
const scene = (change: Partial<Scene> = {}): Scene => ({
  size: { width: 800, height: 600 },
  image: { ...edges },
  toCanvas: [...identity],
  magnification: 1,
  background: 'white',
  stacks: [stack()],
  failed: [],
  ...change,
})

test('a scene that is composed anew from the same is the same', () => {
  expect(isSameScene(scene(), scene())).toBe(true)
})

const others: Record<string, Partial<Scene>> = {
  'a larger canvas': { size: { width: 801, height: 600 } },
  'another place': { toCanvas: [1, 0, 0.5, 0, 1, 0] },
  'another magnification': { magnification: 2 },
  'a tile that came': { stacks: [stack({ pieces: [{ edges, picture: pictureOf() }] })] },
  'a tile elsewhere': { stacks: [stack({ pieces: [{ edges: { ...edges, left: 1 }, picture }] })] },
  'a part of a tile': {
    stacks: [stack({ pieces: [{ edges, picture, within: { ...edges, right: 9 } }] })],
  },
  'other tones': { stacks: [stack({ look: { type: 'colors', display: { ...plainColors } } })] },
  'one more stack': { stacks: [stack(), stack()] },
  'a tile that failed': { failed: [edges] },
}
test.each(Object.entries(others))('%s is another scene', (_, change) => {
  expect(isSameScene(scene(), scene(change))).toBe(false)
  expect(isSameScene(scene(change), scene())).toBe(false)
})
