import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { memorySource } from '../source/memory-source.ts'
import { LazyNumbers, numberPages } from './lazy-numbers.ts'
import { openTiff } from './open-tiff.ts'
import { openPage } from './page.ts'
import { fieldTypes, tags } from './tags.ts'
import { hugeSource } from './test-support/huge-source.ts'
import { countingSource } from './test-support/open-bytes.ts'

describe('a long list', () => {
  const numbers = Uint32Array.from({ length: 100_000 }, (_, index) => index * 3)
  const listOf = (offset = 0, pages = numberPages()) => {
    const source = countingSource(memorySource(new Uint8Array(numbers.buffer)))
    const list = { offset, count: numbers.length - offset / 4, type: fieldTypes.long, bigEndian: false }
    return { source, list: new LazyNumbers(source, list, pages) }
  }

  it('gives each of its numbers', async () => {
    const { list } = listOf(8)
    for (const index of [0, 1, 511, 512, 1023, 1024, 99_997]) {
      expect(await list.at(index)).toBe((index + 2) * 3)
    }
  })

  it('reads one page for all numbers in it, however many ask', async () => {
    const { source, list } = listOf()
    await Promise.all(Array.from({ length: 512 }, (_, index) => list.at(512 + index)))
    expect(source.counted).toEqual({ reads: 1, bytes: 2048 })
  })

  it('keeps a bounded number of pages, those used last', async () => {
    const { source, list } = listOf(0, numberPages(16))
    for (let page = 0; page < 40; page++) {
      await list.at(page * 512)
      await list.at(0)
    }
    expect(source.counted.reads).toBe(40)
    await list.at(512)
    expect(source.counted.reads).toBe(41)
  })

  it('shares the room for pages with the other lists of its file, not the pages', async () => {
    const pages = numberPages(16)
    const lists = Array.from({ length: 40 }, (_, index) => listOf(index * 4, pages).list)
    for (const [index, list] of lists.entries()) expect(await list.at(0)).toBe(index * 3)
    expect(pages.size).toBe(16)
  })

  it('rejects whoever aborted, nobody else', async () => {
    const { list } = listOf()
    const controller = new AbortController()
    const aborted = list.at(7, controller.signal)
    const other = list.at(8)
    controller.abort(new Error('left'))
    await expect(aborted).rejects.toThrow('left')
    expect(await other).toBe(24)
  })
})

/** Bytes, once what nobody uses is gone. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

describe('opening a file', () => {
  const open = async (side: number) => {
    const source = countingSource(hugeSource(side))
    const file = await openTiff(source)
    const pages = []
    for (const directory of file.directories) pages.push(await openPage(file, directory))
    return { source, file, pages, opened: { ...source.counted } }
  }

  it('costs one small read a directory whatever its size', async () => {
    for (const side of [1000, 32_000, 100_000, 200_000]) {
      const { file, pages, opened } = await open(side)
      expect(pages[0]).toMatchObject({ width: side, height: side, tileWidth: 256 })
      expect(opened.reads).toBeLessThanOrEqual(file.directories.length + 1)
      expect(opened.bytes).toBeLessThanOrEqual(1536 * (file.directories.length + 1))
      expect(opened.bytes).toBeLessThanOrEqual(64 * 1024)
    }
  })

  it('then reads two pages of offsets and lengths and the tile itself', async () => {
    const { source, pages, opened } = await open(200_000)
    const tile = pages[0]?.encodedTile(500, 600)
    // Its bytes are zeros.
    await expect(tile).rejects.toMatchObject({ structure: 'IFD 0 tile 500,600', code: 'malformed' })
    expect(source.counted.reads - opened.reads).toBe(3)
    expect(source.counted.bytes - opened.bytes).toBe(4096 + 4096 + 1000)
  })

  it('keeps less than 0.3 MB', async () => {
    const kept = []
    await open(200_000)
    const before = memoryInUse()
    for (let i = 0; i < 40; i++) kept.push(await open(200_000))
    const grown = memoryInUse() - before
    expect(kept).toHaveLength(40)
    expect(grown / 40).toBeLessThan(0.3 * 1024 * 1024)
  })

  it('counts the values of a list without reading them', async () => {
    const { file, source, opened } = await open(200_000)
    expect(file.directories[0]?.count(tags.tileOffsets)).toBe(782 * 782)
    expect(source.counted).toEqual(opened)
  })
})
