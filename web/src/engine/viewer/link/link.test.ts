import { describe, expect, test } from 'vitest'
import { createRandom } from '../../test-random.ts'
import { type ColorDisplay, plainColors } from '../display/display.ts'
import { displayText, readDisplay } from './display-text.ts'
import { decodeLink, encodeLink, isLinkCut, type LinkState } from './link.ts'
import { readRememberedView } from './remembered-view.ts'
import { readViewport, viewportText } from './viewport-text.ts'

const slide = '01977bd0-0000-7000-8000-00000000000a'
const other = '01977bd0-0000-7000-8000-00000000000b'
const image = '01977bd0-0000-7000-8000-0000000000aa'

const full: LinkState = {
  panes: [
    {
      content: { slideId: slide, imageId: image },
      viewport: { center: { x: 12_034.5, y: 8000 }, resolution: 2.5, rotation: Math.PI / 2, flipped: true },
      display: { color: { brightness: 0.1, contrast: -0.25, gamma: 1.4, icc: true }, channels: [] },
      plane: { z: 3, t: 1 },
    },
    {
      content: { slideId: other, imageId: image },
      viewport: { center: { x: -20.25, y: 0 }, resolution: 0.125, rotation: 0, flipped: false },
      display: {
        color: plainColors,
        channels: [
          { shown: true, color: '#FF0000', low: 100, high: 4000, gamma: 1 },
          { shown: false, color: '#00FF7F', low: -0.5, high: 0.75, gamma: 0.4 },
        ],
      },
      plane: undefined,
    },
  ],
  active: 1,
  locks: { pan: true, zoom: false, rotation: true, channels: false },
}

describe('links', () => {
  test('bring back all that is seen', () => {
    expect(decodeLink(encodeLink(full, slide), slide)).toEqual(full)
  })

  test('are short, stable and nothing in them needs to be escaped', () => {
    const text = encodeLink(full, slide).toString()
    expect(text).toBe(
      `n=2&a=2&l=pr&i1=${image}&v1=12034.5_8000_2.5_90_f&d1=0.1_-0.25_1.4_i&k1=3_1` +
        `&i2=${other}_${image}&v2=-20.25_0_0.125&d2=FF0000_100_4000_1*h00FF7F_-0.5_0.75_0.4`,
    )
    const again = decodeLink(new URLSearchParams(text), slide)
    expect(again && encodeLink(again, slide).toString()).toBe(text)
  })

  test('what lies over a slide goes along', () => {
    const look = { colours: 'heat', opacity: 0.6, limit: 0.35 } as const
    const overlay = { checkId: other, key: 'focus', channel: null, look } as const
    const state: LinkState = { panes: [{ content: { slideId: slide, imageId: image }, overlay }], active: 0 }
    const params = encodeLink(state, slide)
    expect(params.toString()).toBe(`i1=${image}&q1=${other}*focus**heat*0.6*0.35`)
    expect(decodeLink(params, slide)?.panes[0]?.overlay).toEqual(overlay)
    expect(encodeLink({ ...full, panes: [] }, slide, params).toString()).not.toContain('q1')
  })

  test('measurements go along, and a link without them is as ever', () => {
    const measurements = [{ id: '1', kind: 'field', center: { x: 10, y: 20 }, diameter: 550 }] as const
    const content = { slideId: slide, imageId: image }
    const state: LinkState = { panes: [{ content, measurements }], active: 0 }
    const params = encodeLink(state, slide)
    expect(params.toString()).toBe(`i1=${image}&m1=1*f10_20_550`)
    expect(decodeLink(params, slide)?.panes[0]).toMatchObject({ measurements, isCut: false })
    expect(isLinkCut(state)).toBe(false)
    const many = Array.from({ length: 500 }, () => measurements[0])
    expect(isLinkCut({ ...state, panes: [{ content, measurements: many }] })).toBe(true)
  })

  test('windows come back as they were set: whole numbers of 16 bits, fractions to six figures', () => {
    const color = '#00FF7F'
    const channels = [
      { shown: true, color, low: 12_345, high: 65_534, gamma: 1.05 },
      { shown: true, color, low: 0.001_234_56, high: 0.987_654, gamma: 0.4 },
    ]
    expect(readDisplay(displayText({ color: plainColors, channels }))?.channels).toEqual(channels)
  })

  test('one pane says little', () => {
    const state = { panes: [{ content: { slideId: slide, imageId: image } }], active: 0 }
    expect(encodeLink(state, slide).toString()).toBe(`i1=${image}`)
  })

  test('empty panes stay empty, and all locks may be open', () => {
    const locks = { pan: false, zoom: false, rotation: false, channels: false }
    const state = {
      panes: [{ content: { slideId: slide, imageId: image } }, { content: null }],
      active: 0,
      locks,
    }
    expect(decodeLink(encodeLink(state, slide), slide)).toEqual(state)
  })

  test('what others have in the address is left alone, what was ours before goes', () => {
    const before = new URLSearchParams(`tab=qc&n=4&v3=1_2_3&layer=x`)
    const state = { panes: [{ content: { slideId: slide, imageId: image } }], active: 0 }
    expect(encodeLink(state, slide, before).toString()).toBe(`tab=qc&layer=x&i1=${image}`)
    expect(before.get('n')).toBe('4')
  })

  test('a place alone is a link too: to the slide of the page', () => {
    const state = decodeLink(new URLSearchParams('v1=10_20_4'), slide)
    expect(state?.panes[0]?.viewport?.center).toEqual({ x: 10, y: 20 })
    expect(state?.panes[0]?.content).toBeNull()
  })

  test('nonsense is as if it weren’t there', () => {
    expect(decodeLink(new URLSearchParams(), slide)).toBeNull()
    expect(decodeLink(new URLSearchParams('i1=x&v1=a_b&d1=*&k1=-1_2&n=3&a=x&l=q'), slide)).toBeNull()
    const state = decodeLink(new URLSearchParams(`i1=${image}&v1=1_2_0&a=7&n=2&i2=<script>&l=pppppp`), slide)
    expect(state).toEqual({
      panes: [
        {
          content: { slideId: slide, imageId: image },
          viewport: undefined,
          display: undefined,
          plane: undefined,
        },
        { content: null, viewport: undefined, display: undefined, plane: undefined },
      ],
      active: 0,
      locks: undefined,
    })
  })

  test('nothing that anyone can type makes it throw', () => {
    const random = createRandom(9)
    const signs = '0123456789_*.-efhi#%ZNaInfinity\u0000€'
    for (let count = 0; count < 500; count += 1) {
      const text = Array.from(
        { length: random() * 30 },
        () => signs[Math.floor(random() * signs.length)],
      ).join('')
      const params = new URLSearchParams({ n: '4', i1: text, v1: text, d2: text, k3: text, l: text, a: text })
      expect(() => decodeLink(params, slide)).not.toThrow()
      const viewport = readViewport(text)
      if (viewport)
        expect([viewport.center.x, viewport.resolution, viewport.rotation].every(Number.isFinite)).toBe(true)
    }
  })
})

