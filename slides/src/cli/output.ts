import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { SlideError } from '../errors.ts'
import type { Program } from './program.ts'
import { type OptionTable, UsageError } from './usage.ts'

/** The options of every command that writes a file. */
export const outputOptions = {
  output: { kind: 'text', short: 'o', value: 'FILE', help: 'where to write it' },
  force: { kind: 'flag', short: 'f', help: 'replace the file if it is there' },
} as const satisfies OptionTable

/** Something about the file to write; the message is a whole sentence. */
export class OutputError extends Error {
  override readonly name = 'OutputError'
}

/**
 * Lets `write` fill a file under a name of its own in the same folder and gives it its true name when that is done,
 * so that under the true name there is the whole file or nothing.
 */
export async function writeWhole(
  program: Program,
  path: string,
  force: boolean,
  write: (unfinished: string) => Promise<void>,
): Promise<void> {
  await refuseExisting(path, force)
  const ending = extname(path)
  const unfinished = join(dirname(path), `.${basename(path, ending)}.${process.pid}.unfinished${ending}`)
  program.unfinished.add(unfinished)
  try {
    await write(unfinished)
    program.signal.throwIfAborted()
    await refuseExisting(path, force)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw explainOutput(path, error)
  } finally {
    program.unfinished.delete(unfinished)
  }
}

/** Writes bytes to the file, or to standard output where it is left out or `-`. */
export async function writeBytes(
  program: Program,
  path: string | undefined,
  force: boolean,
  bytes: Uint8Array,
): Promise<void> {
  if (path !== undefined && path !== '-') {
    await writeWhole(program, path, force, async (unfinished) => {
      const file = await open(unfinished, 'wx')
      await file.writeFile(bytes, { signal: program.signal }).finally(() => file.close())
    })
  } else await program.print(bytes)
}

/** Before anything is computed: bytes don't go to a terminal, nothing is replaced unasked, the slide itself never. */
export async function checkOutput(
  program: Program,
  path: string | undefined,
  force: boolean,
  slide?: string,
): Promise<void> {
  if (path !== undefined && path !== '-') {
    if (slide !== undefined) await refuseSameFile(path, slide)
    return refuseExisting(path, force)
  }
  if (program.printsToTerminal) throw new UsageError('Say with -o FILE where to write the image.')
}

/** Slides are written under a name that programs take for a TIFF. */
export function slidePath(path: string | undefined): string {
  if (path === undefined || path === '-') throw new UsageError('Say with -o FILE where to write the slide.')
  if (!/\.(tiff?|btf|tf8)$/i.test(path)) throw new UsageError(`${path} should end in .tiff or .ome.tiff.`)
  return path
}

const statusOf = (path: string) => stat(path).catch(() => undefined)

async function refuseSameFile(path: string, slide: string): Promise<void> {
  const [output, input] = await Promise.all([statusOf(path), statusOf(slide)])
  if (output && input && output.dev === input.dev && output.ino === input.ino)
    throw new OutputError(`${path} is the slide that is read; choose another name.`)
}

async function refuseExisting(path: string, force: boolean): Promise<void> {
  const there = await statusOf(path)
  if (there?.isDirectory()) throw new OutputError(`${path} is a folder; choose the name of a file.`)
  if (there && !force) throw new OutputError(`${path} is there already; add --force to replace it.`)
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist; make it first',
  ENOTDIR: 'its folder is a file; choose another place',
  EACCES: 'this user may not write there; choose another place',
  EPERM: 'this user may not write there; choose another place',
  EROFS: 'the disk is read-only; choose another place',
  ENOSPC: 'the disk is full; free some space and try again',
  EDQUOT: "this user's share of the disk is full; free some space and try again",
  EISDIR: 'a folder of that name is there; choose another name',
  EFBIG: 'the file system takes no files of that size; choose another disk',
}

/** What the library's writers say about a file they could not write; undefined for other errors. */
export function writerError(error: unknown, name?: string): OutputError | undefined {
  if (!(error instanceof SlideError) || error.code !== 'unwritable') return undefined
  const { structure, reason } = error
  if (name !== undefined && structure !== name) return undefined
  const isThere = reason.startsWith('exists already')
  const sentence = isThere ? ' is there already; add --force to replace it.' : `: ${reason}.`
  return new OutputError(`${structure}${sentence}`, { cause: error })
}

/** What the system said about writing there, in a sentence. */
export function explainOutput(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = reasons[code]
  return reason ? new OutputError(`${path} cannot be written, because ${reason}.`, { cause: error }) : error
}
