import { beforeAll, expect, test } from 'vitest'
import { memorySource } from '../source/memory-source.ts'
import type { Source } from '../source/source.ts'
import { openTiff } from './open-tiff.ts'
import { readTileIndex } from './read-tile-index.ts'
import { tags } from './tags.ts'
import { makeTiff } from './test-support/make-tiff.ts'

let bytes: Uint8Array

beforeAll(async () => {
  const page = { width: 1024, height: 1024, tileWidth: 16, pixels: new Uint8Array(1024 * 1024) }
  const small = { ...page, width: 64, height: 64, pixels: new Uint8Array(64 * 64) }
  bytes = await makeTiff({ big: true, pages: [{ ...page, subPages: [small] }] })
})

function counting(content: Uint8Array): { source: Source; reads: string[] } {
  const inner = memorySource(content, 'slide')
  const reads: string[] = []
  const read: Source['read'] = (offset, length, signal) => {
    reads.push(`${offset} ${length}`)
    return inner.read(offset, length, signal)
  }
  return { source: { ...inner, read }, reads }
}

test('reads every page of the lists just as asking for tiles does, short lists first', async () => {
  const { source, reads } = counting(bytes)
  await readTileIndex(source)
  const asked = counting(bytes)
  const { directories } = await openTiff(asked.source)
  const [first] = directories
  const count = first?.count(tags.tileOffsets) ?? 0
  expect(count).toBe(64 * 64)
  const before = asked.reads.length
  for (let index = 0; index < count; index += 100) await first?.numberAt(tags.tileOffsets, index)
  const pages = asked.reads.slice(before)
  expect(pages.length).toBe(8)
  for (const page of pages) expect(reads).toContain(page)
  const lengths = reads.map((each) => Number(each.split(' ')[1]))
  expect(lengths.at(-1)).toBeGreaterThanOrEqual(512 * 4)
})

test('what is no TIFF has no such lists', async () => {
  const { source, reads } = counting(new Uint8Array(1000))
  await readTileIndex(source)
  expect(reads).toEqual(['0 4'])
})
