import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writePrivateFile } from '../private-file.ts'
import { isProcessAlive } from '../process-alive.ts'

const record = z.object({
  /** Such as `api-1`. */
  name: z.string(),
  pid: z.number(),
  /** Tells it from a later process of the same id; null where the system doesn't say. */
  began: z.string().nullable(),
})
export type ProcessRecord = z.infer<typeof record>

export interface ProcessFile {
  add(name: string, pid: number): void
  remove(pid: number): void
  close(): Promise<void>
}

/** Says which processes work on a data folder: the next start waits for what a killed supervisor left. */
export function openProcessFile(dataDir: string, failed: (error: unknown) => void): ProcessFile {
  const path = pathIn(dataDir)
  const records = new Map<number, Promise<ProcessRecord>>()
  let writing = Promise.resolve()
  const write = () => {
    writing = writing
      .then(async () => writePrivateFile(path, `${JSON.stringify(await Promise.all(records.values()))}\n`))
      .catch(failed)
  }
  return {
    add: (name, pid) => {
      records.set(
        pid,
        beginningOf(pid).then((began) => ({ name, pid, began })),
      )
      write()
    },
    remove: (pid) => {
      if (records.delete(pid)) write()
    },
    close: async () => {
      await writing
      await rm(path, { force: true })
    },
  }
}

/** Those of the file that still run. */
export async function readProcesses(dataDir: string): Promise<ProcessRecord[]> {
  const records = await readRecords(dataDir)
  const alive = await Promise.all(records.map(isSameProcess))
  return records.filter((_, index) => alive[index])
}

async function readRecords(dataDir: string): Promise<ProcessRecord[]> {
  try {
    return z.array(record).parse(JSON.parse(await readFile(pathIn(dataDir), 'utf8')))
  } catch {
    return []
  }
}

async function isSameProcess({ pid, began }: ProcessRecord): Promise<boolean> {
  return isProcessAlive(pid) && (await beginningOf(pid)) === began
}

/** When a process began, in ticks since the system did. */
async function beginningOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name of the program comes second, in brackets, and may hold spaces and brackets itself.
  return (
    stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .at(19) ?? null
  )
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'run', 'processes.json')
}
