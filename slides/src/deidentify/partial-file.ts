import type { Stats } from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { partialPath, writeFully } from '../write/output-file.ts'
import { syncFile } from '../write/sync-file.ts'
import { unwritable, writeError } from '../write/write-error.ts'

/** A file that lies at `<path>.partial` until it is whole and on the disk. */
export class PartialFile {
  readonly path: string
  readonly #target: string
  readonly #handle: FileHandle
  /** Tells this file from one that another writer put in its place. */
  readonly #identity: Stats
  #closed = false
  #committed = false

  private constructor(target: string, handle: FileHandle, identity: Stats) {
    this.path = partialPath(target)
    this.#target = target
    this.#handle = handle
    this.#identity = identity
  }

  /** What a killed writer left at `<path>.partial` is replaced; a file at `path` isn't. */
  static async create(target: string): Promise<PartialFile> {
    await refuseExisting(target)
    try {
      await rm(partialPath(target), { force: true })
      const handle = await open(partialPath(target), 'wx')
      return new PartialFile(target, handle, await handle.stat())
    } catch (error) {
      throw writeError(target, error)
    }
  }

  write = (bytes: Uint8Array, position: number): Promise<void> =>
    writeFully(this.#handle, this.#target, bytes, position)

  /** Has everything on the disk, so that it can be read and checked. */
  async flush(): Promise<void> {
    await syncFile(this.#handle).catch((error) => {
      throw writeError(this.#target, error)
    })
  }

  async commit(): Promise<void> {
    try {
      await refuseExisting(this.#target)
      if (!(await this.#isOurs())) throw unwritable(this.#target, 'is being written by another writer too')
      await this.#close()
      await rename(this.path, this.#target)
      this.#committed = true
      await syncFolder(dirname(this.#target))
    } catch (error) {
      throw writeError(this.#target, error)
    }
  }

  /** Removes what was written; a committed file stays. */
  async discard(): Promise<void> {
    if (this.#committed) return
    const ours = await this.#isOurs()
    await this.#close()
    if (ours) await rm(this.path, { force: true })
  }

  async #isOurs(): Promise<boolean> {
    const there = await stat(this.path).catch(() => undefined)
    return there?.ino === this.#identity.ino && there.dev === this.#identity.dev
  }

  async #close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#handle.close()
  }
}

async function refuseExisting(path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined)
  if (existing?.isDirectory()) throw unwritable(path, 'is a folder')
  if (existing) throw unwritable(path, 'exists already and is not replaced')
}

/** A new name is safe once its folder is; systems that can't sync a folder keep names by themselves. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
