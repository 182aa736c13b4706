import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
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

export interface PostmasterFile {
  pid: number
  port: number | null
  /** `starting`, `ready`, `stopping`; empty before it listens. */
  status: string
}

export function postmasterFilePath(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

/** What a running PostgreSQL says about itself in its cluster; null: nothing there. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | null> {
  const text = await readFile(postmasterFilePath(cluster), 'utf8').catch(() => null)
  if (text === null) return null
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  return { pid, port: lines[3] ? Number(lines[3]) : null, status: lines[7]?.trim() ?? '' }
}
