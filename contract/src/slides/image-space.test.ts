import { describe, expect, test } from 'vitest'
import {
  type Affine,
  applyAffine,
  chain,
  identity,
  invert,
  isInvertible,
  rotation,
  scaling,
  translation,
} from './affine.ts'
import {
  type Axis,
  cropped,
  distance,
  fromMicrometres,
  type ImageSpace,
  imageSpaceSchema,
  isComparable,
  isInside,
  mapBetween,
  mapBox,
  mppOf,
  nearestPlane,
  pixelArea,
  planeAt,
  registered,
  sourceSpace,
  toMicrometres,
  transformBetween,
  valueAt,
  withPixels,
} from './image-space.ts'

const rounds = 500

/** The same numbers in every run, so that a failure can be looked into. */
function seeded(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { between: (low: number, high: number) => low + next() * (high - low), flip: () => next() < 0.5 }
}

type Chance = ReturnType<typeof seeded>

const anyAffine = ({ between, flip }: Chance): Affine =>
  chain(
    scaling(between(0.05, 20), between(0.05, 20) * (flip() ? 1 : -1)),
    rotation(between(-Math.PI, Math.PI)),
    [1, between(-0.5, 0.5), 0, 0, 1, 0],
    translation(between(-1e5, 1e5), between(-1e5, 1e5)),
  )

const anyAxis = ({ between, flip }: Chance): Axis => ({
  size: Math.round(between(1, 40)),
  origin: between(-50, 50),
  step: between(0.1, 5) * (flip() ? 1 : -1),
})

const anySpace = (chance: Chance): ImageSpace => ({
  width: Math.round(chance.between(1, 2e5)),
  height: Math.round(chance.between(1, 2e5)),
  frame: 'scene 0',
  unit: 'µm',
  placement: anyAffine(chance),
  z: anyAxis(chance),
  t: anyAxis(chance),
})

const anyPoint = ({ between }: Chance, { width, height }: ImageSpace) => ({
  x: between(-0.2, 1.2) * width,
  y: between(-0.2, 1.2) * height,
})

function forAll(check: (chance: Chance) => void): void {
  for (let seed = 1; seed <= rounds; seed += 1) check(seeded(seed))
}

/** To a millionth of a pixel or µm for numbers up to a million. */
function expectNear(actual: object | undefined, expected: object): void {
  expect(actual).toBeDefined()
  for (const [key, value] of Object.entries(expected)) {
    const got: unknown = Reflect.get(actual ?? {}, key)
    expect(Math.abs(Number(got) - value), `${key}: ${got} for ${value}`).toBeLessThan(
      1e-6 * Math.max(1, Math.abs(value)),
    )
  }
}

describe('an affine transform', () => {
  test('and its inverse undo each other', () => {
    forAll((chance) => {
      const affine = anyAffine(chance)
      const point = { x: chance.between(-1e5, 1e5), y: chance.between(-1e5, 1e5) }
      expectNear(applyAffine(invert(affine), applyAffine(affine, point)), point)
      expectNear(applyAffine(affine, applyAffine(invert(affine), point)), point)
    })
  })

  test('after another is their chain, whatever the brackets', () => {
    forAll((chance) => {
      const [first, second, third] = [anyAffine(chance), anyAffine(chance), scaling(chance.between(0.1, 2))]
      const point = { x: chance.between(-100, 100), y: chance.between(-100, 100) }
      const stepwise = applyAffine(third, applyAffine(second, applyAffine(first, point)))
      expectNear(applyAffine(chain(first, second, third), point), stepwise)
      expectNear(applyAffine(chain(chain(first, second), third), point), stepwise)
      expectNear(applyAffine(chain(first, chain(second, third)), point), stepwise)
    })
    expect(chain()).toEqual(identity)
  })

  test('turns clockwise on the screen', () => {
    expectNear(applyAffine(rotation(Math.PI / 2), { x: 1, y: 0 }), { x: 0, y: 1 })
  })

  test.each([
    [[0, 0, 5, 0, 0, 5]],
    [[1, 2, 0, 2, 4, 0]],
    [[1, 0, 0, 1, 1e-14, 0]],
    [[Number.NaN, 0, 0, 0, 1, 0]],
    [[1, 0, Number.POSITIVE_INFINITY, 0, 1, 0]],
  ] as [Affine][])('that flattens the plane is refused: %j', (flat) => {
    expect(isInvertible(flat)).toBe(false)
    expect(() => invert(flat)).toThrow(RangeError)
    const space = { ...sourceSpace({ frame: 'a', width: 1, height: 1 }), placement: flat }
    expect(imageSpaceSchema.safeParse(space).success).toBe(false)
  })

  test('may be tiny or huge', () => {
    expect(isInvertible(scaling(1e-9))).toBe(true)
    expect(isInvertible(scaling(1e9))).toBe(true)
  })
})

