import { read, readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { SlideError } from '../errors.ts'
import { isOnLocalDisk } from './local-disk.ts'
import { rangeSource } from './range-source.ts'
import { createReadAtOnce, newBytes, type TakeBytes } from './read-at-once.ts'
import type { Source } from './source.ts'

export interface FileOptions {
  /**
   * Reads small parts in the thread that asks for them, as long as the system has them in memory: it costs a fraction
   * of what handing them to another thread does, for those who serve thousands a second. Only of a disk of this
   * machine: how long a network takes, nobody knows. A function says where their bytes go: those who are done with
   * them before they read again need not have new ones each time.
   */
  readonly readsAtOnce?: boolean | TakeBytes | undefined
}

/** A file of this machine. It stays open until the source is closed. */
export async function openFileSource(
  path: string,
  { readsAtOnce = false }: FileOptions = {},
): Promise<Source> {
  // Not named, as an address may hold a secret.
  if (/^https?:\/\//i.test(path))
    throw new SlideError('unreadable', 'address', 'is no path of a file; open it with openHttpSource')
  const name = basename(path)
  const { handle, size } = await openRegularFile(path, name)
  const fill = (bytes: Uint8Array, offset: number) => readFullyAtOnce(handle, name, bytes, offset)
  const take = readsAtOnce === true ? newBytes : readsAtOnce
  const fetchNow = take && (await isOnLocalDisk(path)) ? createReadAtOnce(fill, take) : undefined
  return rangeSource({
    name,
    size,
    givesAway: true,
    fetchRange: (offset, length, signal) => readFully(handle, name, offset, length, signal),
    ...(fetchNow && { fetchNow }),
    close: () => handle.close(),
  })
}

async function openRegularFile(path: string, name: string): Promise<{ handle: FileHandle; size: number }> {
  let handle: FileHandle | undefined
  try {
    // Asked before opening, because opening a pipe waits for its writer.
    const file = await stat(path)
    if (file.isDirectory()) throw new SlideError('unreadable', name, 'is a folder')
    if (!file.isFile()) throw new SlideError('unreadable', name, 'is not a regular file')
    handle = await open(path, 'r')
    return { handle, size: (await handle.stat()).size }
  } catch (error) {
    await handle?.close()
    throw unreadable(name, error)
  }
}

/** Stops between two parts once aborted; the caller has been told by then. */
async function readFully(
  handle: FileHandle,
  name: string,
  offset: number,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  // Of its own: a pooled buffer would be unaligned and keep its neighbours alive.
  const bytes = new Uint8Array(length)
  let filled = 0
  while (filled < length) {
    signal?.throwIfAborted()
    const bytesRead = await readSome(handle, bytes, filled, offset + filled).catch((error) => {
      throw unreadable(name, error)
    })
    if (bytesRead === 0) throw shortened(name, offset + filled)
    filled += bytesRead
  }
  return bytes
}

function readFullyAtOnce(handle: FileHandle, name: string, bytes: Uint8Array, offset: number): void {
  let filled = 0
  while (filled < bytes.length) {
    const bytesRead = readSomeAtOnce(handle, name, bytes, filled, offset + filled)
    if (bytesRead === 0) throw shortened(name, offset + filled)
    filled += bytesRead
  }
}

function readSomeAtOnce(
  handle: FileHandle,
  name: string,
  bytes: Uint8Array,
  at: number,
  position: number,
): number {
  try {
    return readSync(handle.fd, bytes, at, bytes.length - at, position)
  } catch (error) {
    throw unreadable(name, error)
  }
}

const shortened = (name: string, end: number) =>
  new SlideError('truncated', name, `became shorter while it was read and now ends at byte ${end}`)

/** By its number: what a handle's own read does around this costs as much again. */
function readSome(handle: FileHandle, bytes: Uint8Array, at: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(handle.fd, bytes, at, bytes.length - at, position, (error, count) =>
      error ? reject(error) : resolve(count),
    )
  })
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
  EISDIR: 'is a folder',
  ELOOP: 'is a link that leads back to itself',
  EMFILE: 'could not be opened, as too many files are open',
  ENFILE: 'could not be opened, as too many files are open',
  EBADF: 'is closed',
}

function unreadable(name: string, error: unknown): SlideError {
  if (error instanceof SlideError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : String(error)
  const reason = reasons[code] ?? `could not be read (${code || message})`
  return new SlideError('unreadable', name, reason, { cause: error })
}
