import { describe, expect, test } from 'vitest'
import {
  type Affine,
  applyAffine,
  chain,
  determinant,
  type Point,
  rotation,
  scaling,
  translation,
} from './affine.ts'
import {
  type Alignment,
  type AlignmentGiven,
  type AlignmentRefusal,
  alignPairs,
  isAligned,
  type PointPair,
  turnedPairs,
} from './point-pairs.ts'

/** The same numbers in every run, so that a failure can be looked into. */
function seeded(seed: number) {
  let state = seed
  return (low: number, high: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return low + (state / 2 ** 32) * (high - low)
  }
}
type Between = ReturnType<typeof seeded>

const pairsBy = (affine: Affine, places: readonly Point[]): PointPair[] =>
  places.map((moving) => ({ moving, fixed: applyAffine(affine, moving) }))

function solved(pairs: readonly PointPair[], given?: AlignmentGiven): Alignment {
  const result = alignPairs(pairs, given)
  if (!isAligned(result)) throw new Error(result.sentence)
  return result
}

function refused(pairs: readonly PointPair[], given?: AlignmentGiven): AlignmentRefusal {
  const result = alignPairs(pairs, given)
  if (isAligned(result)) throw new Error('It was aligned')
  return result
}

/** How far two transforms take a point of a slide of 100,000 × 80,000 pixels apart, at most. */
function apart(one: Affine, other: Affine): number {
  const corners = [0, 100_000].flatMap((x) => [0, 80_000].map((y) => ({ x, y })))
  return Math.max(
    ...corners.map((corner) => {
      const [a, b] = [applyAffine(one, corner), applyAffine(other, corner)]
      return Math.hypot(a.x - b.x, a.y - b.y)
    }),
  )
}

const triangle = [
  { x: 20_000, y: 10_000 },
  { x: 80_000, y: 25_000 },
  { x: 35_000, y: 70_000 },
]

const anyAffine = (between: Between, mirrored = false): Affine =>
  chain(
    scaling(between(0.4, 2.5), between(0.4, 2.5) * (mirrored ? -1 : 1)),
    [1, between(-0.2, 0.2), 0, 0, 1, 0],
    rotation(between(-Math.PI, Math.PI)),
    translation(between(-9e4, 9e4), between(-9e4, 9e4)),
  )

const anySimilarity = (between: Between, mirrored = false): Affine => {
  const size = between(0.4, 2.5)
  return chain(
    scaling(size, mirrored ? -size : size),
    rotation(between(-Math.PI, Math.PI)),
    translation(between(-9e4, 9e4), between(-9e4, 9e4)),
  )
}

describe('points that fit exactly', () => {
  test('three pairs recover any affine over the whole slide, mirrored ones too', () => {
    const between = seeded(1)
    for (let round = 0; round < 300; round++) {
      const mirrored = round % 3 === 0
      const truth = anyAffine(between, mirrored)
      const found = solved(pairsBy(truth, triangle), { mirrored })
      expect(found.model).toBe('affine')
      expect(apart(found.affine, truth)).toBeLessThan(1e-5)
      expect(found.residual.largest).toBeLessThan(1e-5)
    }
  })

  test('two pairs recover any turn, scale and shift, mirrored ones too', () => {
    const between = seeded(2)
    for (let round = 0; round < 300; round++) {
      const mirrored = round % 3 === 0
      const truth = anySimilarity(between, mirrored)
      const found = solved(pairsBy(truth, triangle.slice(0, 2)), { mirrored })
      expect(found.model).toBe('similarity')
      expect(apart(found.affine, truth)).toBeLessThan(1e-5)
      expect(determinant(found.affine) < 0).toBe(mirrored)
    }
  })

  test('pixels that are not square, or of another size, do not look like a shear', () => {
    const [movingMpp, fixedMpp] = [
      { x: 0.5, y: 0.4 },
      { x: 0.25, y: 0.3 },
    ]
    const turned = chain(scaling(0.5, 0.4), rotation(0.7), translation(900, -400))
    const truth = chain(turned, scaling(1 / 0.25, 1 / 0.3))
    const found = solved(pairsBy(truth, triangle.slice(0, 2)), { movingMpp, fixedMpp })
    expect(apart(found.affine, truth)).toBeLessThan(1e-5)
  })

  test('the other way round is the way back', () => {
    const truth = anyAffine(seeded(3))
    const pairs = pairsBy(truth, triangle)
    const there = solved(pairs).affine
    const back = solved(turnedPairs(pairs)).affine
    expect(apart(chain(there, back), scaling(1))).toBeLessThan(1e-4)
  })
})

