import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Terminal } from './command.ts'
import { UsageError } from './usage.ts'

/** A line of the input; at a terminal it is asked for and not shown while typed. */
export async function readPassword(question: string, { input, errors }: Terminal): Promise<string> {
  const terminal = input.isTTY === true
  if (terminal) errors.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: silent, terminal })
  try {
    for await (const line of lines) {
      if (line !== '') return line
    }
  } finally {
    lines.close()
    if (terminal) errors.write('\n')
  }
  throw new UsageError('A password is needed on standard input.')
}
