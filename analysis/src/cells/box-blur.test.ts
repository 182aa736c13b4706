import { expect, test } from 'vitest'
import { boxBlur } from './box-blur.ts'

const noise = (count: number) =>
  Int16Array.from({ length: count }, (_, at) => (Math.imul(at + 7, 0x9e3779b1) >>> 20) & 4095)

test('every pixel is the rounded mean of the square around it, edges continued', () => {
  const [width, height] = [17, 11]
  const source = noise(width * height)
  for (const radius of [1, 3, 6]) {
    const target = new Int16Array(source.length)
    boxBlur(source, target, new Int32Array(source.length), width, height, radius)
    const inside = (value: number, size: number) => Math.min(Math.max(value, 0), size - 1)
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        let sum = 0
        for (let dy = -radius; dy <= radius; dy += 1)
          for (let dx = -radius; dx <= radius; dx += 1)
            sum += source[inside(y + dy, height) * width + inside(x + dx, width)] as number
        expect(target[y * width + x]).toBe(Math.floor(sum / (2 * radius + 1) ** 2 + 0.5))
      }
  }
})

test('a plane may be blurred in its own place', () => {
  const source = noise(400)
  const apart = new Int16Array(400)
  boxBlur(source, apart, new Int32Array(400), 20, 20, 2)
  boxBlur(source, source, new Int32Array(400), 20, 20, 2)
  expect(source).toEqual(apart)
})
