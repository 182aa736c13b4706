import type { Readable } from 'node:stream'
import type { Environment } from '../platform/config/settings.ts'

export interface Command {
  name: string
  usage: string
  summary: string
  /** Returns the exit code. */
  run(words: string[], terminal: Terminal): Promise<number>
}

/** Where a command is given: its settings, its input, and where its own output and everything said about it go. */
export interface Terminal {
  environment: Environment
  input: Readable & { isTTY?: boolean }
  output: { write(text: string): unknown }
  errors: { write(text: string): unknown }
}
