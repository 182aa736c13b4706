import { describe, expect, test } from 'vitest'
import { initialDisplay } from '../display/initial-display.ts'
import { testPyramid } from '../display/test-pyramid.ts'
import { viewedImage } from '../viewed-image.ts'
import { planOrders } from './orders.ts'
import { fits, isComposed, neighboursOf, stacksFor } from './stacks.ts'
import { tileGrid } from './tile-grid.ts'

const colorsPyramid = testPyramid([], { has_icc: true })
const channelsPyramid = testPyramid([{}, {}, {}])

const places = [
  { level: 0, x: 0, y: 0 },
  { level: 0, x: 1, y: 0 },
]
const plane = { z: 0, t: 0 }
const orders = (
  image: ReturnType<typeof viewedImage>,
  moving: boolean,
  { has = [], failed = [], display = initialDisplay(image.pyramid), canCompose = true } = {} as {
    has?: string[]
    failed?: string[]
    display?: ReturnType<typeof initialDisplay>
    canCompose?: boolean
  },
) => {
  const stacks = stacksFor(image, { display, plane, moving }, canCompose)
  const { orders: found, status } = planOrders(stacks, places, {
    has: (key) => has.includes(key),
    hasFailed: (key) => failed.includes(key),
  })
  return { keys: found.map(({ key }) => key), status }
}

describe('colours', () => {
  const image = viewedImage(colorsPyramid)

  test('need one tile a place', () => {
    expect(orders(image, false)).toEqual({
      keys: ['colors/0/0/plain/0/0/0', 'colors/0/0/plain/0/1/0'],
      status: { wanted: 2, loaded: 0, failed: 0 },
    })
  })

  test('what is there and what could not be had is counted', () => {
    const [first = '', second = ''] = orders(image, false).keys
    expect(orders(image, false, { has: [first], failed: [second] }).status).toEqual({
      wanted: 2,
      loaded: 1,
      failed: 1,
    })
  })

  test("the scanner's own are asked for where the file has a profile", () => {
    const { color, channels } = initialDisplay(colorsPyramid)
    const display = { color: { ...color, icc: true }, channels }
    expect(orders(image, false, { display }).keys[0]).toBe('colors/0/0/icc/0/0/0')
    const without = viewedImage({ ...colorsPyramid, has_icc: false })
    expect(orders(without, false, { display }).keys[0]).toBe('colors/0/0/plain/0/0/0')
  })
})

describe('channels', () => {
  const image = viewedImage(channelsPyramid)
  const only = (index: number) => {
    const display = initialDisplay(channelsPyramid)
    return { ...display, channels: display.channels.map((each, at) => ({ ...each, shown: at === index })) }
  }

  test('in motion 8 bits do, of the channels that are shown', () => {
    expect(orders(image, true, { display: only(1) }).keys).toEqual([
      'channel-1-8/0/0/plain/0/0/0',
      'channel-1-8/0/0/plain/0/1/0',
    ])
  })

  test('at rest all comes in 8 bits first, then in 16', () => {
    expect(orders(image, false, { display: only(0) }).keys).toEqual([
      'channel-0-8/0/0/plain/0/0/0',
      'channel-0-8/0/0/plain/0/1/0',
      'channel-0-16/0/0/plain/0/0/0',
      'channel-0-16/0/0/plain/0/1/0',
    ])
  })

  test('what is there in 16 bits is not asked for in 8', () => {
    const has = ['channel-0-16/0/0/plain/0/0/0', 'channel-0-16/0/0/plain/0/1/0']
    for (const moving of [true, false]) {
      const { keys, status } = orders(image, moving, { has, display: only(0) })
      expect(keys).toEqual([])
      expect(status.loaded).toBe(status.wanted)
    }
  })

  test('what comes in 8 bits first counts as half of it', () => {
    const has = ['channel-0-8/0/0/plain/0/0/0']
    expect(orders(image, false, { has, display: only(0) }).status).toEqual({
      wanted: 4,
      loaded: 1,
      failed: 0,
    })
    const failed = ['channel-0-16/0/0/plain/0/0/0']
    expect(orders(image, false, { has, failed, display: only(0) }).status).toEqual({
      wanted: 4,
      loaded: 1,
      failed: 1,
    })
  })

  test('a window that 8 bits do not resolve needs 16 at once, even in motion', () => {
    const display = only(0)
    const narrow = {
      ...display,
      channels: display.channels.map((each) => ({ ...each, high: each.low + (each.high - each.low) / 4 })),
    }
    const expected = ['channel-0-16/0/0/plain/0/0/0', 'channel-0-16/0/0/plain/0/1/0']
    expect(orders(image, true, { display: narrow }).keys).toEqual(expected)
    expect(orders(image, false, { display: narrow }).keys).toEqual(expected)
  })

  test('values of 8 bits are never asked for in 16, unless the window reaches beyond what came', () => {
    const bytes = viewedImage({ ...channelsPyramid, pixel_type: 'u8' })
    expect(orders(bytes, false, { display: only(0) }).keys).toHaveLength(2)
    const display = only(0)
    const wide = { ...display, channels: display.channels.map((each) => ({ ...each, low: each.low - 1 })) }
    expect(orders(bytes, false, { display: wide }).keys).toContain('channel-0-16/0/0/plain/0/0/0')
  })

  test('nothing shown needs nothing', () => {
    expect(orders(image, false, { display: only(-1) }).status.wanted).toBe(0)
  })

  test('without WebGL they come composed', () => {
    expect(isComposed(image, false)).toBe(false)
    expect(orders(image, false, { canCompose: false }).keys).toEqual([
      'colors/0/0/plain/0/0/0',
      'colors/0/0/plain/0/1/0',
    ])
  })
})

test('the planes beside one are those that there are', () => {
  const image = viewedImage({ ...channelsPyramid, size_z: 3, size_t: 2 })
  expect(neighboursOf({ z: 1, t: 0 }, image)).toEqual([
    { z: 2, t: 0 },
    { z: 0, t: 0 },
    { z: 1, t: 1 },
  ])
  expect(neighboursOf({ z: 2, t: 1 }, image)).toEqual([{ z: 1, t: 1 }])
})

test('planes beside one are fetched only where all of them can be kept', () => {
  const grid = tileGrid(channelsPyramid)
  const bytes = 2 * 256 * 256 * 6
  expect(fits(grid, places, 9, 9 * bytes)).toBe(true)
  expect(fits(grid, places, 9, 9 * bytes - 1)).toBe(false)
})
