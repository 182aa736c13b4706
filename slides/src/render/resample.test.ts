import { describe, expect, it } from 'vitest'
import { type PixelTile, type PixelType, pixelTypes } from '../pixels.ts'
import { seededRandom } from '../test-support/seeded.ts'
import { planAxis } from './axis.ts'
import { createResampler, resampleTile } from './resample.ts'
import { scattered, tileOf } from './test-support/memory-image.ts'

const constants: Record<PixelType, number> = {
  u8: 255,
  i8: -128,
  u16: 65535,
  i16: -32768,
  u32: 4294967295,
  i32: -2147483648,
  f32: 0.1,
}

const at = (tile: PixelTile, x: number, y: number, sample = 0) =>
  tile.data[(y * tile.width + x) * tile.samples + sample] ?? Number.NaN

describe('resampleTile', () => {
  it('leaves a constant of every pixel type as it is, at any scale', () => {
    const random = seededRandom(2)
    for (const type of pixelTypes) {
      const tile = tileOf(type, 37, 23, 1, () => constants[type])
      const expected = tile.data[0]
      for (let run = 0; run < 12; run++) {
        const [width, height] = [1 + Math.floor(random() * 80), 1 + Math.floor(random() * 80)]
        const region = {
          x: random() * 5,
          y: random() * 5,
          width: 5 + random() * 27,
          height: 5 + random() * 13,
        }
        const result = resampleTile(tile, region, width, height)
        expect(result.data.every((value) => value === expected)).toBe(true)
      }
    }
  })

  it('gives tiles that are alike all over the same place as others', () => {
    const axisOf = (step: number, count: number) => planAxis({ start: 0, step, count, size: 60 })
    const [columns, rows] = [axisOf(60 / 7, 7), axisOf(60 / 11, 11)]
    const window = { left: 0, top: 0, right: 7, bottom: 11 }
    const made = [true, undefined].map((uniform) => {
      const data = new Uint8Array(7 * 11 * 3)
      const resampler = createResampler(columns, rows, window, [0, 0, 0], 'u8', data)
      for (const y of [0, 20, 40]) {
        for (const x of [0, 20, 40]) {
          const tile = tileOf('u8', 20, 20, 3, (_x, _y, sample) => (x * 3 + y * 2 + sample * 50) % 256)
          resampler.add(uniform ? { ...tile, uniform } : tile, x, y)
        }
        resampler.finishBefore(y + 20)
      }
      return data
    })
    expect(made[0]).toEqual(made[1])
  })

  it('leaves a linear ramp the same ramp, without a shift', () => {
    const random = seededRandom(3)
    const tile = tileOf('f32', 120, 90, 1, (x, y) => 3 * (x + 0.5) - 2 * (y + 0.5) + 7)
    let worst = 0
    for (let run = 0; run < 60; run++) {
      const region = {
        x: 1 + random() * 9,
        y: 1 + random() * 9,
        width: 20 + random() * 80,
        height: 20 + random() * 60,
      }
      const [width, height] = [1 + Math.floor(random() * 150), 1 + Math.floor(random() * 150)]
      const result = resampleTile(tile, region, width, height)
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const sourceX = region.x + ((x + 0.5) * region.width) / width
          const sourceY = region.y + ((y + 0.5) * region.height) / height
          worst = Math.max(worst, Math.abs(at(result, x, y) - (3 * sourceX - 2 * sourceY + 7)))
        }
      }
    }
    expect(worst).toBeLessThan(1e-3)
  })

  it('is the rounded mean of the pixels for whole factors', () => {
    for (const factor of [2, 3, 4, 7]) {
      const tile = tileOf('u8', factor * 9, factor * 5, 3, (x, y, s) => scattered(x, y, s, 256))
      const result = resampleTile(tile, { x: 0, y: 0, width: tile.width, height: tile.height }, 9, 5)
      for (let y = 0; y < 5; y++) {
        for (let x = 0; x < 9; x++) {
          for (let sample = 0; sample < 3; sample++) {
            let sum = 0
            for (let j = 0; j < factor; j++)
              for (let i = 0; i < factor; i++) sum += at(tile, x * factor + i, y * factor + j, sample)
            const mean = sum / factor ** 2
            // Halves may be rounded either way.
            expect(Math.abs(at(result, x, y, sample) - mean)).toBeLessThanOrEqual(0.5 + 1e-9)
          }
        }
      }
    }
  })

  it('is close to the area average for broken factors', () => {
    const wave = (x: number, y: number) => 100 + 50 * Math.sin(x / 7) + 30 * Math.cos(y / 5)
    const tile = tileOf('f32', 200, 100, 1, (x, y) => wave(x + 0.5, y + 0.5))
    const result = resampleTile(tile, { x: 3.3, y: 2.7, width: 190, height: 90 }, 73, 33)
    const [stepX, stepY] = [190 / 73, 90 / 33]
    for (let y = 0; y < 33; y++) {
      for (let x = 0; x < 73; x++) {
        let sum = 0
        for (let j = 0; j < 20; j++)
          for (let i = 0; i < 20; i++)
            sum += wave(3.3 + (x + (i + 0.5) / 20) * stepX, 2.7 + (y + (j + 0.5) / 20) * stepY)
        expect(Math.abs(at(result, x, y) - sum / 400)).toBeLessThan(0.6)
      }
    }
  })

  it('interpolates between the four nearest pixels when enlarging, and repeats the border', () => {
    const tile = tileOf('u16', 9, 7, 1, (x, y) => scattered(x, y, 0, 65536))
    const result = resampleTile(tile, { x: 0, y: 0, width: 9, height: 7 }, 50, 40)
    const clamp = (value: number, size: number) => Math.max(0, Math.min(size - 1, value))
    for (let y = 0; y < 40; y++) {
      for (let x = 0; x < 50; x++) {
        const [px, py] = [clamp(((x + 0.5) * 9) / 50 - 0.5, 9), clamp(((y + 0.5) * 7) / 40 - 0.5, 7)]
        const [x0, y0] = [Math.floor(px), Math.floor(py)]
        const [x1, y1] = [clamp(x0 + 1, 9), clamp(y0 + 1, 7)]
        const top = at(tile, x0, y0) * (1 - px + x0) + at(tile, x1, y0) * (px - x0)
        const bottom = at(tile, x0, y1) * (1 - px + x0) + at(tile, x1, y1) * (px - x0)
        const expected = top * (1 - py + y0) + bottom * (py - y0)
        expect(Math.abs(at(result, x, y) - expected)).toBeLessThanOrEqual(0.5 + 1e-6)
      }
    }
  })

  it('copies pixels at a scale of 1', () => {
    const tile = tileOf('i16', 20, 10, 4, (x, y, s) => scattered(x, y, s, 65536) - 32768)
    const result = resampleTile(tile, { x: 0, y: 0, width: 20, height: 10 }, 20, 10)
    expect(result.data).toEqual(tile.data)
  })

  it('mixes the background in by area', () => {
    const tile = tileOf('u8', 4, 4, 3, () => 100)
    const result = resampleTile(tile, { x: -1, y: -2, width: 6, height: 8 }, 3, 4, [200, 255, 0])
    expect([at(result, 0, 1, 0), at(result, 0, 1, 1), at(result, 0, 1, 2)]).toEqual([150, 178, 50])
    expect([at(result, 1, 1, 0), at(result, 1, 0, 0), at(result, 1, 3, 1)]).toEqual([100, 200, 255])
  })

  it('hands rows over as soon as no source row to come belongs to them', () => {
    const axis = planAxis({ start: 0, step: 2, count: 8, size: 16 })
    const data = new Uint8Array(64)
    const window = { left: 0, top: 0, right: 8, bottom: 8 }
    const resampler = createResampler(axis, axis, window, [0], 'u8', data)
    resampler.add(
      tileOf('u8', 16, 5, 1, () => 9),
      0,
      0,
    )
    resampler.finishBefore(5)
    const rowsDone = () =>
      Array.from({ length: 8 }, (_, row) => data[row * 8]).filter((value) => value === 9).length
    expect(rowsDone()).toBe(2)
    resampler.add(
      tileOf('u8', 16, 11, 1, () => 9),
      0,
      5,
    )
    resampler.finishBefore(16)
    expect(rowsDone()).toBe(8)
  })

  it('gives the same result each time', () => {
    const tile = tileOf('f32', 61, 47, 3, (x, y, s) => scattered(x, y, s, 1000) / 7)
    const once = () => resampleTile(tile, { x: 0.37, y: 0.11, width: 59.9, height: 45.7 }, 23, 19).data
    expect(once()).toEqual(once())
  })

  it('refuses outputs without pixels and regions that are none', () => {
    const tile = tileOf('u8', 4, 4, 1, () => 0)
    expect(() => resampleTile(tile, { x: 0, y: 0, width: 4, height: 4 }, 0, 4)).toThrow(
      'region: has no whole number',
    )
    expect(() => resampleTile(tile, { x: Number.NaN, y: 0, width: 4, height: 4 }, 1, 4)).toThrow(
      'is no rectangle',
    )
  })
})
