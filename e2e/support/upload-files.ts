import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { SlidesToMake } from './make-slides.ts'

const root = join(import.meta.dirname, '..', '..')

/** Files to upload, in a folder of their own. */
export interface UploadFiles {
  readonly folder: string
  /** Procedural slides that can be read, each another. Seeded: the same seed draws the same tissue. */
  slides(names: readonly string[], options?: { seed?: number; side?: number }): Promise<string[]>
  /** A file of any size that takes no room and whose bytes are zeros: it is stored, and then can't be read. */
  sparse(name: string, size: number): Promise<string>
  /** The same in a folder and its folders: `{ 'scans/monday/a.svs': 2000 }`. Returns the path of the first folder. */
  tree(sizes: Readonly<Record<string, number>>): Promise<string>
  remove(): Promise<void>
}

export async function makeUploadFiles(): Promise<UploadFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-e2e-uploads-'))
  const sparse = async (name: string, size: number) => {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    const file = await open(path, 'w')
    await file.truncate(size)
    await file.close()
    return path
  }
  return {
    folder,
    slides: async (names, { seed = 1, side = 512 } = {}) => {
      const paths = names.map((name) => join(folder, name))
      for (const path of paths) await mkdir(dirname(path), { recursive: true })
      const order: SlidesToMake = { paths, seed, side }
      const words = ['--no-warnings', 'e2e/support/make-slides.ts', JSON.stringify(order)]
      await promisify(execFile)(process.execPath, words, { cwd: root })
      return paths
    },
    sparse,
    tree: async (sizes) => {
      for (const [path, size] of Object.entries(sizes)) await sparse(path, size)
      const [first = ''] = Object.keys(sizes)
      return join(folder, first.split('/')[0] ?? '')
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Tests share a product: a name of its own that passes every check keeps each to itself. */
export const uniqueFileName = (start: string, extension = 'tiff'): string =>
  `${start}-${randomUUID().slice(0, 8)}.${extension}`
