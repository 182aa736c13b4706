import { constants } from 'node:os'
import { explainFileError, Interrupted, LaunchFailure } from './failure.js'

/**
 * Runs the body of a command and turns how it ends into the exit code of this process.
 * @param {() => Promise<number>} body
 */
export async function runCommand(body) {
  // A closed terminal or pipe must not end the launcher before it has stopped what it started.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  try {
    process.exitCode = await body()
  } catch (error) {
    process.exitCode = error instanceof Interrupted ? 128 + constants.signals[error.signal] : 1
    if (!(error instanceof Interrupted)) process.stderr.write(`\n${describeError(error)}\n`)
  }
}

/** @param {unknown} error */
export function describeError(error) {
  if (error instanceof LaunchFailure) return error.message
  return explainFileError(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
}
