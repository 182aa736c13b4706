import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { newId } from '../../platform/id.ts'
import type { JobRow } from '../../platform/queue/job-row.ts'
import type { TestQueue } from '../../platform/queue/test-support/test-queue.ts'

/** A worker in a process of its own, for as long as a test lets it live. */
export interface DoomedWorker {
  /** Until it says a word. */
  says(word: string): Promise<void>
  /** As the system does when memory runs out: without a warning. */
  kill(): Promise<void>
}

export interface DoomedWorkers {
  /** A program of this folder, which is told the database, the folder, a server id and what else is given. */
  start(program: string, ...words: string[]): DoomedWorker
  killAll(): Promise<void>
  /** On a busy machine jobs of such tests take longer than others. */
  ended(jobId: string): Promise<JobRow>
}

export function openDoomedWorkers(queue: TestQueue): DoomedWorkers {
  const children: ChildProcess[] = []
  return {
    start: (program, ...words) => {
      const entry = fileURLToPath(new URL(program, import.meta.url))
      const child = spawn(
        process.execPath,
        ['--no-warnings', entry, queue.databaseUrl, queue.folder, newId(), ...words],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      children.push(child)
      const lines = createInterface(child.stdout)
      return { says: (word) => hear(lines, word), kill: () => kill(child) }
    },
    killAll: async () => {
      for (const child of children.splice(0)) await kill(child)
    },
    ended: async (jobId) => {
      for (;;) {
        const job = await queue.read(jobId)
        if (job.finishedAt !== null) return job
        await sleep(100)
      }
    },
  }
}

async function hear(lines: AsyncIterable<string>, word: string): Promise<void> {
  for await (const line of lines) if (line === word) return
  throw new Error(`It ended without a word of "${word}"`)
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
