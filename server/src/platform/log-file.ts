import { copyFile, mkdir, open, stat, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'

const LARGE = 10 * 1024 * 1024

/** A log that a process appends to, read by others and cut when it has grown large. */
export interface LogFile {
  path: string
  open(): Promise<{ fd: number; close(): Promise<void> }>
  /** The whole lines written since the last call. */
  readNewLines(): Promise<string[]>
  rotateIfLarge(): Promise<void>
}

export async function openLogFile(path: string): Promise<LogFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  let position = await sizeOf(path)
  return {
    path,
    open: () => open(path, 'a', 0o600),
    async readNewLines() {
      const size = await sizeOf(path)
      if (size < position) position = 0
      if (size === position) return []
      const bytes = await readRange(path, position, size)
      const end = bytes.lastIndexOf('\n') + 1
      position += end
      return bytes.subarray(0, end).toString().split('\n').slice(0, -1)
    },
    // The writer appends, so that cutting the file under it is safe.
    async rotateIfLarge() {
      if ((await sizeOf(path)) < LARGE) return
      await copyFile(path, `${path}.1`)
      await truncate(path)
    },
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

async function readRange(path: string, start: number, end: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
