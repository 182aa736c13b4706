import { expect, test } from 'vitest'
import { memorySource } from './memory-source.ts'

const bytes = Uint8Array.from({ length: 100 }, (_, index) => index)

test('a read is a view of the bytes, not a copy', async () => {
  const source = memorySource(bytes)
  const view = await source.read(10, 5)
  expect([...view]).toEqual([10, 11, 12, 13, 14])
  expect(view.buffer).toBe(bytes.buffer)
  expect(await source.read(100, 0)).toHaveLength(0)
})

test('reads beyond the end are truncated, nonsense is out of range', async () => {
  const source = memorySource(bytes, 'one.svs')
  await expect(source.read(99, 2)).rejects.toMatchObject({
    code: 'truncated',
    message: 'one.svs: ends at byte 100, before the end of the 2 bytes at offset 99',
  })
  await expect(source.read(2 ** 60, 2)).rejects.toMatchObject({ code: 'truncated' })
  for (const [offset, length] of [
    [-1, 4],
    [0, -4],
    [0.5, 1],
    [Number.NaN, 1],
    [0, Number.POSITIVE_INFINITY],
  ] as const) {
    await expect(source.read(offset, length)).rejects.toMatchObject({ code: 'out_of_range' })
  }
})

test('an aborted read and a read after closing are rejected', async () => {
  const source = memorySource(bytes)
  const reason = new Error('gone')
  await expect(source.read(0, 1, AbortSignal.abort(reason))).rejects.toBe(reason)
  await source.close()
  await source.close()
  await expect(source.read(0, 1)).rejects.toMatchObject({ code: 'unreadable', reason: 'is closed' })
})
