import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'

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

/** For a process that `forkGuarded` has started, which leads a group of its own. */
export function endWithParent(parent: number): void {
  new Worker(watchdog, { eval: true, workerData: { parent }, env: {}, execArgv: [] }).unref()
}

/**
 * Where memory or time is short, the service goes first and this process is the one to be given up. The higher the
 * `niceness`, the more it steps back; 19 is most.
 */
export function stepBack(niceness: number): void {
  try {
    setPriority(niceness)
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not every system has these, or allows them.
  }
}
