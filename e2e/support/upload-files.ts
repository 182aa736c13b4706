import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { uploadLimits } from '@cresyl/contract/limits'
import { messages } from '@cresyl/contract/messages'
import type { SlidesToMake } from './make-slides.ts'

const root = join(import.meta.dirname, '..', '..')

/** A file as a page gets it that is chosen by a program: for names that no disk allows. */
export interface FileInMemory {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A file that breaks a rule. */
export interface BrokenFile {
  rule: string
  name: string
  /** Where it lies, or its content. */
  source: string | FileInMemory
  /** Every sentence that is said of it. */
  errors: string[]
}

/** Files to upload, in a folder of their own. */
export interface UploadFiles {
  readonly folder: string
  /** Procedural slides that can be read, each another. Seeded: the same seed draws the same tissue. */
  slides(names: readonly string[], options?: { seed?: number; side?: number }): Promise<string[]>
  /** A file of any size that takes no room and whose bytes are zeros: it is stored, and then can't be read. */
  sparse(name: string, size: number): Promise<string>
  /** The same in a folder and its folders: `{ 'scans/monday/a.svs': 2000 }`. Returns the path of the first folder. */
  tree(sizes: Readonly<Record<string, number>>): Promise<string>
  /** One or more for each rule that names and sizes must keep. */
  broken(): Promise<BrokenFile[]>
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
    broken: () => Promise.all(brokenRules.map((broken) => makeBroken(broken, sparse))),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Tests share a product: a name of its own that passes every check keeps each to itself. */
export const uniqueFileName = (start: string, extension = 'tiff'): string =>
  `${start}-${randomUUID().slice(0, 8)}.${extension}`

interface BrokenRule {
  rule: string
  name: string
  size?: number
  errors: string[]
  /** Where no disk takes such a name. */
  inMemory?: boolean
}

const { file: said } = messages
const usualSize = 2048

const brokenRules: BrokenRule[] = [
  { rule: 'too large', name: 'large.svs', size: uploadLimits.maxFileSize + 1, errors: [said.tooLarge] },
  { rule: 'too small', name: 'small.svs', size: uploadLimits.minFileSize - 1, errors: [said.tooSmall] },
  { rule: 'empty', name: 'empty.svs', size: 0, errors: [said.tooSmall] },
  { rule: 'extension', name: 'photo.jpg', errors: [said.extensionNotAllowed('jpg')] },
  {
    rule: 'extension after the first dot',
    name: 'section.12.svs',
    errors: [said.extensionNotAllowed('12.svs')],
  },
  { rule: 'no extension', name: 'scan', errors: [said.extensionRequired] },
  { rule: 'spaces', name: 'left lung.svs', errors: [said.nameHasSpaces] },
  { rule: 'characters', name: 'lung#3&näh.svs', errors: [said.nameHasInvalidCharacters(['#', '&', 'ä'])] },
  {
    rule: 'too many dots',
    name: 'a.b.ome.tiff',
    errors: [said.extensionNotAllowed('b.ome.tiff'), said.tooManyDots],
  },
  {
    rule: 'several at once',
    name: 'my photo?.jpg',
    size: 3,
    errors: [
      said.tooSmall,
      said.nameHasSpaces,
      said.nameHasInvalidCharacters(['?']),
      said.extensionNotAllowed('jpg'),
    ],
  },
  {
    rule: 'too long',
    name: `${'n'.repeat(uploadLimits.maxNameLength)}.svs`,
    errors: [said.nameTooLong],
    inMemory: true,
  },
]

async function makeBroken(
  { rule, name, size = usualSize, errors, inMemory = false }: BrokenRule,
  sparse: (name: string, size: number) => Promise<string>,
): Promise<BrokenFile> {
  if (!inMemory) return { rule, name, errors, source: await sparse(join('broken', name), size) }
  const source = { name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(size) }
  return { rule, name, errors, source }
}
