import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

/** Whether a program can be started on this machine. */
export const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

/** What Debian calls openslide-tools, libvips-tools and libtiff-tools. */
export const hasOpenSlide = ['openslide-show-properties', 'openslide-write-png'].every(isInstalled)
export const hasVips = ['vips', 'vipsheader'].every(isInstalled)
export const hasLibtiff = ['tiffinfo', 'tiffcp', 'tiffset', 'tiff2rgba', 'tiffmedian'].every(isInstalled)

/** What a program prints; it may warn, as some do of tags they don't know. */
export const outputOf = async (program: string, ...parameters: string[]): Promise<string> =>
  (await start(program, parameters)).stdout

/** What a program prints that may complain of nothing. */
export async function run(program: string, ...parameters: string[]): Promise<string> {
  const { stdout, stderr } = await start(program, parameters)
  if (stderr.trim() !== '') throw new Error(`${program} ${parameters.join(' ')} complains: ${stderr}`)
  return stdout
}

interface Ended {
  readonly stdout: string
  readonly stderr: string
}

let last: Promise<unknown> = Promise.resolve()

/** One after another. */
function start(program: string, parameters: readonly string[]): Promise<Ended> {
  const ended = last.then(() => runInShell([program, ...parameters]))
  last = ended.catch(() => {})
  return ended
}

interface Shell {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  readonly folder: string
}

let shell: Shell | undefined

/** A small process that starts programs: to copy this large one each time takes longer than most of them run. */
function startShell(): Shell {
  const folder = mkdtempSync(join(tmpdir(), 'cresyl-tools-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // The libvips in this process says in VIPSHOME where it lies; another one would look for its modules there. Threads
  // don't pay for pictures this small.
  const env = { ...process.env, VIPSHOME: undefined, VIPS_CONCURRENCY: '1' }
  return { child: spawn('sh', { stdio: ['pipe', 'pipe', 'inherit'], env }), folder }
}

async function runInShell(words: readonly string[]): Promise<Ended> {
  shell ??= startShell()
  const { child, folder } = shell
  const [out, err] = [join(folder, 'out'), join(folder, 'err')]
  child.stdin.write(`${words.map(quoted).join(' ')} </dev/null >${quoted(out)} 2>${quoted(err)}; echo $?\n`)
  const [status] = await once(child.stdout, 'data')
  const [stdout, stderr] = await Promise.all([readFile(out, 'utf8'), readFile(err, 'utf8')])
  if (Number(status) !== 0) throw new Error(`${words.join(' ')} ended with ${Number(status)}: ${stderr}`)
  return { stdout, stderr }
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
