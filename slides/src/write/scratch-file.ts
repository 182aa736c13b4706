import type { FileHandle } from 'node:fs/promises'
import { open, rm } from 'node:fs/promises'
import { writeFully } from './output-file.ts'
import { unwritable, writeError } from './write-error.ts'

/** Bytes that don't fit in memory. The file is made at the first write and nameless at once: nothing of it is left. */
export class ScratchFile {
  readonly #path: string
  #handle: FileHandle | undefined

  constructor(path: string) {
    this.#path = path
  }

  async write(bytes: Uint8Array, position: number): Promise<void> {
    this.#handle ??= await this.#create()
    await writeFully(this.#handle, this.#path, bytes, position)
  }

  /** Fills `target` with what was written at `position`. */
  async read(target: Uint8Array, position: number): Promise<void> {
    let filled = 0
    while (filled < target.length) {
      const reading = this.#handle?.read(target, filled, target.length - filled, position + filled)
      const { bytesRead = 0 } =
        (await reading?.catch((cause) => {
          throw unwritable(this.#path, `could not be read back (${cause.code})`, { cause })
        })) ?? {}
      if (bytesRead === 0) {
        throw unwritable(this.#path, `holds nothing at byte ${position + filled}`)
      }
      filled += bytesRead
    }
  }

  async close(): Promise<void> {
    const handle = this.#handle
    this.#handle = undefined
    await handle?.close()
    if (handle) await rm(this.#path, { force: true })
  }

  async #create(): Promise<FileHandle> {
    try {
      const handle = await open(this.#path, 'w+')
      // Some systems keep the name of an open file: then it goes when closed.
      await rm(this.#path, { force: true }).catch(() => {})
      return handle
    } catch (error) {
      throw writeError(this.#path, error)
    }
  }
}