describe('places', () => {
  test('come back to less than a pixel of the screen', () => {
    const random = createRandom(2)
    for (let count = 0; count < 200; count += 1) {
      const resolution = 2 ** (random() * 12 - 3)
      const viewport = {
        center: { x: random() * 2e5, y: random() * 2e5 },
        resolution,
        rotation: (random() - 0.5) * 6,
        flipped: random() < 0.5,
      }
      const back = readViewport(viewportText(viewport))
      expect(back?.flipped).toBe(viewport.flipped)
      expect(Math.abs((back?.center.x ?? 0) - viewport.center.x)).toBeLessThan(0.1 * resolution)
      expect((back?.resolution ?? 0) / resolution).toBeCloseTo(1, 4)
      expect(back?.rotation).toBeCloseTo(viewport.rotation, 3)
    }
  })

  test.each([
    '',
    '1_2',
    '1_2_0',
    '1_2_-3',
    '1__3',
    '1_2_3_4_5',
    'Infinity_2_3',
    '0x10_2_3',
    '1e999_2_3',
    '1_2_3_NaN',
  ])('%s is none', (text) => expect(readViewport(text)).toBeNull())
})

describe('display', () => {
  test.each([
    '',
    '1_2',
    '2_0_1',
    '0_0_9',
    '0_0_1_x',
    'GG0000_1_2_1',
    'FF0000_2_1_1',
    'FF0000_1_2',
    'FF0000_1_2_99',
  ])('%s is none', (text) => expect(readDisplay(text)).toBeNull())

  test('figures that nobody sees are left out', () => {
    const color: ColorDisplay = { brightness: 0.123_456, contrast: 0, gamma: 1, icc: false }
    expect(displayText({ color, channels: [] })).toBe('0.123_0_1')
  })
})

describe('memory', () => {
  const viewport = { center: { x: 1, y: 2 }, resolution: 3, rotation: 0.5, flipped: true }

  test('gives back what was kept', () => {
    const kept = { viewport, display: { color: plainColors, channels: [] }, plane: { z: 1, t: 0 } }
    expect(readRememberedView(structuredClone(kept))).toEqual(kept)
  })

  test('what can’t be read of it takes nothing else along', () => {
    const kept = { viewport, display: { color: 'red' }, plane: { z: -1, t: 0 } }
    expect(readRememberedView(kept).viewport).toEqual(viewport)
    expect(readRememberedView(kept).display).toBeUndefined()
    for (const nothing of [undefined, null, 7, 'x', []]) expect(readRememberedView(nothing)).toEqual({})
  })
})
