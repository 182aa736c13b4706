import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { JobFailure } from '../queue/job-handler.ts'
import type { SandboxMessage, SandboxOrder, SandboxRun } from './sandbox-messages.ts'

const progressMilliseconds = 100

/**
 * Ends this process, and what it has started, once its parent is gone. In a thread of its own, because the work may
 * keep the main one busy for ever; in plain JavaScript, because a thread that strips types takes much longer to start.
 */
const watchdog = `
const { workerData } = require('node:worker_threads')
setInterval(() => {
  if (process.ppid !== workerData.parent) process.kill(-process.pid, 'SIGKILL')
}, 250)
`

/** Runs in a child process: does one piece of work, answers and waits to be ended. */
stepBack()
watchParent(Number(process.argv[2]))
process.once('message', (order: SandboxOrder) => void obey(order))

async function obey({ module, input }: SandboxOrder): Promise<void> {
  try {
    const { run }: { run: SandboxRun<unknown, unknown> } = await import(module)
    tell({ type: 'done', output: await run(input, { progress: reportProgress() }) })
  } catch (error) {
    // The answer is the end of this process: its last words must have left it by then.
    process.stderr.write('', () => tell(describeFailure(error)))
  }
}

function tell(message: SandboxMessage): void {
  process.send?.(message)
}

function describeFailure(error: unknown): SandboxMessage {
  if (error instanceof JobFailure) return { type: 'failed', sentence: error.message, retry: error.retry }
  return { type: 'threw', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

/** Work in a loop may report thousands of times a second. */
function reportProgress(): (done: number, total: number) => void {
  let last = Number.NEGATIVE_INFINITY
  return (done, total) => {
    if (done < total && performance.now() - last < progressMilliseconds) return
    last = performance.now()
    tell({ type: 'progress', done, total })
  }
}

/** Where memory or time is short, the service goes first and this process is the one to be given up. */
function stepBack(): void {
  try {
    setPriority(10)
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not every system has these, or allows them.
  }
}

function watchParent(parent: number): void {
  new Worker(watchdog, { eval: true, workerData: { parent }, env: {}, execArgv: [] }).unref()
}
