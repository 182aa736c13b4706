import { createHash } from 'node:crypto'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface SlideFolder {
  path: string
  /** Writes a file of this many bytes; the same content for the same size. */
  put(name: string, size?: number, seconds?: number): Promise<string>
  /** Everything about the folder that must never change: names, bytes, times, rights. */
  snapshot(): Promise<Record<string, string>>
  remove(): Promise<void>
}

/** A folder as it might lie on network storage. */
export async function makeSlideFolder(): Promise<SlideFolder> {
  const path = await mkdtemp(join(tmpdir(), 'cresyl-slides-'))
  return {
    path,
    put: async (name, size = 2000, seconds = 1_700_000_000) => {
      const file = join(path, name)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, Buffer.alloc(size, size % 251))
      await utimes(file, seconds, seconds)
      return file
    },
    snapshot: async () => {
      const seen: Record<string, string> = {}
      for (const name of ['.', ...(await readdir(path, { recursive: true })).sort()]) {
        const found = await lstat(join(path, name), { bigint: true })
        const content = found.isFile() ? await readFile(join(path, name)) : ''
        const hash = createHash('sha256').update(content).digest('hex')
        seen[name] = [hash, found.mtimeNs, found.ctimeNs, found.mode, found.ino, found.nlink].join(' ')
      }
      return seen
    },
    remove: () => rm(path, { recursive: true, force: true }),
  }
}
