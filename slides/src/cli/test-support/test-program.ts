import { spawn } from 'node:child_process'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { run } from '../run.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

export interface Ended {
  /** Null where a signal ended it. */
  readonly code: number | null
  readonly stdout: string
  readonly bytes: Buffer
  readonly stderr: string
}

/** Starts the program as a shell would; `ended` never rejects. */
export function startProgram(words: readonly string[], cwd: string) {
  const flags = ['--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...flags, main, ...words], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (part) => out.push(part))
  child.stderr.on('data', (part) => err.push(part))
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => {
      const bytes = Buffer.concat(out)
      resolve({ code, bytes, stdout: bytes.toString(), stderr: Buffer.concat(err).toString() })
    })
  })
  return { child, ended }
}

/** One at a time, as a process has one folder that relative paths begin in. */
let running: Promise<unknown> = Promise.resolve()

/** What the program does with these words, without the second that a process of its own takes to start. */
export function runProgram(words: readonly string[], cwd: string): Promise<Ended> {
  const ended = running.then(() => runHere(words, cwd))
  running = ended.catch(() => {})
  return ended
}

async function runHere(words: readonly string[], cwd: string): Promise<Ended> {
  const [stdout, stderr] = [collect(), collect()]
  const before = process.cwd()
  process.chdir(cwd)
  try {
    const host = { stdout: stdout.stream, stderr: stderr.stream, on() {}, exit() {} }
    const code = await run(words, host)
    const bytes = stdout.bytes()
    return { code, bytes, stdout: bytes.toString(), stderr: stderr.bytes().toString() }
  } finally {
    process.chdir(before)
  }
}

function collect() {
  const parts: Buffer[] = []
  const stream = new PassThrough().on('data', (part: Buffer) => parts.push(part))
  return { stream, bytes: () => Buffer.concat(parts) }
}
