import { describe, expect, test } from 'vitest'
import type { PixelTile } from '../pixels.ts'
import { makeExample, middleOf, sampleAt, sharpness } from './test-support/example-tissue.ts'
import type { Tissue } from './tissue.ts'

const size = { width: 900, height: 700 }
const tissue = makeExample(size)

describe('defects', () => {
  const without = makeExample({ ...size, noise: 0, defects: {} })
  const alone = {
    fold: makeExample({ ...size, noise: 0, defects: { fold: true } }),
    pen: makeExample({ ...size, noise: 0, defects: { pen: true } }),
    outOfFocus: makeExample({ ...size, noise: 0, defects: { outOfFocus: true } }),
  }

  for (const kind of ['fold', 'pen', 'outOfFocus'] as const)
    test(`${kind}: pixels change within its mask and nowhere else`, () => {
      const made = alone[kind]
      const mask = made.defectMask(kind, 1)
      const around = boundsOf(mask, 40)
      const [a, b] = [made, without].map((from) => from.render(...around).data) as [Uint8Array, Uint8Array]
      const [left, top, width] = around
      let [changedInside, inside, changedOutside] = [0, 0, 0]
      for (let i = 0; i < a.length; i += 3) {
        const change =
          Math.abs((a[i] as number) - (b[i] as number)) +
          Math.abs((a[i + 1] as number) - (b[i + 1] as number))
        const pixel = i / 3
        const masked = sampleAt(mask, left + (pixel % width), top + Math.floor(pixel / width)) > 0
        if (masked) inside++
        if (masked && change > 1) changedInside++
        if (!masked && change > 5) changedOutside++
      }
      expect(inside).toBeGreaterThan(3000)
      expect(changedInside / inside).toBeGreaterThan(kind === 'pen' ? 0.97 : 0.8)
      expect(changedOutside / inside).toBeLessThan(0.02)
    })

  test('a fold is darker than the tissue it lies on', () => {
    const made = alone.fold
    const [x, y] = middleOf(made.defects.fold)
    const mean = (from: Tissue) => {
      const { data } = from.render(x - 8, y - 8, 16, 16)
      let sum = 0
      for (const value of data) sum += value
      return sum / data.length
    }
    expect(mean(made)).toBeLessThan(mean(without) - 20)
  })

  test('sharpness falls towards the middle of the area out of focus', () => {
    const made = alone.outOfFocus
    const { x, y, radiusX } = blur()
    const loss = [0, 0.45, 0.9].map((share) => {
      const [left, top] = rounded([x + share * radiusX - 32, y - 32])
      return sharpness(made.render(left, top, 64, 64)) / sharpness(without.render(left, top, 64, 64))
    })
    expect(loss[0]).toBeLessThan(0.03)
    expect(loss[1]).toBeLessThan(0.25)
    expect(loss[2]).toBeGreaterThan(loss[1] as number)
  })

  test('a pen has the colour asked for, and fluorescence has none', () => {
    for (const color of ['blue', 'green', 'black'] as const)
      expect(makeExample({ ...size, defects: { pen: color } }).defects.pen?.color).toBe(color)
    const fluorescent = makeExample({ ...size, stain: 'fluorescence' })
    expect(fluorescent.defects.pen).toBeUndefined()
    expect(fluorescent.defects.fold).toEqual(tissue.defects.fold)
  })

  test('leaving a defect out moves none of the others, and nuclei say which they lie in', () => {
    expect(alone.outOfFocus.defects.outOfFocus).toEqual(tissue.defects.outOfFocus)
    const [x, y] = middleOf(tissue.defects.fold)
    const folded = tissue
      .nucleiIn(x - 100, y - 100, 200, 200)
      .filter(({ defects }) => defects.includes('fold'))
    expect(folded.length).toBeGreaterThan(0)
    const mask = tissue.defectMask('fold', 1)
    for (const nucleus of folded)
      expect(sampleAt(mask, Math.floor(nucleus.x), Math.floor(nucleus.y))).toBe(255)
  })
})

function blur() {
  const shape = tissue.defects.outOfFocus
  if (!shape) throw new Error('the slide has no area out of focus')
  return shape
}

function rounded([x, y]: readonly [number, number]): [number, number] {
  return [Math.round(x), Math.round(y)]
}

/** x, y, width and height of what is marked, and `margin` pixels around it. */
function boundsOf(mask: PixelTile, margin: number): [number, number, number, number] {
  let [left, top, right, bottom] = [mask.width, mask.height, 0, 0]
  for (let y = 0; y < mask.height; y++)
    for (let x = 0; x < mask.width; x++)
      if (sampleAt(mask, x, y) > 0) {
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
      }
  left = Math.max(0, left - margin)
  top = Math.max(0, top - margin)
  right = Math.min(mask.width - 1, right + margin)
  bottom = Math.min(mask.height - 1, bottom + margin)
  return [left, top, right - left + 1, bottom - top + 1]
}
