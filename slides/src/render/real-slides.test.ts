import { describe, expect, it } from 'vitest'
import { loadSharp } from '../codecs/sharp.ts'
import { bytesOf } from '../pixels.ts'
import { readSample, samplePath, samplesFolder } from '../test-support/test-samples.ts'
import { exportRegion } from './export-region.ts'
import { renderRegion } from './render-region.ts'
import { sampleRegion } from './sample-region.ts'
import { tileOf } from './test-support/memory-image.ts'
import { withImage } from './test-support/open-image.ts'
import { renderThumbnail } from './thumbnail.ts'
import { renderTile, renderTilePixels } from './tile-image.ts'

const decode = async (bytes: Uint8Array) => (await loadSharp())(bytes).removeAlpha().raw().toBuffer()

function largest(a: ArrayLike<number>, b: ArrayLike<number>) {
  expect(a.length).toBe(b.length)
  let most = 0
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs((a[i] ?? 0) - (b[i] ?? 0)))
  return most
}

describe('a pyramid of another program', () => {
  it('is rendered from its levels without a shift', async () => {
    const sharp = await loadSharp()
    const [width, height] = [1000, 731]
    const ramp = tileOf('u8', width, height, 3, (x, y, s) => (x + y * s) / (4 + 3 * s))
    const pyramid = sharp(bytesOf(ramp.data), { raw: { width, height, channels: 3 } })
    const tiff = {
      tile: true,
      tileWidth: 128,
      tileHeight: 128,
      pyramid: true,
      compression: 'deflate',
    } as const
    await withImage(await pyramid.tiff(tiff).toBuffer(), async (image) => {
      expect(image.levels.length).toBeGreaterThan(2)
      for (const downsample of [1, 1.5, 2, 3.3, 4, 5]) {
        const region = { x: 100, y: 60, width: 800, height: 600, downsample }
        const result = await renderRegion(image, region)
        let worst = 0
        for (let at = 0; at < result.data.length; at += 3) {
          const pixel = at / 3
          const x = 100 + ((pixel % result.width) + 0.5) * downsample - 0.5
          worst = Math.max(worst, Math.abs((result.data[at] ?? 0) - (x / 4 - 0.375)))
        }
        expect(worst).toBeLessThan(1.01)
      }
    })
  })
})

if (samplesFolder) {
  describe('real slides', () => {
    it('are rendered as another program reads them', async () => {
      for (const [file, x, y, width, height, off] of [
        ['svs/CMU-1-Small-Region.svs', 960, 1200, 480, 240, 2],
        ['svs/CMU-1-Small-Region.svs', 2160, 2880, 60, 87, 2],
        ['svs/tcga-cr-7395-01a-01-ts1.svs', 4352, 3328, 91, 239, 1],
      ] as const) {
        await withImage(samplePath(file), async (image) => {
          const name = `${file.replace('svs/', '')}.L0.${x}.${y}.${width}x${height}.png`
          const expected = await decode(await readSample('reference', name))
          expect(
            largest((await renderRegion(image, { x, y, width, height })).data, expected),
          ).toBeLessThanOrEqual(off)
          const png = await exportRegion(image, { x, y, width, height }, { format: 'png' })
          expect(largest(await decode(png.bytes), expected)).toBeLessThanOrEqual(off)
        })
      }
    })

    it('have no shift between a level and the mean of the finer one', async () => {
      await withImage(samplePath('svs/tcga-cr-7395-01a-01-ts1.svs'), async (image) => {
        const [size, side] = [480, 240]
        const region = { x: 3200, y: 2000, width: size, height: size }
        const fine = { ...image, levels: image.levels.slice(0, 1) }
        const coarse = await sampleRegion(image, { ...region, downsample: 2 })
        const offBy = async (shift: number) => {
          const moved = { ...region, x: region.x + shift, y: region.y + shift }
          const { data } = await sampleRegion(fine, { ...moved, outputWidth: side, outputHeight: side })
          let sum = 0
          for (let i = 0; i < data.length; i++) sum += Math.abs((data[i] ?? 0) - (coarse.data[i] ?? 0))
          return sum / data.length
        }
        const here = await offBy(0)
        for (const shift of [-1, -0.5, 0.5, 1]) expect(await offBy(shift)).toBeGreaterThan(here)
      })
    })

    it('pass JPEG tiles on that decode to what is shown otherwise', async () => {
      await withImage(samplePath('svs/CMU-1-Small-Region.svs'), async (image) => {
        const passed = await renderTile(image, 0, 4, 5, { format: 'jpeg' })
        expect(passed.bytes).toEqual((await image.encodedTile(0, 4, 5))?.bytes)
        const { data } = await renderTilePixels(image, 0, 4, 5, {})
        expect(largest(await decode(passed.bytes), data)).toBe(0)
      })
    })

    it('have thumbnails of channels that use the whole range', async () => {
      for (const file of [
        'qptiff/syn_polaris_4ch.qptiff',
        'czi/DAPI_GFP.czi',
        'ome/multi-channel-z-series.ome.tif',
      ]) {
        await withImage(samplePath(file), async (image) => {
          const { width, height, data } = await renderThumbnail(image, 100)
          expect(Math.max(width, height)).toBe(100)
          expect(Math.max(...data) - Math.min(...data)).toBeGreaterThan(200)
        })
      }
    })
  })
}
