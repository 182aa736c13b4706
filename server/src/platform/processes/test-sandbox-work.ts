import { setTimeout as sleep } from 'node:timers/promises'
import { JobFailure } from '../queue/job-handler.ts'
import type { SandboxRun } from './sandbox-messages.ts'

/** What the tests have done in a sandbox. */
export type TestWork =
  | { do: 'return'; value: unknown }
  | { do: 'describe process' }
  | { do: 'report'; times: number }
  | { do: 'eat memory'; of: 'buffers' | 'heap' }
  | { do: 'loop' }
  | { do: 'wait' }
  | { do: 'wait for news' }
  | { do: 'abort' }
  | { do: 'crash' }
  | { do: 'exit'; code: number }
  | { do: 'fail'; sentence: string }
  | { do: 'throw'; message: string }
  | { do: 'write and throw'; lines: number }
  | { do: 'return what cannot be sent' }

export const run: SandboxRun<TestWork, unknown> = async (work, { progress, onNews }) => {
  // Which process it is, for tests that look after it; no work of this kind has done anything yet.
  progress(0, process.pid)
  switch (work.do) {
    case 'return':
      return work.value
    case 'describe process':
      return { environment: { ...process.env }, arguments: process.argv.slice(2) }
    case 'report':
      for (let n = 1; n <= work.times; n += 1) progress(n, work.times)
      return null
    case 'eat memory':
      return eatMemory(work.of)
    case 'loop':
      for (;;);
    case 'wait':
      return new Promise(() => {})
    case 'wait for news':
      return new Promise((resolve) => onNews(resolve))
    case 'abort':
      return process.abort()
    case 'crash':
      return process.kill(process.pid, 'SIGSEGV')
    case 'exit':
      return process.exit(work.code)
    case 'fail':
      throw new JobFailure(work.sentence, { retry: true })
    case 'throw':
      throw new TypeError(work.message)
    case 'write and throw':
      for (let n = 1; n <= work.lines; n += 1) process.stderr.write(`line ${n}\n`)
      throw new Error('after many lines')
    case 'return what cannot be sent':
      return () => 'a function'
  }
}

async function eatMemory(of: 'buffers' | 'heap'): Promise<never> {
  const kept: unknown[] = []
  for (;;) {
    kept.push(of === 'buffers' ? Buffer.alloc(8_000_000, kept.length) : Array(1_000_000).fill(kept.length))
    await sleep(1)
  }
}
