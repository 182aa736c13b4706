import { ApiError } from '@cresyl/contract/api/errors'
import { StartError } from '../platform/start-error.ts'
import type { Command, Terminal } from './command.ts'
import { commands as allCommands, usage } from './commands.ts'
import { UsageError } from './usage.ts'

/** Runs the command that the words name; returns the exit code. */
export async function runCommand(
  words: string[],
  terminal: Terminal,
  commands: Command[] = allCommands,
): Promise<number> {
  const { output, errors } = terminal
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  if (command === undefined) {
    const asked = words.length === 0 || words.includes('--help') || words.includes('-h')
    errors.write(`${asked ? '' : `There is no command “${words.join(' ')}”.\n\n`}${usage()}\n`)
    return asked ? 0 : 2
  }
  const rest = words.slice(command.name.split(' ').length)
  if (rest.includes('--help') || rest.includes('-h')) {
    output.write(`npm run --silent cli -- ${command.usage}\n\n${command.summary}\n`)
    return 0
  }
  try {
    return await command.run(rest, terminal)
  } catch (error) {
    if (error instanceof UsageError) {
      errors.write(`${error.message}\nUsage: npm run --silent cli -- ${command.usage}\n`)
      return 2
    }
    const known = error instanceof StartError || error instanceof ApiError
    errors.write(`${known ? error.message : error instanceof Error ? error.stack : error}\n`)
    return 1
  }
}
