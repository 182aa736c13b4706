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
