import { describe, expect, it } from 'vitest'
import { loadSharp } from '../codecs/sharp.ts'
import { colorBands } from '../slide.ts'
import { builtInProfile } from './test-support/icc-profiles.ts'
import { memoryImage, scattered, tileOf } from './test-support/memory-image.ts'
import { renderTile, renderTilePixels } from './tile-image.ts'

const decode = async (bytes: Uint8Array) =>
  (await loadSharp())(bytes).raw().toBuffer({ resolveWithObject: true })

const stored = { mime: 'image/jpeg', bytes: Uint8Array.of(0xff, 0xd8) } as const
const smooth = (x: number, y: number, s: number) => (x * 3 + y * 2 + s * 40) % 200

describe('values of few bits', () => {
  it.each([1, 3] as const)('are shown over the whole range of brightness (%i samples)', async (samples) => {
    const image = memoryImage({ width: 8, height: 8, samples, bitDepth: 6, value: (x, y) => x + y * 8 })
    const shown = await renderTilePixels(image, 0, 0, 0, {})
    expect([...shown.data.filter((_, index) => index % 3 === 0)]).toEqual(
      Array.from({ length: 64 }, (_, value) => Math.round((value * 255) / 63)),
    )
  })
})

describe('renderTile', () => {
  it('hands a stored JPEG on when nothing changes it', async () => {
    const image = memoryImage({ width: 40, height: 40, encoded: stored })
    expect(await renderTile(image, 0, 0, 0, { format: 'jpeg' })).toBe(stored)
    const channels = [{ channel: 0, color: 0, window: [0, 255] as const, gamma: 1 }]
    expect(await renderTile(image, 0, 0, 0, { format: 'jpeg', channels })).toBe(stored)
    expect(await renderTile(image, 0, 0, 0, { format: 'jpeg', icc: true })).toBe(stored)
    const grey = memoryImage({ width: 40, height: 40, samples: 1, encoded: stored })
    expect(await renderTile(grey, 0, 0, 0, { format: 'jpeg' })).toBe(stored)
    expect([...image.reads, ...grey.reads]).toEqual([])
  })

  it('decodes it when its values are of less than 8 bits', async () => {
    const image = memoryImage({ width: 40, height: 40, bitDepth: 6, encoded: stored, value: smooth })
    const channels = [{ channel: 0, color: 0, window: [0, 63] as const, gamma: 1 }]
    expect(await renderTile(image, 0, 0, 0, { format: 'jpeg', channels })).not.toBe(stored)
  })

  it('decodes it when anything does', async () => {
    const icc = await builtInProfile('p3')
    const image = memoryImage({ width: 40, height: 40, encoded: stored, icc, value: smooth })
    const window = [0, 200] as const
    for (const options of [
      { format: 'png' },
      { format: 'webp' },
      { format: 'jpeg', passThrough: false },
      { format: 'jpeg', icc: true },
      { format: 'jpeg', channels: [{ channel: 0, color: 0, window }] },
      { format: 'jpeg', channels: [{ channel: 0, color: 0, window: [0, 255], gamma: 2 }] },
    ] as const) {
      const { mime, bytes } = await renderTile(image, 0, 0, 0, options)
      expect(mime).toBe(`image/${options.format}`)
      expect((await decode(bytes)).info).toMatchObject({ width: 16, height: 16, channels: 3 })
    }
    expect(image.reads).toHaveLength(6)
    const colored = memoryImage({
      width: 40,
      height: 40,
      samples: 1,
      channels: [{ color: 0x00ff00 }],
      encoded: stored,
    })
    expect(await renderTile(colored, 0, 0, 0, { format: 'jpeg' })).not.toBe(stored)
    const two = memoryImage({ width: 40, height: 40, samples: 1, channels: [{}, {}], encoded: stored })
    expect(await renderTile(two, 0, 0, 0, { format: 'jpeg' })).not.toBe(stored)
  })

  it("opens an image's profile once for all its tiles", async () => {
    const icc = await builtInProfile('p3')
    const image = memoryImage({ width: 40, height: 40, encoded: stored, value: smooth })
    let profilesRead = 0
    const iccProfile = async () => {
      profilesRead++
      return icc
    }
    const colored = { ...image, iccProfile }
    const first = await renderTile(colored, 0, 0, 0, { format: 'jpeg', icc: true })
    expect(await renderTile(colored, 0, 0, 0, { format: 'jpeg', icc: true })).toEqual(first)
    expect(first).not.toEqual(await renderTile(image, 0, 0, 0, { format: 'jpeg', passThrough: false }))
    expect(profilesRead).toBe(1)
  })

  it('is lossless as PNG and close as JPEG, cut at the edges', async () => {
    const image = memoryImage({ width: 20, height: 27, value: smooth })
    const png = await decode((await renderTile(image, 0, 1, 1, { format: 'png' })).bytes)
    expect([png.info.width, png.info.height]).toEqual([4, 11])
    const pixels = await renderTilePixels(image, 0, 1, 1, {})
    expect([...png.data]).toEqual([...pixels.data])
    const jpeg = await decode((await renderTile(image, 0, 1, 1, { format: 'jpeg' })).bytes)
    jpeg.data.forEach((value, i) => {
      expect(Math.abs(value - (pixels.data[i] ?? 0))).toBeLessThan(16)
    })
  })

  it('puts the visible channels of one plane together', async () => {
    const image = memoryImage({
      width: 16,
      height: 16,
      samples: 1,
      pixelType: 'u16',
      channels: [{}, {}, {}, {}, {}, {}],
      sizeZ: 2,
      value: (x, y, _s, _l, { c, z }) => scattered(x, y, c, 100) + z * 100,
    })
    const channels = [5, 1].map((channel) => ({
      channel,
      color: channel === 5 ? 0xff0000 : 0x00ff00,
      window: [0, 255] as const,
    }))
    const { data } = await renderTilePixels(image, 0, 0, 0, { z: 1, channels })
    expect([...data.subarray(0, 3)]).toEqual([
      scattered(0, 0, 5, 100) + 100,
      scattered(0, 0, 1, 100) + 100,
      0,
    ])
    const none = await renderTilePixels(image, 0, 0, 0, { channels: [] })
    expect(none.data.every((value) => value === 0)).toBe(true)
  })

  it('refuses what is not there, and an aborted signal', async () => {
    const image = memoryImage({ width: 20, height: 20 })
    await expect(renderTile(image, 1, 0, 0, { format: 'png' })).rejects.toMatchObject({
      code: 'out_of_range',
    })
    await expect(renderTile(image, 0, 2, 0, { format: 'png' })).rejects.toMatchObject({
      code: 'out_of_range',
    })
    await expect(renderTile(image, 0, 0, 0, { format: 'jpeg', z: 1 })).rejects.toMatchObject({
      code: 'out_of_range',
    })
    await expect(renderTile(image, 0, 0, 0, { format: 'jpeg', quality: 101 })).rejects.toThrow(
      'qualities from 1 to 100',
    )
    const signal = AbortSignal.abort(new Error('late'))
    await expect(renderTile(image, 0, 0, 0, { format: 'png' }, signal)).rejects.toThrow('late')
  })
})

describe('red, green and blue with other bands beside them', () => {
  it('are shown as the picture that they are', async () => {
    const value = (x: number, y: number, _s: number, _level: number, { c }: { c: number }) =>
      (x * 7 + y * 31 + c * 50) % 256
    const channels = [...colorBands, { name: 'Band 4' }]
    const image = memoryImage({ width: 12, height: 9, samples: 1, channels, value })
    const picture = tileOf('u8', 12, 9, 3, (x, y, s) => (x * 7 + y * 31 + s * 50) % 256)
    expect(await renderTilePixels(image, 0, 0, 0, {})).toEqual(picture)
  })
})
