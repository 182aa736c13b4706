import { readEnvironment } from '../platform/config/environment.ts'
import { runCommand } from './run-command.ts'

/** `npm run cli -- <command> …`: the command's own output goes to stdout, everything said about it to stderr. */
process.exitCode = await runCommand(process.argv.slice(2), {
  environment: readEnvironment(),
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
})
