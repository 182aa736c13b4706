import { setTimeout as sleep } from 'node:timers/promises'

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
