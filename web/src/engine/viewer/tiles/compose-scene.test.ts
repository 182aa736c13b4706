import { describe, expect, test } from 'vitest'
import { initialDisplay } from '../display/initial-display.ts'
import { testPyramid } from '../display/test-pyramid.ts'
import { type ViewedImage, viewedImage } from '../viewed-image.ts'
import { type Composition, composeScene } from './compose-scene.ts'
import { pixelOrder } from './orders.ts'
import { stacksFor } from './stacks.ts'
import { placeKey, tileEdges, tileGrid } from './tile-grid.ts'
import { createTilePicture } from './tile-picture.ts'

const levels = [
  { width: 1024, height: 1024, tile_width: 256, tile_height: 256, downsample: 1 },
  { width: 256, height: 256, tile_width: 256, tile_height: 256, downsample: 4 },
]
const colors = viewedImage(testPyramid([], { levels }))
const channels = viewedImage(testPyramid([{}, {}], { levels }))
const places = [
  { level: 0, x: 0, y: 0 },
  { level: 0, x: 1, y: 0 },
]
const viewport = { center: { x: 256, y: 128 }, resolution: 1, rotation: 0, flipped: false }
const frame = { viewport, size: { width: 512, height: 256 }, pixelRatio: 1, moving: true }
const picture = () => createTilePicture({ width: 1, height: 1, window: [0, 1], pixels: new Uint16Array(1) })
const thumbnail = picture()

const compose = (
  image: ViewedImage,
  has: string[],
  more: Partial<Composition> & { failed?: string[] } = {},
) => {
  const kept = new Map(has.map((key) => [key, picture()]))
  const display = initialDisplay(image.pyramid)
  return composeScene(frame, frame.size, {
    grid: tileGrid(image.pyramid),
    places,
    stacks: stacksFor(image, { display, plane: { z: 0, t: 0 }, moving: true }, true),
    earlier: [],
    pictures: {
      find: (place, kind) => kept.get(pixelOrder(place, kind).key),
      hasFailed: (key) => more.failed?.includes(key) ?? false,
      thumbnail,
    },
    isComposed: image === channels,
    background: image === channels ? 'black' : 'white',
    begun: new Set(),
    ...more,
  })
}
const color = (key: string) => `colors/0/0/plain/${key}`
const channel = (index: number, key: string) => `channel-${index}-8/0/0/plain/${key}`

describe('colours', () => {
  test('lie on white, the whole image behind them as long as something is missing', () => {
    const { background, stacks } = compose(colors, [color('0/0/0')])
    expect(background).toBe('white')
    expect(stacks).toHaveLength(1)
    expect(stacks[0]?.pieces.map(({ edges }) => edges.right)).toEqual([256, 1024])
    expect(stacks[0]?.pieces[1]?.picture).toBe(thumbnail)
  })

  test('nothing lies behind once all is there, or something stands in for it', () => {
    expect(compose(colors, [color('0/0/0'), color('0/1/0')]).stacks[0]?.pieces).toHaveLength(2)
    expect(compose(colors, [color('0/0/0'), color('1/0/0')]).stacks[0]?.pieces).toHaveLength(2)
  })

  test('what could not be had is marked', () => {
    const { failed } = compose(colors, [color('0/0/0')], { failed: [color('0/1/0')] })
    expect(failed).toEqual([tileEdges(tileGrid(colors.pyramid), { level: 0, x: 1, y: 0 })])
  })
})

describe('channels', () => {
  const both = (key: string) => [channel(0, key), channel(1, key)]

  test('a place shows the small picture until all channels are there, on black', () => {
    const { background, stacks } = compose(channels, [...both('0/0/0'), channel(0, '0/1/0')])
    expect(background).toBe('black')
    expect(stacks.map(({ isAlone }) => isAlone)).toEqual([true, false, false])
    const [held] = stacks[0]?.pieces ?? []
    expect(held?.picture).toBe(thumbnail)
    expect(held?.within).toEqual({ left: 256, top: 0, right: 512, bottom: 256 })
    expect(stacks[0]?.pieces).toHaveLength(1)
  })

  test('a place that showed channels keeps them when another is switched on', () => {
    const begun = new Set(places.map(placeKey))
    const { stacks } = compose(channels, [channel(0, '0/0/0'), channel(0, '0/1/0')], { begun })
    expect(stacks.map(({ isAlone }) => isAlone)).toEqual([false, false])
  })

  test('coarser tiles of the same channels are kept rather than the small picture', () => {
    const { stacks } = compose(channels, [channel(0, '1/0/0')])
    expect(stacks.map(({ isAlone }) => isAlone)).toEqual([false, false])
  })

  test('places out of view are forgotten', () => {
    const begun = new Set(['0/3/3'])
    compose(channels, [...both('0/0/0'), ...both('0/1/0')], { begun })
    expect([...begun]).toEqual(['0/0/0', '0/1/0'])
  })

  test('8 bits stand where 16 could not be had: nothing is marked', () => {
    const failed = ['channel-0-16/0/0/plain/0/0/0']
    const display = initialDisplay(channels.pyramid)
    const stacks = stacksFor(channels, { display, plane: { z: 0, t: 0 }, moving: false }, true)
    expect(compose(channels, both('0/0/0'), { failed, stacks }).failed).toEqual([])
    expect(compose(channels, [], { failed, stacks }).failed).toHaveLength(1)
  })
})
