import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeded } from '../test-support/seeded.ts'
import { openFileSource } from './file-source.ts'
import { isOnLocalDisk } from './local-disk.ts'

let folder = ''
const bytes = seeded(1).bytes(100_000)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-source-'))
  await writeFile(join(folder, 'one.svs'), bytes)
})

afterAll(() => rm(folder, { recursive: true }))

test('gives the bytes of the file, many reads at a time', async () => {
  const source = await openFileSource(join(folder, 'one.svs'))
  expect(source).toMatchObject({ name: 'one.svs', size: bytes.length })
  const random = seeded(2)
  const ranges = Array.from({ length: 300 }, () => {
    const offset = random.below(bytes.length)
    return { offset, length: random.below(Math.min(5000, bytes.length - offset) + 1) }
  })
  const parts = await Promise.all(ranges.map(({ offset, length }) => source.read(offset, length)))
  for (const [index, { offset, length }] of ranges.entries()) {
    expect(Buffer.compare(parts[index] ?? bytes, bytes.subarray(offset, offset + length))).toBe(0)
  }
  await source.close()
})

test('says plainly why a path is not readable', async () => {
  await expect(openFileSource(folder)).rejects.toMatchObject({ code: 'unreadable', reason: 'is a folder' })
  await expect(openFileSource(join(folder, 'none.svs'))).rejects.toThrow('none.svs: does not exist')
  await expect(openFileSource(join(folder, 'one.svs', 'two'))).rejects.toThrow('two: does not exist')
  await expect(openFileSource('/dev/zero')).rejects.toThrow('zero: is not a regular file')
})

test('does not wait for the writer of a pipe', async () => {
  const pipe = join(folder, 'pipe')
  await promisify(execFile)('mkfifo', [pipe])
  await expect(openFileSource(pipe)).rejects.toThrow('pipe: is not a regular file')
})

// Nothing is forbidden to root.
if (process.getuid?.() !== 0) {
  test('says that a file may not be read', async () => {
    const path = join(folder, 'secret.svs')
    await writeFile(path, 'x')
    await chmod(path, 0)
    await expect(openFileSource(path)).rejects.toThrow('secret.svs: may not be read by this user')
  })
}

test('a file that shrinks is truncated', async () => {
  const path = join(folder, 'shrinking.svs')
  await writeFile(path, bytes)
  const source = await openFileSource(path)
  await truncate(path, 1000)
  expect(await source.read(0, 1000)).toEqual(bytes.slice(0, 1000))
  await expect(source.read(900, 200)).rejects.toMatchObject({
    code: 'truncated',
    reason: 'became shorter while it was read and now ends at byte 1000',
  })
  await source.close()
})

test('a read that is aborted under way rejects at once with the reason', async () => {
  const source = await openFileSource(join(folder, 'one.svs'))
  const controller = new AbortController()
  const reason = new Error('scrolled away')
  const read = source.read(0, 90_000, controller.signal)
  controller.abort(reason)
  await expect(read).rejects.toBe(reason)
  expect(await source.read(5, 5)).toEqual(bytes.slice(5, 10))
  await source.close()
})

test('closing twice is harmless, reading afterwards is not', async () => {
  const source = await openFileSource(join(folder, 'one.svs'))
  const last = source.read(0, 10)
  await Promise.all([source.close(), source.close()])
  expect(await last).toEqual(bytes.slice(0, 10))
  await expect(source.read(0, 1)).rejects.toMatchObject({ code: 'unreadable', reason: 'is closed' })
})

describe('read at once', () => {
  const open = () => openFileSource(join(folder, 'one.svs'), { readsAtOnce: true })
  const isLocal = () => isOnLocalDisk(folder)

  test('are small parts of a file on a local disk, by both ways of asking', async () => {
    const source = await open()
    expect(source.givesAway).toBe(true)
    if (await isLocal()) expect(source.readNow?.(5, 5)).toEqual(bytes.slice(5, 10))
    else expect(source.readNow).toBeUndefined()
    expect(await source.read(5, 5)).toEqual(bytes.slice(5, 10))
    await source.close()
  })

  test('is nothing unless that is asked for', async () => {
    const source = await openFileSource(join(folder, 'one.svs'))
    expect(source.readNow).toBeUndefined()
    await source.close()
  })

  test('are no bytes beyond the end, of a closed file, or of one that has shrunk', async () => {
    const path = join(folder, 'shrunk.svs')
    await writeFile(path, bytes)
    const source = await openFileSource(path, { readsAtOnce: true })
    await truncate(path, 1000)
    const shortened = {
      code: 'truncated',
      reason: 'became shorter while it was read and now ends at byte 1000',
    }
    await expect(source.read(900, 200)).rejects.toMatchObject(shortened)
    await expect(source.read(99_999, 2)).rejects.toMatchObject({ code: 'truncated' })
    if (await isLocal()) {
      expect(() => source.readNow?.(900, 200)).toThrow(shortened.reason)
      expect(() => source.readNow?.(99_999, 2)).toThrow('ends at byte 100000')
    }
    await source.close()
    await expect(source.read(0, 1)).rejects.toMatchObject({ code: 'unreadable', reason: 'is closed' })
    if (await isLocal()) expect(() => source.readNow?.(0, 1)).toThrow('is closed')
  })

  test('is nothing for who has left', async () => {
    const source = await open()
    await expect(source.read(0, 5, AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
    await source.close()
  })
})
