import { LaunchFailure } from './failure.js'

/** In the order they run. */
export const checkNames = ['types', 'lint', 'imports', 'build', 'unit', 'e2e']

/**
 * Reads `--only=unit,e2e`, `--changed`, and what else is meant for the one test runner that is left.
 * @param {string[]} args
 * @returns {{ selected: Set<string>, changed: boolean, runnerArgs: string[] }}
 */
export function readTestOptions(args) {
  const only = args.find((arg) => arg.startsWith('--only='))
  const changed = args.includes('--changed')
  const runnerArgs = args.filter((arg) => arg !== only && arg !== '--' && arg !== '--changed')
  const selected = new Set(only ? only.slice('--only='.length).split(',') : checkNames)
  const unknown = [...selected].filter((name) => !checkNames.includes(name))
  if (unknown.length > 0) {
    throw new LaunchFailure(
      `npm test has no check named ${unknown.join(', ')}. Choose from ${checkNames.join(', ')}.`,
    )
  }
  // The browser tests and those that start the whole product need the app.
  if (selected.has('e2e') || selected.has('unit')) selected.add('build')
  if (runnerArgs.length > 0 && selected.has('unit') === selected.has('e2e')) {
    throw new LaunchFailure(
      `It is not clear which test runner ${runnerArgs.join(' ')} is for. Add --only=unit or --only=e2e.`,
    )
  }
  return { selected, changed, runnerArgs }
}
