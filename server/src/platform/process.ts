import { tellLauncher } from './launcher.ts'
import { StartError } from './start-error.ts'

/** Resolves at the first wish to stop: a signal, or the end of the process that started this one. */
export function whenAskedToStop(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal))
    process.on('disconnect', () => resolve('the launcher is gone'))
    // With the terminal gone, writing to it fails; that must not end the orderly stop.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  })
}

/** The one way out of a failed start. */
export function reportFailure(error: unknown): void {
  const message = failureSentence(error)
  process.exitCode = 1
  if (!process.connected) {
    process.stderr.write(`${message}\n`)
    return
  }
  tellLauncher({ type: 'failed', message })
  process.disconnect()
}

/** A sentence for what a person can mend, the whole error for what is ours. */
export function failureSentence(error: unknown): string {
  if (error instanceof StartError) return error.message
  return `Cresyl can't start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
