import { setImmediate as nextTurn } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { memorySource } from '../source/memory-source.ts'
import { openTiff } from './open-tiff.ts'
import { openPage } from './page.ts'
import { compressions } from './tags.ts'
import { makeTiff } from './test-support/make-tiff.ts'
import type { TiffDirectory } from './tiff.ts'

it('decodes few large blocks at a time, however many are asked for', async () => {
  const side = 4096
  const block = new Uint8Array(deflateSync(new Uint8Array(side * side)))
  const strips = { width: side, height: 20 * side, pixels: [0], compression: compressions.deflate }
  const file = { ...strips, rowsPerStrip: side, encode: async () => block }
  const source = memorySource(await makeTiff({ pages: [file] }))
  let reading = 0
  let most = 0
  const watched = {
    ...source,
    async read(offset: number, length: number, signal?: AbortSignal) {
      reading += 1
      most = Math.max(most, reading)
      await nextTurn()
      reading -= 1
      return source.read(offset, length, signal)
    },
  }
  const tiff = await openTiff(watched)
  const page = await openPage(tiff, tiff.directories[0] as TiffDirectory)
  const rows = Array.from({ length: 20 }, (_, strip) => (strip * side) / page.tileHeight)
  const tiles = await Promise.all(rows.map((row) => page.rawTile(0, row)))
  expect(tiles).toHaveLength(20)
  expect(most).toBe(8)
})

it('decodes a block twice at most that all tiles share, and gives each its own pixels', async () => {
  const side = 16
  const values = Uint8Array.from({ length: side * side }, (_, index) => index)
  const block = new Uint8Array(deflateSync(values))
  const tiles = { width: 8 * side, height: 8 * side, tileWidth: side, pixels: [0] }
  const file = { ...tiles, compression: compressions.deflate, encode: async () => block }
  const source = memorySource(await makeTiff({ pages: [file] }))
  let read = 0
  // What would be decoded once more is damaged by then.
  const spoilt = {
    ...source,
    async read(offset: number, length: number, signal?: AbortSignal) {
      const bytes = await source.read(offset, length, signal)
      if (length !== block.length) return bytes
      read += 1
      return read > 2 ? new Uint8Array(length) : bytes
    },
  }
  const tiff = await openTiff(spoilt)
  const page = await openPage(tiff, tiff.directories[0] as TiffDirectory)
  for (let tile = 0; tile < 64; tile++) {
    const { data } = await page.rawTile(tile % 8, Math.floor(tile / 8))
    expect(data).toEqual(values)
    data.fill(0)
  }
})
