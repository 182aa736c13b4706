import { describe, expect, it } from 'vitest'
import { loadSharp } from '../codecs/sharp.ts'
import { exportRegion } from './export-region.ts'
import { renderRegion } from './render-region.ts'
import { memoryImage } from './test-support/memory-image.ts'

const image = memoryImage({
  width: 300,
  height: 200,
  mpp: { x: 0.25, y: 0.25 },
  value: (x, y, s) => (x + y + s * 50) % 256,
})
const region = { x: 10, y: 20, width: 120, height: 60 }

const metadata = async (bytes: Uint8Array) => (await loadSharp())(bytes).metadata()

/** The resolution as Exif has it: pixels to a centimetre. */
function exifResolution(exif: Buffer | undefined) {
  const tiff = exif?.subarray(exif.toString('latin1', 0, 4) === 'Exif' ? 6 : 0) ?? Buffer.alloc(80)
  const count = tiff.readUInt16LE(8)
  for (let i = 0; i < count; i++) {
    const at = 10 + i * 12
    if (tiff.readUInt16LE(at) !== 282) continue
    const value = tiff.readUInt32LE(at + 8)
    return tiff.readUInt32LE(value) / tiff.readUInt32LE(value + 4)
  }
  return undefined
}

describe('exportRegion', () => {
  it('writes the pixels of the region, exactly as PNG', async () => {
    const { bytes, mime, width, height } = await exportRegion(image, region, { format: 'png' })
    expect([mime, width, height]).toEqual(['image/png', 120, 60])
    const decoded = await (await loadSharp())(bytes).raw().toBuffer()
    const pixels = await renderRegion(image, region)
    expect([...decoded]).toEqual([...pixels.data])
  })

  it('writes the size of a pixel into every format, and the file stays readable', async () => {
    for (const [mpp, perCentimetre] of [
      [0.25, 40_000],
      [0.5, 20_000],
      [3.7, 1e4 / 3.7],
    ] as const) {
      const png = await exportRegion(image, { ...region, mpp }, { format: 'png' })
      const { density } = await metadata(png.bytes)
      expect((density ?? 0) / 2.54 / perCentimetre).toBeCloseTo(1, 2)
      const at = Buffer.from(png.bytes).indexOf('pHYs')
      expect(Buffer.from(png.bytes).readUInt32BE(at + 4)).toBe(Math.round(perCentimetre * 100))
      expect(png.mpp?.x).toBeCloseTo(mpp, 12)

      const jpeg = await exportRegion(image, { ...region, mpp }, { format: 'jpeg' })
      const jpegHead = Buffer.from(jpeg.bytes)
      expect([jpegHead[13], jpegHead.readUInt16BE(14)]).toEqual([2, Math.round(perCentimetre)])
      for (const file of [jpeg, await exportRegion(image, { ...region, mpp }, { format: 'webp' })]) {
        const found = await metadata(file.bytes)
        expect([found.width, found.height]).toEqual([file.width, file.height])
        expect((exifResolution(found.exif) ?? 0) / perCentimetre).toBeCloseTo(1, 4)
        await expect((await loadSharp())(file.bytes).raw().toBuffer()).resolves.toHaveLength(
          file.width * file.height * 3,
        )
      }
    }
  })

  it('keeps resolutions JFIF has no room for in Exif', async () => {
    const { bytes } = await exportRegion(image, { ...region, mpp: 0.1 }, { format: 'jpeg' })
    expect([...bytes.subarray(13, 18)]).toEqual([0, 0, 1, 0, 1])
    expect(exifResolution((await metadata(bytes)).exif)).toBeCloseTo(100_000, -1)
  })

  it('writes no size of a pixel where none is known', async () => {
    const unknown = memoryImage({ width: 30, height: 20 })
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const { bytes, mpp } = await exportRegion(unknown, { x: 0, y: 0, width: 30, height: 20 }, { format })
      expect(mpp).toBeUndefined()
      expect((await metadata(bytes)).exif).toBeUndefined()
      expect(Buffer.from(bytes).includes('pHYs')).toBe(false)
    }
  })

  it('refuses before rendering what a format has no room for', async () => {
    const wide = memoryImage({ width: 100_000, height: 10 })
    const whole = { x: 0, y: 0, width: 70_000, height: 10 }
    await expect(exportRegion(wide, whole, { format: 'jpeg' })).rejects.toThrow(
      'JPEG: holds at most 65500 px a side, not 70000 × 10; PNG goes further',
    )
    await expect(exportRegion(wide, { ...whole, width: 17_000 }, { format: 'webp' })).rejects.toThrow('16383')
    expect(wide.reads).toEqual([])
  })

  it('stops when aborted', async () => {
    const abort = new AbortController()
    const options = { ...region, downsample: 1.5, progress: () => abort.abort(new Error('left')) }
    await expect(exportRegion(image, options, { format: 'png' }, abort.signal)).rejects.toThrow('left')
  })
})
