import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPyramid, memorySource, openSlide, renderTile, type Source } from '@cresyl/slides'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSidecar, recordReads, withSidecar } from './header-sidecar.ts'
import { type MadeSlides, makeTestSlides } from './test-support/made-slides.ts'

const samplesFolder = process.env.CRESYL_SAMPLES
let made: MadeSlides

beforeAll(async () => {
  made = await makeTestSlides()
})

afterAll(() => made.remove())

/** A source that counts what is asked of it. */
function counting(bytes: Uint8Array): { source: Source; reads: [number, number][] } {
  const inner = memorySource(bytes, 'slide')
  const reads: [number, number][] = []
  const read: Source['read'] = (offset, length, signal) => {
    reads.push([offset, length])
    return inner.read(offset, length, signal)
  }
  return { source: { ...inner, read }, reads }
}

async function openWith(bytes: Uint8Array, sidecar: Uint8Array) {
  const { source, reads } = counting(bytes)
  const joined = withSidecar(source, sidecar)
  if (!joined) throw new Error('The sidecar was refused')
  return { slide: await openSlide(joined), reads }
}

describe('a sidecar', () => {
  test('has all that opening reads, and where every tile lies', async () => {
    for (const path of [made.brightfield, made.fluorescence]) {
      const bytes = await readFile(path)
      const { slide, reads } = await openWith(bytes, await makeSidecar(memorySource(bytes, 'slide')))
      expect(reads).toEqual([])
      const [image] = slide.images
      const direct = await openSlide(path)
      const [whole] = direct.images
      if (!image || !whole) throw new Error('no image')
      for (const [level] of image.levels.entries()) {
        expect((await image.rawTile(level, 0, 0)).data).toEqual((await whole.rawTile(level, 0, 0)).data)
      }
      await direct.close()
    }
  })

  test('has the whole index of a slide with many tiles: one tile is then one read', async () => {
    const path = join(made.folder, 'many.tiff')
    const writer = await createPyramid(path, {
      width: 4096,
      height: 4096,
      pixelType: 'u8',
      samples: 3,
      container: 'bigtiff',
      tileSize: 16,
      compression: { kind: 'jpeg', quality: 80 },
    })
    await writer.writeTile(0, 0, plain(1))
    await writer.writeTile(255, 255, plain(200))
    await writer.finish()
    const bytes = await readFile(path)
    const sidecar = await makeSidecar(memorySource(bytes, 'slide'))
    const readsOfTiles = async (given: Uint8Array) => {
      const { slide, reads } = await openWith(bytes, given)
      for (const at of [255, 0]) {
        const [image] = slide.images
        if (image) await renderTile(image, 0, at, at, { format: 'png' })
      }
      return reads.length
    }
    expect(await readsOfTiles(sidecar)).toBeLessThanOrEqual(2)
    const opening = recordReads(memorySource(bytes, 'slide'))
    await openSlide(opening.source)
    expect(await readsOfTiles(opening.sidecar())).toBeGreaterThan(2)
    expect(sidecar.byteLength).toBeGreaterThan(65_536 * 8)
  })

  test('that is damaged, cut off or of another file is refused', async () => {
    const bytes = await readFile(made.brightfield)
    const source = memorySource(bytes, 'slide')
    const sidecar = await makeSidecar(source)
    expect(withSidecar(source, sidecar)).not.toBe(null)
    expect(withSidecar(memorySource(bytes.subarray(1), 'another'), sidecar)).toBe(null)
    expect(withSidecar(source, new Uint8Array(0))).toBe(null)
    for (let length = 1; length < sidecar.length; length += 997) {
      expect(withSidecar(source, sidecar.subarray(0, length))).toBe(null)
      const damaged = Uint8Array.from(sidecar)
      damaged[length] = (damaged[length] ?? 0) ^ 4
      expect(withSidecar(source, damaged)).toBe(null)
    }
  })
})

describe('a recording', () => {
  test('reads as its source does, and gives back what was read and no more', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7) % 251)
    const recording = recordReads(memorySource(bytes, 'slide'))
    const places = [
      [0, 10],
      [50_000, 20_000],
      [99_990, 10],
      [100_000, 0],
      [40_000, 15_000],
      [4095, 2],
    ] as const
    for (const [offset, length] of places) {
      expect(await recording.source.read(offset, length)).toEqual(bytes.slice(offset, offset + length))
    }
    await expect(recording.source.read(99_999, 2)).rejects.toMatchObject({ code: 'truncated' })
    const { source, reads } = counting(bytes)
    const joined = withSidecar(source, recording.sidecar())
    for (const [offset, length] of places) {
      expect(
        Buffer.compare(
          (await joined?.read(offset, length)) ?? bytes,
          bytes.subarray(offset, offset + length),
        ),
      ).toBe(0)
    }
    expect(reads).toEqual([])
    expect(await joined?.read(30_000, 5)).toEqual(bytes.slice(30_000, 30_005))
    expect(reads).toEqual([[30_000, 5]])
  })

  test('stays within its size', async () => {
    const bytes = new Uint8Array(1_000_000)
    const recording = recordReads(memorySource(bytes, 'slide'), { maxBytes: 100_000 })
    for (let offset = 0; offset < 1_000_000; offset += 10_000) await recording.source.read(offset, 10_000)
    expect(recording.sidecar().byteLength).toBeLessThan(102_000)
  })
})

if (samplesFolder) {
  test('real slides are opened from it alone', async () => {
    for (const name of [
      'svs/CMU-1-Small-Region.svs',
      'svs/tcga-cr-7395-01a-01-ts1.svs',
      'qptiff/small_vectra.qptiff',
      'qptiff/syn_polaris_4ch.qptiff',
      'ome/fluo4_u16_subifd_big.ome.tif',
      'ome/multi-channel-z-series.ome.tif',
      'tiff/kidney-48-5.tif',
    ]) {
      const bytes = await readFile(join(samplesFolder, name))
      const sidecar = await makeSidecar(memorySource(bytes, name))
      const { slide, reads } = await openWith(bytes, sidecar)
      expect(reads, name).toEqual([])
      expect(slide.images.length, name).toBeGreaterThan(0)
      expect(sidecar.byteLength, name).toBeLessThan(Math.max(bytes.length / 4, 50_000))
    }
  })
}

function plain(value: number) {
  const data = new Uint8Array(16 * 16 * 3).fill(value)
  return { width: 16, height: 16, samples: 3, pixelType: 'u8', data } as const
}
