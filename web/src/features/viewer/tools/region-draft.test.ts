import { expect, test } from 'vitest'
import { estimatedBytes } from './estimated-bytes.ts'
import { fileNameOf, regionAddress } from './region-address.ts'
import { cutTo, planDraft, type RegionDraft, typedBox } from './region-draft.ts'
import { testImage, unscaled } from './test-image.ts'

const image = testImage({ mpp_y: 0.5 })
const plane = { z: 0, t: 0 }
const draft: RegionDraft = {
  unit: 'px',
  x: '1000',
  y: '2000',
  width: '800',
  height: '600',
  mpp: '',
  format: 'jpeg',
  icc: false,
}
const planOf = (change: Partial<RegionDraft>, of = image) => planDraft({ ...draft, ...change }, of, plane)

test('a small rectangle at full resolution comes at once', () => {
  const planned = planOf({})
  expect(planned).toMatchObject({ isDirect: true, plan: { outputWidth: 800, outputHeight: 600 } })
})

test('µm are turned into pixels by the scale of each direction', () => {
  const planned = planOf({ unit: 'µm', x: '250', y: '1000', width: '200', height: '300' })
  expect(planned).toMatchObject({ request: { x: 1000, y: 2000, width: 800, height: 600 } })
})

test('a chosen µm/px makes square pixels of that size', () => {
  expect(planOf({ mpp: '1' })).toMatchObject({ plan: { outputWidth: 200, outputHeight: 300 } })
  expect(planOf({ mpp: '0.5' })).toMatchObject({
    request: { mpp: 0.5 },
    plan: { outputWidth: 400, outputHeight: 600 },
  })
})

test('what reaches beyond the image is cut to it, what lies outside is refused', () => {
  expect(planOf({ x: '-100', width: '300' })).toMatchObject({ request: { x: 0, width: 200 } })
  expect(planOf({ x: '39900' })).toMatchObject({ request: { width: 100 } })
  expect(planOf({ x: '40000' })).toEqual({ problem: 'outside' })
})

test('what takes long, and every TIFF, is made in the background', () => {
  expect(planOf({ width: '8000', height: '8000' })).toMatchObject({ isDirect: false })
  expect(planOf({ width: '17000', height: '100' })).toMatchObject({ isDirect: false })
  expect(planOf({ format: 'tiff' })).toMatchObject({ isDirect: false })
})

test('what nobody makes is told before it is asked for', () => {
  const whole = { x: '0', y: '0', width: '40000', height: '20000' }
  expect(planOf(whole)).toEqual({ problem: 'picture' })
  expect(planOf({ ...whole, format: 'tiff' })).toMatchObject({ isDirect: false })
  const vast = testImage({ width: 200_000, height: 200_000 })
  expect(planOf({ ...whole, width: '200000', height: '200000', format: 'tiff' }, vast)).toEqual({
    problem: 'tiff',
  })
})

test('numbers that are none, and resolutions that show nothing more, are told', () => {
  expect(planOf({ width: '0' })).toEqual({ problem: 'number' })
  expect(planOf({ x: 'left' })).toEqual({ problem: 'number' })
  for (const mpp of ['0', '1001', 'fine', ' ']) expect(planOf({ mpp })).toEqual({ problem: 'mpp' })
  expect(planOf({ mpp: '0.1' })).toEqual({ problem: 'finer' })
  expect(planOf({ mpp: '2' }, testImage(unscaled))).toEqual({ problem: 'mpp' })
})

test('a box that is typed in µm is the same box again', () => {
  const box = { x: 1001, y: 2003, width: 805, height: 607 }
  const planned = planOf({ unit: 'µm', ...typedBox(box, 'µm', image) })
  expect(planned).toMatchObject({ request: box })
  expect(cutTo({ x: 0.4, y: 0.6, width: 10, height: 10 }, image)).toEqual({
    x: 0,
    y: 1,
    width: 10,
    height: 10,
  })
})

test('files become as large as their pixels, channels, depth and levels say', () => {
  const plan = { outputWidth: 1000, outputHeight: 1000 }
  const { pyramid } = image
  expect(estimatedBytes(plan, 'jpeg', pyramid)).toBe(600_000)
  expect(estimatedBytes(plan, 'png', pyramid)).toBeGreaterThan(estimatedBytes(plan, 'jpeg', pyramid))
  const channel = { name: 'DAPI' } as never // only how many there are is counted
  const fluorescence = { samples: 1, pixel_type: 'u16', channels: [channel, channel, channel, channel] }
  expect(estimatedBytes(plan, 'tiff', fluorescence)).toBeCloseTo((8_000_000 * 0.7 * 4) / 3, 0)
})

test('the address has all that is asked for, and the reply tells a name', () => {
  const planned = planOf({ mpp: '1', icc: true })
  const address = 'request' in planned ? regionAddress('one', planned.request) : ''
  expect(address).toBe(
    '/api/viewers/regions/one/?x=1000&y=2000&width=800&height=600&mpp=1&format=jpeg&z=0&t=0&icc=1',
  )
  expect(fileNameOf(`attachment; filename="a.jpg"; filename*=UTF-8''Leber%20%C3%A4.jpg`)).toBe('Leber ä.jpg')
  expect([fileNameOf('attachment; filename="a b.jpg"'), fileNameOf(null)]).toEqual(['a b.jpg', null])
})
