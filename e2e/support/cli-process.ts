import { runHere } from '../../server/src/cli/test-terminal.ts'
import { readEnvironment } from '../../server/src/platform/config/environment.ts'

export interface CliCall {
  id: number
  words: string[]
  input: string
}
export interface CliAnswer {
  id: number
  code: number
  stdout: string
  stderr: string
}

// The command line, loaded once for all commands of a product: that takes two seconds, most commands a tenth of one.
process.on('message', async ({ id, words, input }: CliCall) => {
  const answer = await runHere(readEnvironment(), words, { input })
  process.send?.({ id, ...answer } satisfies CliAnswer)
})
