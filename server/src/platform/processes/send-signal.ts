import { setTimeout as sleep } from 'node:timers/promises'

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
