import {
  type Affine,
  applyAffine,
  chain,
  invert,
  rotation,
  scaling,
  translation,
} from '@cresyl/contract/slides/affine'
import {
  cropped,
  registered,
  sourceSpace,
  transformBetween,
  withPixels,
} from '@cresyl/contract/slides/image-space'
import { describe, expect, test } from 'vitest'
import { drawnToScreen } from '../tiles/frame-geometry.ts'
import type { Frame } from '../tiles/tile-layer.ts'
import { toScreen } from '../viewport.ts'
import { clipText, partsOf } from './stack-parts.ts'
import { type CompareMode, freshStack, showing, soundState } from './stack-state.ts'

const size = { width: 800, height: 600 }
const viewport = { center: { x: 4000, y: 3000 }, resolution: 2, rotation: 0.7, flipped: true }
const frame: Frame = { viewport, size, pixelRatio: 1, moving: false }
interface Named {
  name: string
  placed: Affine | undefined
}
const first: Named = { name: 'first', placed: undefined }
const second = { name: 'second', placed: scaling(2) } satisfies Named
const state = { ...freshStack('a'), second: 'b' }
const parts = (mode: CompareMode, more: Partial<typeof state> = {}, isHeld = false) =>
  partsOf<Named>({ ...state, ...more, mode }, { first, second }, frame, isHeld)
const names = (mode: CompareMode, more: Partial<typeof state> = {}, isHeld = false) =>
  parts(mode, more, isHeld)
    .filter(({ isHidden }) => !isHidden)
    .map(({ layer }) => layer.name)

describe('what is drawn', () => {
  test('one alone asks for nothing of the other', () => {
    expect(parts('single').map(({ layer }) => layer.name)).toEqual(['first'])
  })

  test('flicker has both ready, and shows the one or the other', () => {
    expect(parts('flicker')).toHaveLength(2)
    expect([names('flicker'), names('flicker', {}, true)]).toEqual([['first'], ['second']])
  })

  test('a held key shows the second in every way of comparing', () => {
    for (const mode of ['single', 'curtain', 'lens', 'blend', 'difference'] as const)
      expect(names(mode, {}, true)).toEqual(['second'])
  })

  test('what a blend hides wholly is not drawn, and so not fetched', () => {
    expect([names('blend', { opacity: 0 }), names('blend', { opacity: 1 })]).toEqual([['first'], ['second']])
    expect(parts('blend', { opacity: 0.3 }).map(({ opacity }) => opacity)).toEqual([1, 0.3])
  })

  test('each side of a curtain asks for its own side only', () => {
    const [left, right] = parts('curtain', { curtain: { position: 0.25, angle: 0 } })
    expect(left?.frame.within?.every(({ x }) => x <= 200.001)).toBe(true)
    expect(right?.frame.within?.every(({ x }) => x >= 199.999)).toBe(true)
    expect(clipText(left?.clip)).toContain('polygon(0px 0px, 200px 0px')
  })

  test('until the second is there the first is seen alone', () => {
    expect(partsOf<Named>({ ...state, mode: 'curtain' }, { first, second: null }, frame, false)).toHaveLength(
      1,
    )
    expect(partsOf<Named>({ ...state, mode: 'curtain' }, { first: null, second }, frame, false)).toEqual([])
  })

  test('images with pixels of their own lie exactly where they belong', () => {
    expect(parts('curtain').map((part) => part.frame.isExact)).toEqual([true, true])
    const same = partsOf<Named>(
      { ...state, mode: 'curtain' },
      { first, second: { ...second, placed: scaling(1) } },
      frame,
      false,
    )
    expect(same.map((part) => part.frame.isExact)).toEqual([false, false])
  })
})

describe('a lens', () => {
  const lens = { x: 0.25, y: 0.5, radius: 100, zoom: 4 }
  const middle = { x: 200, y: 300 }

  test('keeps what is in its middle there and makes the rest larger', () => {
    const [, through] = parts('lens', { lens })
    if (!through) throw new Error('Nothing is seen through the lens.')
    const there = (point: { x: number; y: number }) => {
      const inSecond = applyAffine(invert(second.placed), point)
      return applyAffine(drawnToScreen(through.frame), inSecond)
    }
    const inImage = applyAffine(invert(drawnToScreen(frame)), middle)
    expect(there(inImage)).toEqual({ x: expect.closeTo(200, 6), y: expect.closeTo(300, 6) })
    const beside = { x: inImage.x + 10, y: inImage.y }
    const outside = toScreen(viewport, size, beside)
    const inside = there(beside)
    const ratio = Math.hypot(inside.x - 200, inside.y - 300) / Math.hypot(outside.x - 200, outside.y - 300)
    expect(ratio).toBeCloseTo(4, 9)
  })

  test('asks for what is seen through it only', () => {
    const [, through] = parts('lens', { lens })
    for (const { x, y } of through?.frame.within ?? []) {
      expect(Math.hypot(x - middle.x, y - middle.y)).toBeLessThan(1.05 * lens.radius)
    }
    expect(clipText(through?.clip)).toBe('circle(100px at 200px 300px)')
  })
})

describe('images in one space', () => {
  const own = sourceSpace({ frame: 'scan', width: 40_000, height: 30_000, mpp: { x: 0.25, y: 0.25 } })
  const half = withPixels(own, 20_000, 15_000)
  const part = cropped(half, { x: 1000, y: 500, width: 4000, height: 3000 })
  const truth = chain(rotation(0.02), scaling(1.01), translation(120, -40))
  const other = sourceSpace({ frame: 'other', width: 20_500, height: 15_400, mpp: { x: 0.5, y: 0.5 } })
  const aligned = registered(other, own, chain(scaling(2), truth))

  test.each([
    ['half as fine', half],
    ['a part of it', part],
    ['registered', aligned],
  ])('%s: a pixel lies within a pixel of the source, all over it', (_, space) => {
    const placed = transformBetween(space, own)
    if (!placed) throw new Error('They are not in one frame.')
    for (const x of [0, 0.31, 0.77, 1])
      for (const y of [0, 0.5, 1]) {
        const pixel = { x: x * space.width, y: y * space.height }
        const µm = applyAffine(space.placement, pixel)
        const there = applyAffine(drawnToScreen({ ...frame, placed }), pixel)
        const expected = toScreen(viewport, size, { x: µm.x / 0.25, y: µm.y / 0.25 })
        expect(Math.hypot(there.x - expected.x, there.y - expected.y) * viewport.resolution).toBeLessThan(
          1e-6,
        )
      }
  })
})

describe('the state', () => {
  test('showing what was compared exchanges both', () => {
    expect(showing({ ...state, mode: 'curtain' }, 'b')).toMatchObject({
      shown: 'b',
      second: 'a',
      mode: 'curtain',
    })
    expect(showing(state, 'c')).toMatchObject({ shown: 'c', second: 'b' })
  })

  test('what can’t be compared is seen alone; figures stay within what can be drawn', () => {
    expect(soundState({ ...state, second: null, mode: 'lens' }).mode).toBe('single')
    expect(soundState({ ...state, second: 'a', mode: 'lens' }).mode).toBe('single')
    const wild = soundState({ ...state, opacity: 7, lens: { x: -1, y: 2, radius: 1, zoom: 99 } })
    expect(wild).toMatchObject({ opacity: 1, lens: { x: 0, y: 1, radius: 40, zoom: 8 } })
    expect(
      soundState({ ...state, curtain: { position: 0.5, angle: -Math.PI / 2 } }).curtain.angle,
    ).toBeCloseTo((3 * Math.PI) / 2)
  })
})
