import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { blockBytes, createBlockStore, trimBlockFolder } from './block-store.ts'
import { patternedBytes } from './test-support/test-bucket.ts'

const MB = 1024 * 1024
const etag = '"1"'
let folder: string

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'blocks-')), 'blocks')
})

afterEach(() => rm(join(folder, '..'), { recursive: true }))

async function filesIn(place = folder): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function bytesIn(place = folder): Promise<number> {
  const sizes = (await filesIn(place)).map(async (path) => (await stat(path)).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const store = (maxBytes = 64 * MB, onTrouble?: (sentence: string) => void) =>
  createBlockStore({ folder, maxBytes, onTrouble })

describe('a block', () => {
  test('is found by another process, in a folder that is private', async () => {
    const bytes = patternedBytes(1000)
    const first = store()
    expect(await first.read('a', 0, 1000)).toBeUndefined()
    first.keep('a', 0, { etag, bytes })
    await first.settled()
    const found = await store().read('a', 0, 1000)
    expect(found?.etag).toBe(etag)
    expect(Buffer.compare(found?.bytes ?? Buffer.alloc(0), bytes)).toBe(0)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const [file = ''] = await filesIn()
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('is not taken for another one, of another object, place or length', async () => {
    const blocks = store()
    blocks.keep('a', 0, { etag, bytes: patternedBytes(1000) })
    blocks.keep('a', 1, { etag, bytes: patternedBytes(1000, 2) })
    await blocks.settled()
    expect(await blocks.read('b', 0, 1000)).toBeUndefined()
    expect(await blocks.read('a', 2, 1000)).toBeUndefined()
    expect(await blocks.read('a', 0, 999)).toBeUndefined()
    const [one = '', other = ''] = await filesIn()
    // Foreign files under its name.
    await rename(one, other)
    const found = await Promise.all([blocks.read('a', 0, 1000), blocks.read('a', 1, 1000)])
    expect(found).toEqual([undefined, undefined])
  })

  test('that is torn or damaged anywhere is not there, and is written anew', async () => {
    const blocks = store()
    const bytes = patternedBytes(1000)
    blocks.keep('a', 0, { etag, bytes })
    await blocks.settled()
    const [file = ''] = await filesIn()
    const whole = await readFile(file)
    for (let place = 0; place < whole.length; place += 7) {
      const damaged = Buffer.from(whole)
      damaged[place] = (damaged[place] ?? 0) ^ 1
      await writeFile(file, damaged)
      expect(await blocks.read('a', 0, 1000), `byte ${place}`).toBeUndefined()
    }
    for (const length of [0, 10, 60, whole.length - 1]) {
      await writeFile(file, whole)
      await truncate(file, length)
      expect(await blocks.read('a', 0, 1000)).toBeUndefined()
    }
    blocks.keep('a', 0, { etag, bytes })
    await blocks.settled()
    expect((await blocks.read('a', 0, 1000))?.etag).toBe(etag)
  })

  test('of a version that is known to be old is not read', async () => {
    const blocks = store()
    blocks.keep('a', 0, { etag, bytes: patternedBytes(10) })
    await blocks.settled()
    blocks.outdate('a', etag)
    expect(await blocks.read('a', 0, 10)).toBeUndefined()
    blocks.keep('a', 0, { etag: '"2"', bytes: patternedBytes(10) })
    await blocks.settled()
    expect((await blocks.read('a', 0, 10))?.etag).toBe('"2"')
  })
})

describe('the folder', () => {
  test('stays within its size however much is written by several at a time', async () => {
    const [one, other] = [store(8 * MB), store(8 * MB)]
    const bytes = patternedBytes(blockBytes)
    let most = 0
    for (let index = 0; index < 60; index += 4) {
      one.keep('a', index, { etag, bytes })
      one.keep('a', index + 1, { etag, bytes })
      other.keep('b', index, { etag, bytes })
      other.keep('b', index + 1, { etag, bytes })
      await Promise.all([one.settled(), other.settled()])
      most = Math.max(most, await bytesIn())
    }
    expect(most).toBeLessThanOrEqual(8 * MB)
    expect(most).toBeGreaterThan(6 * MB)
    expect((await one.read('a', 57, blockBytes))?.bytes).toBeDefined()
  })

  test('keeps what was used last', async () => {
    const blocks = store(8 * MB)
    const bytes = patternedBytes(blockBytes)
    for (let index = 0; index < 28; index += 1) {
      blocks.keep('a', index, { etag, bytes })
      await blocks.settled()
    }
    const old = Date.now() / 1000 - 5000
    for (const file of await filesIn()) await utimes(file, old, old)
    expect((await blocks.read('a', 3, blockBytes))?.etag).toBe(etag)
    for (let index = 100; index < 120; index += 1) blocks.keep('a', index, { etag, bytes })
    await blocks.settled()
    const isThere = async (index: number) => (await blocks.read('a', index, blockBytes)) !== undefined
    expect(await isThere(3)).toBe(true)
    for (let index = 100; index < 120; index += 1) expect(await isThere(index)).toBe(true)
    const older = await Promise.all(Array.from({ length: 28 }, (_, index) => isThere(index)))
    expect(older.filter(Boolean).length).toBeLessThan(12)
  })

  test('is trimmed when it is given another size', async () => {
    const bytes = patternedBytes(blockBytes)
    const large = store(200 * MB)
    for (let index = 0; index < 100; index += 1) {
      large.keep('a', index, { etag, bytes })
      if (index % 20 === 0) await large.settled()
    }
    await large.settled()
    expect(await bytesIn()).toBeGreaterThan(25 * MB)
    await writeFile(join(folder, 'notes.txt'), 'not ours')
    await trimBlockFolder({ folder, maxBytes: 10 * MB })
    expect(await bytesIn()).toBeLessThanOrEqual(10 * MB)
    expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('not ours')
    await trimBlockFolder({ folder: join(folder, 'nowhere'), maxBytes: 10 * MB })
  })

  test('that cannot be written to is told once, and nothing fails', async () => {
    await mkdir(join(folder, '..'), { recursive: true })
    await writeFile(folder, 'a file in its place')
    const sentences: string[] = []
    const blocks = store(64 * MB, (sentence) => sentences.push(sentence))
    for (let index = 0; index < 5; index += 1) {
      blocks.keep('a', index, { etag, bytes: patternedBytes(10) })
      await blocks.settled()
      expect(await blocks.read('a', index, 10)).toBeUndefined()
    }
    expect(sentences).toEqual([expect.stringContaining(`can't be kept in ${folder}`)])
    await chmod(folder, 0o600)
  })
})
