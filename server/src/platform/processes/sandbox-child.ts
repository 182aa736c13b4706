import { EventEmitter } from 'node:events'
import { flushCompileCache } from 'node:module'
import { JobFailure } from '../queue/job-handler.ts'
import { asNoRoom } from '../queue/no-room.ts'
import { endWithParent } from './child-guard.ts'
import type { SandboxMessage, SandboxOrder, SandboxRun } from './sandbox-messages.ts'

const progressMilliseconds = 100

/** Runs in a child process: does one piece of work after the other, answers each and waits to be ended. */
endWithParent(Number(process.argv[2]))
let news = new EventEmitter<{ news: [unknown] }>()
process.on('message', (order: SandboxOrder) => {
  if (order.type === 'work') void obey(order)
  else news.emit('news', order.news)
})

async function obey({ module, input }: Extract<SandboxOrder, { type: 'work' }>): Promise<void> {
  try {
    const { run }: { run: SandboxRun<unknown, unknown> } = await import(module)
    // Its end is a kill, which would not come to do it.
    flushCompileCache()
    news = new EventEmitter()
    const onNews = (listener: (value: unknown) => void) => void news.on('news', listener)
    const keep = (value: unknown) => tell({ type: 'kept', value })
    tell({ type: 'done', output: await run(input, { progress: reportProgress(), keep, onNews }) })
  } catch (error) {
    // The answer is the end of this process: its last words must have left it by then.
    process.stderr.write('', () => tell(describeFailure(error)))
  }
}

function tell(message: SandboxMessage): void {
  process.send?.(message)
}

function describeFailure(error: unknown): SandboxMessage {
  const noRoom = asNoRoom(error)
  if (noRoom !== undefined) return { type: 'failed', sentence: noRoom.message, retry: true, noRoom: true }
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
