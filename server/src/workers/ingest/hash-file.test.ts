import { createHash } from 'node:crypto'
import { mkdtemp, realpath, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileRow } from '../../domain/files/view.ts'
import type { Context } from '../../platform/context.ts'
import { hashFile } from './hash-file.ts'

let folder: string
let path: string
const bytes = Buffer.alloc(3_000_000, 'the scan ')
const { signal } = new AbortController()

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'cresyl-hash-')))
  path = join(folder, 'a.svs')
  await writeFile(path, bytes)
})
afterAll(() => rm(folder, { recursive: true }))

/** What is imported is read where it lies: storage is not asked. */
const hashImport = (file: Partial<FileRow>, progress: (done: number) => void = () => {}) =>
  hashFile(
    {} as Context,
    { origin: 'import', path, size: bytes.length, hash: null, ...file } as FileRow,
    signal,
    progress,
  )

test('an imported file is hashed where it lies', async () => {
  const { mtime } = await stat(path)
  const part = createHash('sha256').update(bytes).digest()
  expect(await hashImport({ modifiedAt: mtime })).toEqual({
    hash: createHash('sha256').update(part).digest(),
    sha256: part,
  })
  const hash = Buffer.from('known')
  expect(await hashImport({ modifiedAt: mtime, hash })).toEqual({ hash, sha256: part })
})

test('one that has changed since it was read, or changes meanwhile, gets no hash', async () => {
  const sentence =
    /^The slide is ready, but the SHA-256 of its file could not be computed, because a\.svs has changed since it was looked at\. .+ read it again\.$/
  await expect(hashImport({ modifiedAt: new Date(0) })).rejects.toThrow(sentence)
  const { mtime } = await stat(path)
  let touched: Promise<void> | undefined
  const touch = () => {
    touched ??= utimes(path, 1_700_000_000, 1_700_000_000)
  }
  await expect(hashImport({ modifiedAt: mtime }, touch)).rejects.toThrow(sentence)
  await touched
})

test('one of which storage gives less than there should be gets no hash', async () => {
  const { length: size } = bytes
  const get = async () => ({ size, offset: 0, length: size, body: Readable.from([bytes.subarray(1)]) })
  const storage = { get } as Partial<Context['storage']> as Context['storage']
  const file = { origin: 'upload', path, size, hash: null } as FileRow
  const hashing = hashFile({ storage }, file, signal, () => {})
  await expect(hashing).rejects.toThrow('the file could not be read to its end')
})
