import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

// Most of a short run is stripping types, which needs doing once only.
const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') }

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
    env,
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

export const runProgram = (words: readonly string[], cwd: string): Promise<Ended> =>
  startProgram(words, cwd).ended
