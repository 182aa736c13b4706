import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SlideError } from '@cresyl/slides'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BlockStore, blockBytes, createBlockStore } from './block-store.ts'
import { openObjectSource } from './object-source.ts'
import { patternedBytes, startTestBucket, type TestBucket } from './test-support/test-bucket.ts'

const MB = 1024 * 1024
const bytes = patternedBytes(5 * blockBytes + 1000)
const http = { attempts: 2, retryDelay: 1 }
let folder: string
let bucket: TestBucket
let store: BlockStore
let counted: { found: number; fetched: number; bytes: number }

/** As another process has it. */
const newStore = () => createBlockStore({ folder, maxBytes: 64 * MB })
const events = {
  found: (blocks: number) => {
    counted.found += blocks
  },
  fetched: (blocks: number, length: number) => {
    counted.fetched += blocks
    counted.bytes += length
  },
}
const open = (object = bucket.describe('slide'), blocks: BlockStore | undefined = store) =>
  openObjectSource(object, { store: blocks, events, http })

function expectBytes(read: Uint8Array, offset: number, length: number, from = bytes) {
  expect(Buffer.compare(read, from.subarray(offset, offset + length))).toBe(0)
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'object-'))
  bucket = await startTestBucket()
  bucket.put('slide', bytes)
  store = newStore()
  counted = { found: 0, fetched: 0, bytes: 0 }
})

afterEach(async () => {
  await store.settled()
  await bucket.close()
  await rm(folder, { recursive: true })
})

describe('blocks on disk', () => {
  test('opening asks for nothing; neighbouring blocks that are missing come by one request', async () => {
    const source = await open()
    expect(bucket.requests).toEqual([])
    expectBytes(await source.read(2 * blockBytes + 10, 100), 2 * blockBytes + 10, 100)
    await store.settled()
    expectBytes(await source.read(100, bytes.length - 200), 100, bytes.length - 200)
    expect(bucket.requests).toEqual([
      `slide bytes=${2 * blockBytes}-${3 * blockBytes - 1}`,
      `slide bytes=0-${2 * blockBytes - 1}`,
      `slide bytes=${3 * blockBytes}-${bytes.length - 1}`,
    ])
    expect(counted).toEqual({ found: 1, fetched: 6, bytes: bytes.length })
  })

  test('serve another process without a request', async () => {
    await (await open()).read(0, bytes.length)
    await store.settled()
    bucket.requests.length = 0
    const other = await open(bucket.describe('slide'), newStore())
    for (const [offset, length] of [
      [0, bytes.length],
      [blockBytes - 1, 2],
      [bytes.length - 1, 1],
    ] as const) {
      expectBytes(await other.read(offset, length), offset, length)
    }
    expect(bucket.requests).toEqual([])
    await expect(other.read(bytes.length, 1)).rejects.toMatchObject({ code: 'truncated' })
  })

  test('of an object that was written anew are never mixed with it, nor shown as it', async () => {
    await (await open()).read(0, 2 * blockBytes)
    await store.settled()
    const old = await open()
    expectBytes(await old.read(0, 10), 0, 10)
    const renewed = patternedBytes(bytes.length, 9)
    bucket.put('slide', renewed, '"2"')
    // The descriptor that knows of it has another key.
    const fresh = await open(bucket.describe('slide', { version: '2' }))
    expectBytes(await fresh.read(0, bytes.length), 0, bytes.length, renewed)
    // One from before it was known: what is on disk is whole, the rest is refused rather than mixed in.
    await expect(old.read(3 * blockBytes, 10)).rejects.toThrow('changed while it was read')
    // Opened again, even by the old key, nothing old is read.
    const again = await open()
    expectBytes(await again.read(0, bytes.length), 0, bytes.length, renewed)
    await store.settled()
    const elsewhere = await open(bucket.describe('slide'), newStore())
    expectBytes(await elsewhere.read(0, bytes.length), 0, bytes.length, renewed)
  })

  test('of two versions under one key, as a crash may leave them, are told apart', async () => {
    const renewed = patternedBytes(bytes.length, 9)
    await (await open()).read(0, blockBytes)
    bucket.put('slide', renewed, '"2"')
    await (await open(bucket.describe('slide'), newStore())).read(3 * blockBytes, blockBytes).catch(() => {})
    const writer = newStore()
    writer.keep('slide 1', 3, { etag: '"2"', bytes: renewed.subarray(3 * blockBytes, 4 * blockBytes) })
    await Promise.all([store.settled(), writer.settled()])
    const source = await open(bucket.describe('slide'), newStore())
    const [first, later] = await Promise.allSettled([source.read(0, 10), source.read(3 * blockBytes, 10)])
    const seen = [first, later].flatMap((outcome, index) => {
      if (outcome?.status !== 'fulfilled') return []
      const offset = index * 3 * blockBytes
      return Buffer.compare(outcome.value, bytes.subarray(offset, offset + 10)) === 0 ? ['old'] : ['new']
    })
    expect(new Set(seen).size).toBeLessThanOrEqual(1)
  })

  test('may be missing, on a disk that takes nothing', async () => {
    const nowhere = createBlockStore({ folder: '/dev/null/blocks', maxBytes: MB })
    const source = await open(bucket.describe('slide'), nowhere)
    expectBytes(await source.read(0, bytes.length), 0, bytes.length)
    expectBytes(await source.read(0, 10), 0, 10)
    expect(counted.fetched).toBe(7)
  })
})

describe('addresses', () => {
  test('that expired are refused with a sentence; a newer one is used as soon as it is told', async () => {
    const source = await open()
    await source.read(0, 10)
    bucket.signatures.clear()
    bucket.signatures.add('second')
    const error = await source.read(2 * blockBytes, 10).catch((reason) => reason)
    expect(error).toBeInstanceOf(SlideError)
    expect(error).toMatchObject({ code: 'unreadable', reason: expect.stringContaining('HTTP 403') })
    expect(error.message).not.toMatch(/signature|127\.0\.0\.1/)
    source.learn(bucket.describe('slide', { signature: 'second', expiresAt: 2000 }))
    expectBytes(await source.read(2 * blockBytes, 10), 2 * blockBytes, 10)
    // Others are no newer, or of something else.
    source.learn(bucket.describe('slide', { signature: 'first', expiresAt: 1500 }))
    source.learn(bucket.describe('slide', { signature: 'first', expiresAt: 9000, version: '2' }))
    expectBytes(await source.read(4 * blockBytes, 10), 4 * blockBytes, 10)
  })

  test('whose server breaks off or fails for a moment are asked again', async () => {
    let request = 0
    bucket.behave = (_request, response) => {
      request += 1
      if (request === 1) response.destroy()
      else if (request === 3) response.writeHead(503).end()
      else return false
      return true
    }
    const source = await open()
    expectBytes(await source.read(0, 10), 0, 10)
    expectBytes(await source.read(blockBytes, 10), blockBytes, 10)
    expect(request).toBe(4)
    bucket.behave = (_request, response) => Boolean(response.writeHead(503).end())
    await expect(source.read(4 * blockBytes, 10)).rejects.toThrow('the server failed (HTTP 503)')
    bucket.behave = () => false
    expectBytes(await source.read(4 * blockBytes, 10), 4 * blockBytes, 10)
  })
})