describe('points that were marked by hand', () => {
  test('a known affine is recovered within 1 µm from three pairs that are each off by a pixel at most', () => {
    const between = seeded(4)
    const mpp = { x: 0.25, y: 0.25 }
    const truth = chain(rotation(0.3), translation(1200, -800))
    for (let round = 0; round < 100; round++) {
      const pairs = pairsBy(truth, triangle).map(({ moving, fixed }) => ({
        moving,
        fixed: { x: fixed.x + between(-0.7, 0.7), y: fixed.y + between(-0.7, 0.7) },
      }))
      const { affine } = solved(pairs, { movingMpp: mpp, fixedMpp: mpp })
      expect(apart(affine, truth) * 0.25).toBeLessThan(1)
    }
  })

  test('no other transform near it brings them nearer', () => {
    const between = seeded(5)
    for (const model of ['similarity', 'affine'] as const) {
      const pairs = Array.from({ length: 8 }, () => {
        const moving = { x: between(0, 1e4), y: between(0, 1e4) }
        return { moving, fixed: { x: moving.x + between(-40, 40), y: moving.y + between(-40, 40) } }
      })
      const best = solved(pairs, { model })
      for (let round = 0; round < 100; round++) {
        const turn =
          model === 'affine'
            ? ([1, between(-1e-4, 1e-4), 0, 0, 1, 0] as const)
            : rotation(between(-1e-4, 1e-4))
        const near = chain(best.affine, turn, translation(between(-2, 2), between(-2, 2)))
        const squares = pairs.map(({ moving, fixed }) => {
          const arrived = applyAffine(near, moving)
          return (arrived.x - fixed.x) ** 2 + (arrived.y - fixed.y) ** 2
        })
        const rms = Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / pairs.length)
        expect(rms).toBeGreaterThanOrEqual(best.residual.rms)
      }
    }
  })

  test('the residual is in µm of the fixed slide, and in pixels where nobody knows its scale', () => {
    const pairs = [
      ...pairsBy(scaling(1), triangle),
      ...pairsBy(scaling(1), [{ x: 50_000, y: 50_000 }]).map(({ moving }) => ({
        moving,
        fixed: { x: moving.x + 40, y: moving.y },
      })),
    ]
    const inPixels = solved(pairs, { movingMpp: { x: 0.5, y: 0.5 } }).residual
    const mpp = { x: 0.5, y: 0.5 }
    const inMicrometres = solved(pairs, { movingMpp: mpp, fixedMpp: mpp }).residual
    expect([inPixels.unit, inMicrometres.unit]).toEqual(['px', 'µm'])
    expect(inMicrometres.rms).toBeCloseTo(inPixels.rms / 2, 9)
    expect(inMicrometres.largest).toBeCloseTo(inPixels.largest / 2, 9)
    expect(inPixels.largest).toBeGreaterThan(inPixels.rms)
  })
})

describe('points that tell nothing are refused with a sentence', () => {
  test.each<[AlignmentRefusal['reason'], string, PointPair[], AlignmentGiven]>([
    ['too_few', 'no pair', [], {}],
    ['too_few', 'one pair', pairsBy(scaling(1), triangle.slice(0, 1)), {}],
    ['too_few', 'two pairs for an affine', pairsBy(scaling(1), triangle.slice(0, 2)), { model: 'affine' }],
    [
      'same_place',
      'a point that was marked twice',
      pairsBy(scaling(1), [
        { x: 5, y: 5 },
        { x: 900, y: 3 },
        { x: 5.2, y: 5.1 },
      ]),
      {},
    ],
    [
      'one_line',
      'three on one line',
      pairsBy(rotation(1), [
        { x: 0, y: 0 },
        { x: 1000, y: 500 },
        { x: 4000, y: 2001 },
      ]),
      {},
    ],
    ['turned_over', 'a mirrored slide that nobody spoke of', pairsBy(scaling(1, -1), triangle), {}],
    ['turned_over', 'one that is not mirrored', pairsBy(scaling(1), triangle), { mirrored: true }],
  ])('%s: %s', (reason, _what, pairs, given) => {
    const found = refused(pairs, given)
    expect(found.reason).toBe(reason)
    expect(found.sentence).toMatch(/^[A-Z].*\.$/)
  })

  test('a point that is off is told by its number', () => {
    const pairs = pairsBy(scaling(1), [
      { x: 0, y: 0 },
      { x: 700, y: 0 },
      { x: 0, y: 900 },
      { x: 700, y: 0 },
    ])
    expect(refused(pairs).sentence).toContain('The points 2 and 4 are at the same position')
  })
})