describe('positions', () => {
  test('go to another image and back, planes included', () => {
    forAll((chance) => {
      const [one, other] = [anySpace(chance), anySpace(chance)]
      const position = { ...anyPoint(chance, one), z: chance.between(0, 9), t: chance.between(0, 9) }
      const there = mapBetween(one, other)
      const back = mapBetween(other, one)
      expectNear(there && back?.(there(position)), position)
    })
  })

  test('reach a third image by way of a second as they do directly', () => {
    forAll((chance) => {
      const [first, second, third] = [anySpace(chance), anySpace(chance), anySpace(chance)]
      const position = { ...anyPoint(chance, first), z: 3, t: 1 }
      const direct = mapBetween(first, third)?.(position)
      const half = mapBetween(first, second)?.(position)
      expectNear(half && mapBetween(second, third)?.(half), direct ?? {})
    })
  })

  test('are the same place in µm in both images', () => {
    forAll((chance) => {
      const [one, other] = [anySpace(chance), anySpace(chance)]
      const point = anyPoint(chance, one)
      const there = mapBetween(one, other)?.(point) ?? point
      expectNear(toMicrometres(other, there), toMicrometres(one, point) ?? {})
      expectNear(fromMicrometres(one, toMicrometres(one, point) ?? point), point)
    })
  })

  test('keep their distance in µm', () => {
    forAll((chance) => {
      const [one, other] = [anySpace(chance), anySpace(chance)]
      const [a, b] = [anyPoint(chance, one), anyPoint(chance, one)]
      const map = mapBetween(one, other)
      const length = distance(one, a, b) ?? 0
      const mapped = map && distance(other, map(a), map(b))
      expect(Math.abs((mapped ?? 0) - length)).toBeLessThan(1e-6 * Math.max(1, length))
    })
  })

  test('have no place in an image of another frame or of unknown scale', () => {
    const scan = sourceSpace({ frame: 'scene 0', width: 10, height: 10, mpp: { x: 0.5, y: 0.5 } })
    const unscaled = sourceSpace({ frame: 'scene 0', width: 10, height: 10 })
    expect(isComparable(scan, { ...scan, frame: 'scene 1' })).toBe(false)
    expect(mapBetween(scan, { ...scan, frame: 'scene 1' })).toBeUndefined()
    expect(transformBetween(scan, unscaled)).toBeUndefined()
    expect(toMicrometres(unscaled, { x: 1, y: 1 })).toBeUndefined()
    expect(fromMicrometres(unscaled, { x: 1, y: 1 })).toBeUndefined()
    expect([
      mppOf(unscaled),
      pixelArea(unscaled),
      distance(unscaled, { x: 0, y: 0 }, { x: 1, y: 1 }),
    ]).toEqual([undefined, undefined, undefined])
  })

  test('are inside an image from its first pixel to the end of its last', () => {
    const space = sourceSpace({ frame: 'a', width: 4, height: 3 })
    expect(isInside(space, { x: 0, y: 0 })).toBe(true)
    expect(isInside(space, { x: 3.999, y: 2.999 })).toBe(true)
    expect(isInside(space, { x: 4, y: 0 })).toBe(false)
    expect(isInside(space, { x: 0, y: -0.001 })).toBe(false)
  })
})

