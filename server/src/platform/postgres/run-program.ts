import { spawn } from 'node:child_process'
import { sendSignal } from '../processes/send-signal.ts'

/** The account a program runs under; null: this process' own. */
export interface SystemUser {
  name: string
  uid: number
  gid: number
}

export interface ProgramResult {
  code: number | null
  signal: NodeJS.Signals | null
  output: string
  /** Set when the program couldn't be started at all. */
  error?: Error
}

/** Neither the caller's locale (it may not be installed) nor its PG… variables may reach PostgreSQL. */
export const programEnvironment = { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' }

export function spawnIdentity(user: SystemUser | null): { uid?: number; gid?: number } {
  return user === null ? {} : { uid: user.uid, gid: user.gid }
}

/** Runs a program to its end. It has its own process group, so that a terminal's Ctrl-C doesn't reach it. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: { user: SystemUser | null; signal?: AbortSignal | undefined },
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...spawnIdentity(options.user),
      // The caller's folder may be closed to the other user.
      cwd: '/',
      env: programEnvironment,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    // The whole group: what the program started itself must not go on writing after this returns.
    const abort = () => child.pid !== undefined && sendSignal(-child.pid, 'SIGKILL')
    options.signal?.addEventListener('abort', abort)
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const finish = (result: ProgramResult) => {
      options.signal?.removeEventListener('abort', abort)
      resolve(result)
    }
    child.once('error', (error) => finish({ code: null, signal: null, output, error }))
    child.once('close', (code, signal) => finish({ code, signal, output }))
  })
}
