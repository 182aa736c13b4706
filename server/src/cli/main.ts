import { ApiError } from '@cresyl/contract/errors'
import { StartError } from '../platform/start-error.ts'
import { commands, usage } from './commands.ts'
import { UsageError } from './usage.ts'

/** `npm run cli -- <command> …`: the command's own output goes to stdout, everything said about it to stderr. */
async function main(words: string[]): Promise<number> {
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  if (command === undefined) {
    const asked = words.length === 0 || words.includes('--help') || words.includes('-h')
    process.stderr.write(`${asked ? '' : `There is no command “${words.join(' ')}”.\n\n`}${usage()}\n`)
    return asked ? 0 : 2
  }
  const rest = words.slice(command.name.split(' ').length)
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(`npm run --silent cli -- ${command.usage}\n\n${command.summary}\n`)
    return 0
  }
  try {
    return await command.run(rest)
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\nUsage: npm run --silent cli -- ${command.usage}\n`)
      return 2
    }
    const known = error instanceof StartError || error instanceof ApiError
    process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : error}\n`)
    return 1
  }
}

process.exitCode = await main(process.argv.slice(2))