describe('a space', () => {
  const scan = sourceSpace({ frame: 'scene 0', width: 4443, height: 3567, mpp: { x: 0.25, y: 0.5 } })

  test('of a scan puts pixels at their size, and measures by it', () => {
    expect(toMicrometres(scan, { x: 100, y: 10 })).toEqual({ x: 25, y: 5 })
    expect(mppOf(scan)).toEqual({ x: 0.25, y: 0.5 })
    expect(pixelArea(scan)).toBe(0.125)
    expect(distance(scan, { x: 0, y: 0 }, { x: 12, y: 8 })).toBe(5)
  })

  test('of a level covers what its image covers, also where sizes were rounded', () => {
    const level = withPixels(scan, 2221, 1783)
    expectNear(mapBetween(level, scan)?.({ x: 2221, y: 1783 }), { x: 4443, y: 3567 })
    expectNear(mapBetween(level, scan)?.({ x: 0, y: 0 }), { x: 0, y: 0 })
    expect(mppOf(level)?.x).toBeCloseTo((0.25 * 4443) / 2221, 12)
  })

  test('of a part, and of a part of that, begins where the part does', () => {
    forAll((chance) => {
      const whole = anySpace(chance)
      const { x, y } = anyPoint(chance, whole)
      const part = cropped(whole, { x, y, width: 100, height: 50 })
      const inner = withPixels(cropped(part, { x: 10, y: 20, width: 40, height: 20 }), 20, 10)
      expectNear(mapBetween(inner, whole)?.({ x: 1, y: 1 }), { x: x + 12, y: y + 22 })
    })
  })

  test('that is registered lands where the registration says', () => {
    forAll((chance) => {
      const [moving, fixed, toFixed] = [anySpace(chance), anySpace(chance), anyAffine(chance)]
      const point = anyPoint(chance, moving)
      const laid = registered({ ...moving, frame: 'elsewhere', unit: 'px' }, fixed, toFixed)
      expectNear(mapBetween(laid, fixed)?.(point), applyAffine(toFixed, point))
    })
  })

  test('survives being sent as JSON', () => {
    forAll((chance) => {
      const space = anySpace(chance)
      expect(imageSpaceSchema.parse(JSON.parse(JSON.stringify(space)))).toEqual(space)
    })
    expect(imageSpaceSchema.safeParse({ ...scan, mpp: 1 }).success).toBe(false)
    expect(imageSpaceSchema.safeParse({ ...scan, z: { size: 3, origin: 0, step: 0 } }).success).toBe(false)
  })
})

describe('a box', () => {
  test('of another image holds every point of it, and no more than it must', () => {
    forAll((chance) => {
      const affine = anyAffine(chance)
      const box = { x: chance.between(-9, 9), y: chance.between(-9, 9), width: 7, height: 5 }
      const around = mapBox(box, affine)
      const slack = 1e-6 * Math.max(1, Math.abs(around.x), Math.abs(around.y))
      for (let n = 0; n < 20; n += 1) {
        const inside = { x: box.x + chance.between(0, 7), y: box.y + chance.between(0, 5) }
        const { x, y } = applyAffine(affine, inside)
        expect(x).toBeGreaterThanOrEqual(around.x - slack)
        expect(x).toBeLessThanOrEqual(around.x + around.width + slack)
        expect(y).toBeGreaterThanOrEqual(around.y - slack)
        expect(y).toBeLessThanOrEqual(around.y + around.height + slack)
      }
    })
    expect(mapBox({ x: 1, y: 2, width: 3, height: 4 }, scaling(2, -1))).toEqual({
      x: 2,
      y: -6,
      width: 6,
      height: 4,
    })
  })
})

describe('planes', () => {
  const stack: Axis = { size: 5, origin: -4, step: 2 }

  test('lie at their depth, and the nearest is shown', () => {
    expect([0, 1, 4].map((index) => valueAt(stack, index))).toEqual([-4, -2, 4])
    expect(planeAt(stack, -1)).toBe(1.5)
    expect([-3, 0.4, 0.6, 9].map((plane) => nearestPlane(stack, plane))).toEqual([0, 0, 1, 4])
  })

  test('are not named in an image without depth, nor by one', () => {
    const flat = sourceSpace({ frame: 'a', width: 9, height: 9, mpp: { x: 1, y: 1 } })
    const deep = { ...flat, z: stack }
    expect(mapBetween(deep, flat)?.({ x: 1, y: 1, z: 3 })).toEqual({ x: 1, y: 1 })
    expect(mapBetween(flat, deep)?.({ x: 1, y: 1, z: 0 })).toEqual({ x: 1, y: 1 })
    expect(mapBetween(deep, deep)?.({ x: 1, y: 1, z: 3 })).toEqual({ x: 1, y: 1, z: 3 })
  })
})
