import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UsageError } from './usage.ts'

/** A line of standard input; at a terminal it is asked for and not shown while typed. */
export async function readPassword(question: string): Promise<string> {
  const terminal = process.stdin.isTTY === true
  if (terminal) process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal })
  try {
    for await (const line of lines) {
      if (line !== '') return line
    }
  } finally {
    lines.close()
    if (terminal) process.stderr.write('\n')
  }
  throw new UsageError('A password is needed on standard input.')
}
