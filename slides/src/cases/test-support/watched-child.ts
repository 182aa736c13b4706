import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SlideErrorCode } from '../../errors.ts'

/** A file to be exercised, by its bytes or where it lies. */
export interface Case {
  readonly name: string
  readonly file: Uint8Array | string
}

/** What the child says of one case. */
export interface Outcome {
  /** How the slide ended: what it is where it opened. */
  readonly vendor?: string | undefined
  readonly read: number
  readonly errors: readonly { code: SlideErrorCode; structure: string; reason: string }[]
  /** The most memory that the process has had, in bytes. */
  readonly peakBytes: number
}

export type Reply = { readonly outcome: Outcome } | { readonly failure: string }

export interface Bounds {
  /** Of the processor's time, which other programs of the machine don't take. */
  readonly milliseconds: number
  /** Of the clock's, for what waits without end; six times as long where it is left out. */
  readonly waiting?: number
  readonly bytes: number
}

const program = fileURLToPath(new URL('exercise-child.ts', import.meta.url))
const pollMilliseconds = 100

/** A process that exercises slides and is killed when one takes too long or too much memory. */
export class WatchedChild {
  readonly #bounds: Bounds
  #process: ChildProcess | undefined
  #errors = ''

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Resolves whatever happens: a hang, a crash or too much memory is a failure, and the next case gets a new process. */
  async exercise({ file }: Case): Promise<Reply> {
    const child = this.#started()
    const reply = await this.#replyOf(child, file)
    if ('failure' in reply) this.#stop(child)
    else if (reply.outcome.peakBytes > this.#bounds.bytes) {
      this.#stop(child)
      return { failure: `took ${inMegabytes(reply.outcome.peakBytes)} of memory` }
    }
    return reply
  }

  close(): void {
    if (this.#process) this.#stop(this.#process)
  }

  #replyOf(child: ChildProcess, file: Case['file']): Promise<Reply> {
    return new Promise((resolve) => {
      const end = (reply: Reply) => {
        clearTimeout(timer)
        clearInterval(poll)
        child.removeAllListeners('message').removeAllListeners('exit')
        resolve(reply)
      }
      const { milliseconds, bytes, waiting = 6 * milliseconds } = this.#bounds
      const before = processorMilliseconds(child.pid)
      const busy = () => processorMilliseconds(child.pid) - before
      const tooLong = () => (busy() > milliseconds ? { failure: `computed for ${busy()} ms` } : undefined)
      const timer = setTimeout(() => {
        end({ failure: `did not end in ${waiting} ms, of which the process computed ${busy()}` })
      }, waiting)
      const poll = setInterval(() => {
        const resident = residentBytes(child.pid)
        if (resident > bytes) end({ failure: `took ${inMegabytes(resident)} of memory` })
        const failure = tooLong()
        if (failure) end(failure)
      }, pollMilliseconds)
      // It may have ended between two looks.
      child.once('message', (reply) => end(tooLong() ?? (reply as Reply)))
      child.once('exit', (code, signal) => {
        end({ failure: `ended the process (${signal ?? `status ${code}`}): ${this.#errors.slice(-2000)}` })
      })
      child.send(file)
    })
  }

  #started(): ChildProcess {
    if (this.#process?.connected) return this.#process
    this.#errors = ''
    const child = fork(program, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
    })
    child.stderr?.on('data', (text) => {
      this.#errors = `${this.#errors}${text}`.slice(-10_000)
    })
    this.#process = child
    return child
  }

  #stop(child: ChildProcess): void {
    child.kill('SIGKILL')
    if (this.#process === child) this.#process = undefined
  }
}

/** From Linux; elsewhere only the peak that the child reports after each case is watched. */
function residentBytes(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    return Number(kilobytes ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Tells work without end from waiting without end; in ticks of 10 ms, as Linux counts them. */
function processorMilliseconds(pid: number | undefined): number {
  try {
    const numbers = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
    return (Number(numbers[11]) + Number(numbers[12])) * 10
  } catch {
    return 0
  }
}

const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`
