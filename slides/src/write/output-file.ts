import type { Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFile } from './sync-file.ts'
import { unwritable, writeError } from './write-error.ts'

/** Where everything appended begins: BigTIFF likes 8, and arrays written in pieces stay whole. */
export const alignment = 8

const headerBytes = 16

/**
 * A TIFF file that is only ever appended to. It lies at `<path>.partial`, and its header names no directory, until
 * `commit` has everything on the disk: no reader takes it for a whole file before.
 */
export class OutputFile {
  readonly #path: string
  readonly #partial: string
  readonly #overwrite: boolean
  readonly #handle: FileHandle
  /** Tells this file from one that another writer put in its place. */
  readonly #identity: Stats
  #end = headerBytes
  #lastWrite: Promise<void> = Promise.resolve()
  #closed = false
  #committed = false

  private constructor(path: string, overwrite: boolean, handle: FileHandle, identity: Stats) {
    this.#path = path
    this.#partial = partialPath(path)
    this.#overwrite = overwrite
    this.#handle = handle
    this.#identity = identity
  }

  /** What a killed writer left at `<path>.partial` is replaced. */
  static async create(path: string, overwrite: boolean): Promise<OutputFile> {
    await refuseExisting(path, overwrite)
    try {
      await rm(partialPath(path), { force: true })
      const handle = await open(partialPath(path), 'wx+')
      const file = new OutputFile(path, overwrite, handle, await handle.stat())
      await file.#writeHeader(0).catch(async (error) => {
        await file.discard()
        throw error
      })
      return file
    } catch (error) {
      throw writeError(path, error)
    }
  }

  get size(): number {
    return this.#end
  }

  /** Writes at the end of the file, after all that was appended before, and resolves to the bytes' position. */
  async append(bytes: Uint8Array): Promise<number> {
    // Arithmetic, because bit masks wrap around at 4 GiB.
    const position = Math.ceil(this.#end / alignment) * alignment
    this.#end = position + bytes.length
    this.#lastWrite = this.#lastWrite.then(() => writeFully(this.#handle, this.#path, bytes, position))
    await this.#lastWrite
    return position
  }

  /** Makes the file whole: its directories are on the disk before the header names them, and then it gets its name. */
  async commit(firstDirectory: number): Promise<void> {
    try {
      await this.#lastWrite
      await syncFile(this.#handle)
      await this.#writeHeader(firstDirectory)
      await syncFile(this.#handle)
      await refuseExisting(this.#path, this.#overwrite)
      if (!(await this.#isOurs())) {
        throw unwritable(this.#path, 'is being written by another writer too')
      }
      await this.#close()
      await rename(this.#partial, this.#path)
      this.#committed = true
      await syncFolder(dirname(this.#path))
    } catch (error) {
      throw writeError(this.#path, error)
    }
  }

  /** Removes what was written; a committed file stays. */
  async discard(): Promise<void> {
    if (this.#committed) return
    await this.#lastWrite.catch(() => {})
    const ours = await this.#isOurs()
    await this.#close()
    if (ours) await rm(this.#partial, { force: true })
  }

  async #writeHeader(firstDirectory: number): Promise<void> {
    const header = Buffer.alloc(headerBytes)
    header.write('II', 'latin1')
    header.writeUInt16LE(43, 2)
    header.writeUInt16LE(8, 4)
    header.writeBigUInt64LE(BigInt(firstDirectory), 8)
    await writeFully(this.#handle, this.#path, header, 0)
  }

  async #isOurs(): Promise<boolean> {
    const there = await stat(this.#partial).catch(() => undefined)
    return there?.ino === this.#identity.ino && there.dev === this.#identity.dev
  }

  async #close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#handle.close()
  }
}

export const partialPath = (path: string): string => `${path}.partial`

/** A write may end early, for example where the disk fills up: the next one says why. */
export async function writeFully(
  handle: FileHandle,
  path: string,
  bytes: Uint8Array,
  position: number,
): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await handle
      .write(bytes, written, bytes.length - written, position + written)
      .catch((error) => {
        throw writeError(path, error)
      })
    written += bytesWritten
  }
}

async function refuseExisting(path: string, overwrite: boolean): Promise<void> {
  const existing = await stat(path).catch(() => undefined)
  if (existing?.isDirectory()) throw unwritable(path, 'is a folder')
  if (existing && !overwrite) throw unwritable(path, 'exists already and is not replaced')
}

/** A new name is safe once its folder is; systems that can't sync a folder keep names by themselves. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
