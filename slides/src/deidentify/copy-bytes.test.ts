import { expect, test } from 'vitest'
import { memorySource } from '../source/memory-source.ts'
import { seeded } from '../test-support/seeded.ts'
import { ByteRanges } from './byte-ranges.ts'
import { copyBytes } from './copy-bytes.ts'

const MB = 1024 * 1024

test('copies what stays and writes what is new across the windows it works in', async () => {
  const file = Buffer.alloc(9 * MB + 5, 0x55)
  const random = seeded(3)
  const kept = new ByteRanges()
  const expected = Buffer.alloc(file.length + 100)
  const keep = (start: number, end: number) => {
    kept.add(start, end)
    file.copy(expected, start, start, end)
  }
  for (let at = 0; at < file.length; at += 1009) file[at] = random.below(256)
  keep(4 * MB - 10, 4 * MB + 10)
  keep(5 * MB, 8 * MB + 1)
  keep(9 * MB, file.length)
  const patches = [
    { offset: 0, bytes: Buffer.from('head') },
    { offset: 4 * MB - 50, bytes: Buffer.alloc(40, 1) },
    { offset: 4 * MB + 10, bytes: Buffer.alloc(90, 2) },
    { offset: 8 * MB + 1, bytes: Buffer.alloc(3, 3) },
    { offset: file.length + 50, bytes: Buffer.alloc(50, 4) },
  ]
  for (const { offset, bytes } of patches) expected.set(bytes, offset)
  const straddling = { offset: 8 * MB + 100, bytes: Buffer.alloc(MB - 200, 5) }
  expected.set(straddling.bytes, straddling.offset)

  const written = Buffer.alloc(expected.length, 0x77)
  const told: number[] = []
  await copyBytes(
    memorySource(file),
    {
      size: expected.length,
      kept,
      patches: [...patches, straddling].sort((a, b) => a.offset - b.offset),
    },
    async (bytes, position) => void written.set(bytes, position),
    { progress: (done) => told.push(done) },
  )
  expect(Buffer.compare(written, expected)).toBe(0)
  expect(told).toEqual([4 * MB, 8 * MB, expected.length])
})

test('lets a patch reach over the end of a window', async () => {
  const bytes = Buffer.alloc(
    5 * MB,
    Uint8Array.from({ length: 251 }, (_, index) => index),
  )
  const written = Buffer.alloc(6 * MB)
  await copyBytes(
    memorySource(new Uint8Array(6 * MB)),
    {
      size: 6 * MB,
      kept: new ByteRanges(),
      patches: [{ offset: MB / 2, bytes }],
    },
    async (window, position) => void written.set(window, position),
    {},
  )
  expect(Buffer.compare(written.subarray(MB / 2, MB / 2 + bytes.length), bytes)).toBe(0)
  expect(Buffer.compare(written.subarray(0, MB / 2), Buffer.alloc(MB / 2))).toBe(0)
})
