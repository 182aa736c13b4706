import { testManifest } from '@cresyl/contract/test-support/test-manifest'
import { expect, test } from 'vitest'
import { boxOfChunk, planRun, tilesOf } from './run-plan.ts'

const level = (width: number, height: number) => ({
  width,
  height,
  tileWidth: 256,
  tileHeight: 256,
  downsample: 1,
})
const image = { width: 10_000, height: 7001, levels: [level(10_000, 7001), level(2500, 1750)] }
const request = { mpp: { x: 0.25, y: 0.25 }, channels: [], z: 0, t: 0 }
const manifest = (mpp: number) => testManifest({ mpp, coarsest_mpp: 4, tile: 700 })

test('a level that is nearly right is taken as it is', () => {
  expect(planRun(image, manifest(1.02), request)).toMatchObject({
    stepX: 4,
    stepY: 4,
    width: 2500,
    height: 1751,
    mpp: { x: 1, y: 1 },
  })
  expect(planRun(image, manifest(0.25), request)).toMatchObject({ stepX: 1, width: 10_000, height: 7001 })
})

test('otherwise pixels are as large as the predictor wants them, but never smaller than those of the image', () => {
  const plan = planRun(image, manifest(0.6), request)
  expect(plan.mpp.x).toBeCloseTo(0.6, 5)
  expect(plan.width).toBe(Math.ceil(10_000 / 2.4))
  expect(planRun(image, manifest(0.1), request)).toMatchObject({ stepX: 1, mpp: { x: 0.25, y: 0.25 } })
})

test('places reckoned from any tile are the same to the last bit', () => {
  const { stepX } = planRun(image, manifest(0.7), request)
  for (const [from, by] of [
    [12_345, 678],
    [99_999, 31],
  ] as const)
    expect(from * stepX + by * stepX).toBe((from + by) * stepX)
})

test('a region lies on the grid of the whole, and within the image', () => {
  const region = { x: -50, y: 6990, width: 110, height: 500 }
  expect(planRun(image, manifest(1), { ...request, region })).toMatchObject({
    x: 0,
    y: 6988,
    width: 15,
    height: 4,
    columns: 1,
    rows: 1,
  })
  const beyond = { x: 90_000, y: 90_000, width: 5, height: 5 }
  expect(planRun(image, manifest(1), { ...request, region: beyond })).toMatchObject({ width: 1, height: 1 })
})

test('chunks and tiles cover the grid once', () => {
  const plan = planRun(image, manifest(0.25), request)
  expect(plan).toMatchObject({ tile: 512, columns: 3, rows: 2 })
  let pixels = 0
  for (let chunk = 0; chunk < 6; chunk += 1)
    for (const { width, height } of tilesOf(plan, boxOfChunk(plan, chunk))) pixels += width * height
  expect(pixels).toBe(10_000 * 7001)
  expect(boxOfChunk(plan, 5)).toEqual({ x: 8192, y: 4096, width: 1808, height: 2905 })
})
