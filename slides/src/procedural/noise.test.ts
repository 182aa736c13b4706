import { expect, test } from 'vitest'
import { FractalNoise, GradientNoise, makeTexture, sampleTexture, smoothStep } from './noise.ts'
import { hashAt, Random, seedFor } from './seeded.ts'

test('hashes are the same on every machine and differ between neighbours', () => {
  expect([hashAt(1, 0, 0), hashAt(1, 1, 0), hashAt(2, 0, 1), hashAt(1, -5, 7)]).toMatchInlineSnapshot(`
    [
      1247567541,
      3891081123,
      3831586056,
      1290185513,
    ]
  `)
  const seen = new Set<number>()
  for (let y = -50; y < 50; y++) for (let x = -50; x < 50; x++) seen.add(hashAt(9, x, y))
  expect(seen.size).toBeGreaterThan(9990)
})

test('draws are uniform, normal and repeatable', () => {
  const random = new Random(seedFor(4, 'draws'))
  const draws = Array.from({ length: 20_000 }, () => random.unit())
  expect(draws.reduce((a, b) => a + b) / draws.length).toBeCloseTo(0.5, 2)
  const normals = Array.from({ length: 20_000 }, () => random.normal())
  const variance = normals.reduce((sum, value) => sum + value * value, 0) / normals.length
  expect(variance).toBeCloseTo(1, 1)
  expect(new Random(7).unit()).toBe(new Random(7).unit())
  expect(new Random(7).unit()).not.toBe(new Random(8).unit())
})

test('noise is smooth, of mean zero, and has no jump at the lattice', () => {
  const [noise, octaves] = [new GradientNoise(3), new FractalNoise(3, 3)]
  let sum = 0
  for (let i = 0; i < 5000; i++) {
    const x = i * 0.37 - 700
    const y = i * 0.11
    sum += octaves.at(x, y)
    expect(Math.abs(noise.at(x + 1e-4, y) - noise.at(x, y))).toBeLessThan(1e-3)
  }
  expect(Math.abs(sum / 5000)).toBeLessThan(0.03)
  expect(noise.at(4 - 1e-9, 2.5)).toBeCloseTo(noise.at(4, 2.5), 6)
})

test('noise is the same wherever it was looked at before', () => {
  const noise = new GradientNoise(3)
  for (const [x, y] of [
    [0.5, 0.5],
    [0.5, 1.5],
    [1.5, 1.5],
    [-0.5, 0.5],
    [0.7, 0.2],
  ] as const)
    expect(noise.at(x, y)).toBe(new GradientNoise(3).at(x, y))
})

test('textures repeat without a seam', () => {
  const texture = makeTexture(5, 16, 3)
  for (let i = 0; i < 200; i++) {
    const [x, y] = [i * 3.3 - 90, i * 1.7]
    expect(sampleTexture(texture, x + 512, y - 512)).toBeCloseTo(sampleTexture(texture, x, y), 5)
  }
  expect(Math.abs(sampleTexture(texture, 511.99, 7) - sampleTexture(texture, 512.01, 7))).toBeLessThan(0.02)
})

test('a step runs either way', () => {
  expect([-1, 0.5, 3].map((value) => smoothStep(0, 1, value))).toEqual([0, 0.5, 1])
  expect([-1, 0.5, 3].map((value) => smoothStep(1, 0, value))).toEqual([1, 0.5, 0])
})
