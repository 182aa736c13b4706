import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { columns } from './columns.ts'
import { type Command, programName } from './command.ts'
import { commands } from './commands/index.ts'
import { explainError } from './explain-error.ts'
import { nearest } from './nearest.ts'
import { explainOutput } from './output.ts'
import { Interrupted, type Program } from './program.ts'
import { createProgress } from './progress.ts'
import { UsageError } from './usage.ts'

/** What the program uses of its process. */
export interface Host {
  readonly stdout: Output
  readonly stderr: Output
  on(signal: Interrupted['signalName'], stop: () => void): unknown
  exit(code: number): unknown
}

type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }

/** Runs the program with the words after its name; gives the exit code: 0 done, 1 failed, 2 wrong usage, 130 stopped. */
export async function run(words: readonly string[], host: Host = process): Promise<number> {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  const program = createProgram(version, host)
  const asksHelp = words[0] === 'help' || words.includes('--help') || words.includes('-h')
  const [name, ...rest] = words[0] === 'help' ? words.slice(1) : words
  const command = commands.find((known) => known.name === name)
  try {
    if (command) {
      if (asksHelp) await program.print(`${command.help}\n`)
      else await command.run(rest, program)
    } else if (name === '--version' || name === '-V') await program.print(`${version}\n`)
    else if (name === undefined || (name.startsWith('-') && asksHelp)) await program.print(`${usage()}\n`)
    else throw new UsageError(noCommand(name))
    return 0
  } catch (error) {
    host.stderr.write(`${programName}: ${explainError(error, words.includes('--debug'))}\n`)
    if (error instanceof UsageError) {
      host.stderr.write(`See ${[programName, command?.name].filter(Boolean).join(' ')} --help.\n`)
      return 2
    }
    return error instanceof Interrupted ? 128 + constants.signals[error.signalName] : 1
  }
}

function createProgram(version: string, host: Host): Program {
  const { stdout, stderr } = host
  const unfinished = new Set<string>()
  // What failed is told by the write it failed in.
  stdout.on('error', () => {})
  return {
    name: programName,
    version,
    signal: stopSignal(unfinished, host),
    print: (result) => print(result, stdout),
    printsToTerminal: stdout.isTTY === true,
    say: (text) => stderr.write(`${text}\n`),
    progress: createProgress(stderr),
    unfinished,
  }
}

function print(result: string | Uint8Array, stdout: Output): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(result, (error?: NodeJS.ErrnoException | null) => {
      // A reader that has seen enough closes the pipe: no fault of anyone's.
      if (!error || error.code === 'EPIPE') resolve()
      else reject(explainOutput('Standard output', error))
    })
  })
}

/** The first Ctrl-C lets the command stop by itself, the second doesn't wait for it. */
function stopSignal(unfinished: ReadonlySet<string>, host: Host): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    host.on(name, () => {
      if (!controller.signal.aborted) return controller.abort(new Interrupted(name))
      for (const path of unfinished) rmSync(path, { recursive: true, force: true })
      host.exit(128 + constants.signals[name])
    })
  }
  return controller.signal
}

function noCommand(name: string): string {
  const meant = nearest(
    name,
    commands.map((command: Command) => command.name),
  )
  const kind = name.startsWith('-') ? 'option' : 'command'
  return `There is no ${kind} ${name}${meant ? `; did you mean ${meant}?` : '.'}`
}

const usage = (): string =>
  [
    `Usage: ${programName} <command> [options]`,
    '',
    'Reads, renders and writes whole-slide images.',
    '',
    ...columns(commands.map(({ name, summary }) => [`  ${name}`, summary])),
    '',
    `Add --help to a command to see its options; ${programName} --version prints the version.`,
    'A slide is a path or an http(s) address. Exit codes: 0 done, 1 failed, 2 wrong usage, 130 stopped by Ctrl-C.',
  ].join('\n')
