import type { Progress } from './progress.ts'

/** What a command is given of the world it runs in. */
export interface Program {
  readonly name: string
  readonly version: string
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  /** Results: text or bytes, to standard output. */
  print(result: string | Uint8Array): Promise<void>
  /** Whether standard output is a terminal, where bytes would do harm. */
  readonly printsToTerminal: boolean
  /** Remarks, to standard error; not with `--quiet`. */
  say(text: string): void
  /** Shown while something long runs; not with `--quiet`. */
  readonly progress: Progress
  /** Files under a name of their own until they are whole; removed however the program ends. */
  readonly unfinished: Set<string>
}

/** The program stopped because it was told to. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly signalName: 'SIGINT' | 'SIGTERM' | 'SIGHUP'

  constructor(signalName: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
    super('Stopped; nothing was left half written.')
    this.signalName = signalName
  }
}
