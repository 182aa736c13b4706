import { setTimeout as sleep } from 'node:timers/promises'

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

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended in the meantime.
  }
}

/** Asks every 20 ms; false: the time is over. */
export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  milliseconds: number,
): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (!(await condition())) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}
