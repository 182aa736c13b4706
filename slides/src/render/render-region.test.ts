import { describe, expect, it } from 'vitest'
import { compositeChannels } from './composite.ts'
import { openIccTransform } from './icc.ts'
import { readRegion } from './read-region.ts'
import { planRegion } from './region-plan.ts'
import { renderChannels, renderRegion } from './render-region.ts'
import { sampleRegion } from './sample-region.ts'
import { builtInProfile } from './test-support/icc-profiles.ts'
import { memoryImage, scattered } from './test-support/memory-image.ts'
import { renderThumbnail } from './thumbnail.ts'
import { renderTilePixels } from './tile-image.ts'

const fourChannels = () =>
  memoryImage({
    width: 200,
    height: 160,
    factors: [1, 4],
    samples: 1,
    pixelType: 'u16',
    channels: [{}, {}, {}, {}],
    sizeZ: 2,
    sizeT: 2,
    value: (x, y, _s, level, { c, z, t }) => scattered(x, y, c + level * 7, 20_000) + z * 20_000 + t * 10_000,
  })

const displays = [0xff0000, 0x00ff00, 0x0000ff, 0xffffff].map((color, channel) => ({
  channel,
  color,
  window: [1000 * channel, 40_000] as const,
  gamma: 1 + channel / 10,
  visible: channel !== 2,
}))

const visible = displays.filter((display) => display.visible)

describe('values of fewer than 8 bits', () => {
  it.each([1, 2, 4])('of %i are shown as the same spread over 8 are, made smaller too', async (bitDepth) => {
    const value = (x: number, y: number) => scattered(x, y, 0, 2 ** bitDepth)
    const size = { width: 50, height: 40, samples: 1 } as const
    const few = memoryImage({ ...size, bitDepth, value })
    const spread = memoryImage({ ...size, value: (x, y) => value(x, y) * (255 / (2 ** bitDepth - 1)) })
    const tile = await renderTilePixels(few, 0, 0, 0, {})
    expect(tile.data).toEqual((await renderTilePixels(spread, 0, 0, 0, {})).data)
    const small = await renderThumbnail(few, 13)
    expect(small.data).toEqual((await renderThumbnail(spread, 13)).data)
    expect(new Set(small.data).size).toBeGreaterThan(16)
  })
})

