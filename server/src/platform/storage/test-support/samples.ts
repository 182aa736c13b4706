import { createHash } from 'node:crypto'
import { newId } from '../../id.ts'
import type { ByteRange, CompletedPart, ObjectKey, UploadReference } from '../storage.ts'
import type { StorageHarness } from './harness.ts'
import { sendPart } from './test-requests.ts'

export const usualPartSize = 64 * 1024
const lastPartSize = 1000
/** So large that half of it is written before the rest arrives. */
export const largePartSize = 3 * 1024 * 1024

/** Bytes that look random and are the same for the same seed. */
export function bytesOf(seed: string, size: number): Buffer {
  return createHash('shake256', { outputLength: size }).update(seed).digest()
}

export async function* stream(bytes: Uint8Array, piece = 10_000): AsyncIterable<Uint8Array> {
  for (let start = 0; start < bytes.length; start += piece) yield bytes.subarray(start, start + piece)
}

export function newKey(
  { organizationId }: Pick<StorageHarness, 'organizationId'>,
  name = 'original',
): ObjectKey {
  return { organizationId, path: `files/${newId()}/${name}` }
}

export async function read({ storage }: StorageHarness, key: ObjectKey, range?: ByteRange): Promise<Buffer> {
  const { body } = await storage.get(key, range)
  return Buffer.concat(await collect(body))
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

export interface TestUpload {
  key: ObjectKey
  upload: UploadReference
  bytes: Buffer
  /** The bytes of a part. */
  part(number: number): Buffer
  send(number: number): Promise<CompletedPart>
  sendAll(): Promise<CompletedPart[]>
}

export interface UploadSample {
  parts?: number
  partSize?: number
  seed?: string
}

/** An upload of a few small parts, the last one smaller still. */
export async function beginUpload(
  harness: Pick<StorageHarness, 'storage' | 'organizationId'>,
  { parts = 3, partSize = usualPartSize, seed = 'a slide' }: UploadSample = {},
): Promise<TestUpload> {
  const { storage } = harness
  const key = newKey(harness)
  const bytes = bytesOf(seed, (parts - 1) * partSize + lastPartSize)
  const upload = await storage.uploads.begin({ ...key, size: bytes.length, partSize })
  const part = (number: number) => bytes.subarray((number - 1) * partSize, number * partSize)
  const send = async (partNumber: number) => {
    const reply = await sendPart(await storage.uploads.partUrl(upload, partNumber), part(partNumber))
    if (reply.status !== 200)
      throw new Error(`Part ${partNumber} was answered with ${reply.status} ${reply.code}`)
    return { partNumber, etag: reply.etag }
  }
  const sendAll = async () => {
    const sent: CompletedPart[] = []
    for (let number = 1; number <= parts; number += 1) sent.push(await send(number))
    return sent
  }
  return { key, upload, bytes, part, send, sendAll }
}
