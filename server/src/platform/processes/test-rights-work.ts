import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { SandboxRun } from './sandbox-messages.ts'

export interface Attempts {
  slide: string
  outside: string
  secret: string
  own: string
  port: number
}

/** Tries what a file that has taken over its decoder would try, and tells what came of each. */
export const run: SandboxRun<Attempts, Record<string, string>> = async (given, { keep }) => {
  keep(process.pid)
  return {
    'read the slide': attempt(() => readFileSync(given.slide)),
    'read outside': attempt(() => readFileSync(given.outside)),
    'read a secret': attempt(() => readFileSync(given.secret)),
    'read the system': attempt(() => readFileSync('/etc/passwd')),
    'write its own': attempt(() => writeFileSync(join(given.own, 'made'), 'x')),
    'write the slide': attempt(() => writeFileSync(given.slide, 'x')),
    'write outside': attempt(() => writeFileSync(given.outside, 'x')),
    'link outside': attempt(() => symlinkSync(given.outside, join(given.own, 'link'))),
    'start a program': attempt(() => execFileSync('true')),
    connect: await attemptToConnect(given.port),
  }
}

function attempt(work: () => unknown): string {
  try {
    work()
    return 'done'
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

function attemptToConnect(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve('done'))
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)))
  })
}
