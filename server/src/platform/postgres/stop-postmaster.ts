import { sendSignal } from '../processes/send-signal.ts'
import { waitFor } from '../processes/wait-for.ts'

const SECOND = 1000

/** Fast shutdown; immediate shutdown, which costs a recovery at the next start; the end. */
const STEPS: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 10 * SECOND],
  ['SIGQUIT', 10 * SECOND],
  ['SIGKILL', 5 * SECOND],
]

/** Stops a PostgreSQL server, more firmly each time it doesn't answer. False: not even SIGKILL helped. */
export async function stopPostmaster(
  pid: number,
  hasExited: () => boolean | Promise<boolean>,
): Promise<boolean> {
  for (const [signal, patience] of STEPS) {
    if (await hasExited()) return true
    sendSignal(pid, signal)
    if (await waitFor(hasExited, patience)) return true
  }
  return false
}
