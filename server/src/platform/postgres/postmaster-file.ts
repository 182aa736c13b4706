import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

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