describe('renderRegion', () => {
  it('is what sampling each channel and putting them together gives', async () => {
    const image = fourChannels()
    const region = { x: -10, y: 5.5, width: 190, height: 140, downsample: 2.3 }
    const result = await renderRegion(image, { ...region, z: 1, t: 1, channels: displays })
    const tiles = await Promise.all(
      visible.map(({ channel }) => sampleRegion(image, { ...region, plane: { c: channel, z: 1, t: 1 } })),
    )
    expect(result).toEqual(compositeChannels(tiles, visible))
    expect([result.samples, result.pixelType]).toEqual([3, 'u8'])
    expect(image.reads.some((read) => read.endsWith(' 2'))).toBe(false)
  })

  it('gives the same in bands as in one', async () => {
    const image = fourChannels()
    for (const downsample of [0.7, 1, 2.3]) {
      const plan = planRegion(image, { x: -10, y: -5.5, width: 190, height: 150, downsample })
      const whole = await renderChannels(image, plan, {}, visible)
      expect(await renderChannels(image, plan, {}, visible, undefined, 1)).toEqual(whole)
    }
  })

  it('copies 8-bit RGB at full resolution and is white around it', async () => {
    const image = memoryImage({ width: 50, height: 40, value: (x, y, s) => scattered(x, y, s, 255) })
    const region = { x: 7, y: 9, width: 20, height: 15 }
    expect(await renderRegion(image, region)).toEqual(await readRegion(image, { level: 0, ...region }))
    const wider = await renderRegion(image, { x: -5, y: -5, width: 10, height: 10 })
    expect(wider.data[0]).toBe(255)
    expect(wider.data[(9 * 10 + 9) * 3]).toBe(scattered(4, 4, 0, 255))
  })

  it('takes the coarsest level that is fine enough, and reads no other', async () => {
    const image = fourChannels()
    const whole = { x: 0, y: 0, width: 200, height: 160, channels: displays }
    await renderRegion(image, { ...whole, outputWidth: 50 })
    expect(image.reads.every((read) => read.startsWith('1/'))).toBe(true)
    image.reads.length = 0
    await renderRegion(image, { ...whole, outputHeight: 60 })
    expect(image.reads.every((read) => read.startsWith('0/'))).toBe(true)
  })

  it('lays transparent pixels over white before averaging, so that their hidden colour does not show', async () => {
    const image = memoryImage({
      width: 40,
      height: 40,
      samples: 4,
      value: (x, _y, s) => (s === 3 ? (x % 2) * 255 : x % 2 ? 100 : 0),
    })
    const result = await renderRegion(image, { x: 0, y: 0, width: 40, height: 40, downsample: 2 })
    expect(result.samples).toBe(3)
    expect(result.data.every((value) => value === 178)).toBe(true)
  })

  it('applies window and exponent to RGB when given', async () => {
    const image = memoryImage({
      width: 8,
      height: 8,
      samples: 3,
      pixelType: 'u16',
      bitDepth: 12,
      value: () => 2048,
    })
    const whole = { x: 0, y: 0, width: 8, height: 8 }
    expect((await renderRegion(image, whole)).data[0]).toBe(128)
    const channels = [{ channel: 0, color: 0, window: [0, 2048] as const }]
    expect((await renderRegion(image, { ...whole, channels })).data[0]).toBe(255)
    expect((await renderRegion(image, { ...whole, channels: [] })).data[0]).toBe(255)
  })

  it('measures channels when it is not told how to show them', async () => {
    const value = (x: number, y: number) => 500 + scattered(x, y, 0, 200)
    const image = memoryImage({
      width: 64,
      height: 64,
      samples: 1,
      pixelType: 'u16',
      channels: [{}, {}],
      value,
    })
    const { data } = await renderRegion(image, { x: 0, y: 0, width: 64, height: 64 })
    expect(Math.min(...data)).toBe(0)
    expect(Math.max(...data)).toBe(255)
  })

  it('shows a single 8-bit channel as it is', async () => {
    const image = memoryImage({ width: 16, height: 16, samples: 1, value: (x) => x + 100 })
    const { data } = await renderRegion(image, { x: 0, y: 0, width: 16, height: 16 })
    expect([...data.subarray(0, 6)]).toEqual([100, 100, 100, 101, 101, 101])
  })

  it('turns colours into sRGB when asked to and a profile is there', async () => {
    const icc = await builtInProfile('p3')
    const value = (x: number, y: number, s: number) => scattered(x, y, s, 256)
    const image = memoryImage({ width: 20, height: 20, value, icc })
    const whole = { x: 0, y: 0, width: 20, height: 20 }
    const plain = await renderRegion(image, whole)
    const transform = await openIccTransform(icc)
    const expected = await transform.apply(plain)
    expect(expected.data).not.toEqual(plain.data)
    expect(await renderRegion(image, { ...whole, icc: true })).toEqual(expected)
    expect(await renderRegion(image, { ...whole, icc: transform })).toEqual(expected)
    const without = memoryImage({ width: 20, height: 20, value })
    expect(await renderRegion(without, { ...whole, icc: true })).toEqual(plain)
  })

  it('tells how far it is, up to the end', async () => {
    const told: number[] = []
    const image = fourChannels()
    let total = 0
    const progress = (done: number, of: number) => {
      told.push(done)
      total = of
    }
    await renderRegion(image, {
      x: 0,
      y: 0,
      width: 200,
      height: 160,
      downsample: 3,
      channels: displays,
      progress,
    })
    expect(told).toEqual([...told].sort((a, b) => a - b))
    expect(told.at(-1)).toBe(total)
    expect(total).toBe(image.reads.length)
  })

  it('stops when aborted, refuses what is too large and channels that are not there', async () => {
    const image = fourChannels()
    const whole = { x: 0, y: 0, width: 200, height: 160, channels: displays }
    const abort = new AbortController()
    const progress = () => abort.abort(new Error('gone'))
    await expect(renderRegion(image, { ...whole, progress }, abort.signal)).rejects.toThrow('gone')
    expect(image.reads.length).toBeLessThan(8)
    await expect(renderRegion(image, { ...whole, outputWidth: 100_000 })).rejects.toMatchObject({
      code: 'too_large',
    })
    const channels = [{ channel: 4, color: 1, window: [0, 1] as const }]
    await expect(renderRegion(image, { ...whole, channels })).rejects.toThrow(
      'channel 4: is not one of the 4 channels',
    )
    await expect(renderRegion(image, { ...whole, t: 2 })).rejects.toThrow('t: 2, each counted')
  })
})

describe('renderThumbnail', () => {
  it('fits the longer side and keeps the proportions', async () => {
    const image = memoryImage({ width: 1000, height: 333, factors: [1, 4, 8], value: () => 9 })
    const thumbnail = await renderThumbnail(image, 100)
    expect([thumbnail.width, thumbnail.height]).toEqual([100, 33])
    expect(thumbnail.data.every((value) => value === 9)).toBe(true)
    expect(image.reads.every((read) => read.startsWith('2/'))).toBe(true)
  })

  it('never enlarges, and keeps at least one pixel', async () => {
    const small = await renderThumbnail(memoryImage({ width: 20, height: 10 }), 500)
    expect([small.width, small.height]).toEqual([20, 10])
    const thin = await renderThumbnail(memoryImage({ width: 2000, height: 2 }), 50)
    expect([thin.width, thin.height]).toEqual([50, 1])
    expect(() => renderThumbnail(memoryImage({ width: 20, height: 10 }), 0)).toThrow(
      'has 0 px for its longer side',
    )
  })

  it('refuses what would take hours to read, before reading anything', async () => {
    const image = memoryImage({ width: 4_000_000, height: 4_000_000, tileWidth: 256, tileHeight: 256 })
    await expect(renderThumbnail(image, 1000)).rejects.toMatchObject({
      code: 'too_large',
      structure: 'region',
      reason: expect.stringContaining('would be made from 16000000 MP of level 0, of at most 68719 MP'),
    })
    const corner = await renderRegion(image, { x: 3_999_990, y: 0, width: 10, height: 10 })
    expect(corner.width).toBe(10)
    expect(image.reads).toEqual(['0/15624,0 0'])
    const [width, height] = [100_000, 100_000]
    const channels = Array.from({ length: 8 }, () => ({}))
    const many = memoryImage({ width, height, tileWidth: 256, tileHeight: 256, samples: 1, channels })
    await expect(renderThumbnail(many, 1000)).rejects.toThrow('would be made from')
    const display = { channel: 0, color: 0xffffff, window: [0, 255] as const }
    const started = new Error('it has begun')
    const progress = () => {
      throw started
    }
    await expect(renderThumbnail(many, 1000, { channels: [display], progress })).rejects.toBe(started)
  })
})
