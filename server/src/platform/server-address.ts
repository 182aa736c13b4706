import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from './config/config.ts'
import { writePrivateFile } from './private-file.ts'
import { isProcessAlive } from './process-alive.ts'

const announcement = z.object({ pid: z.number(), port: z.number(), origin: z.string() })

/** Says where the server of a data folder answers, for command lines beside it. Returns how to take it back. */
export async function announceServer({ dataDir, port, origin }: Config): Promise<() => Promise<void>> {
  await writePrivateFile(pathIn(dataDir), `${JSON.stringify({ pid: process.pid, port, origin })}\n`)
  return () => rm(pathIn(dataDir), { force: true })
}

/** The settings under which the server of this data folder runs; empty where none does. */
export async function settingsOfRunningServer(dataDir: string): Promise<Record<string, string>> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => 'null')
  const { data } = announcement.safeParse(JSON.parse(text))
  if (data === undefined || !isProcessAlive(data.pid)) return {}
  return { CRESYL_PORT: String(data.port), CRESYL_ORIGIN: data.origin }
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'run', 'server.json')
}
