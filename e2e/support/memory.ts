import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { residentBytes } from '../../bench/support/process-tree.ts'
import { readProcesses } from '../../server/src/platform/processes/process-file.ts'
import type { Product } from './product.ts'

/** Bytes in memory. */
export interface MemoryUse {
  /** The processes that run pages and their workers. */
  renderers: number
  /** All processes of the browser, these included. Pages that they share count for each of them. */
  browser: number
  /** What scripts of the page hold, without its workers. */
  heap: number
  /** The process of the product that answers requests. */
  api: number
}

const everyMilliseconds = 250

/** By how much each grew beyond what it was before the work, at most. */
export async function growthDuring(
  page: Page,
  product: Product,
  work: () => Promise<unknown>,
): Promise<MemoryUse> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const read = async (): Promise<MemoryUse> => {
    const { metrics } = await session.send('Performance.getMetrics')
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
    return { heap, api: await apiBytes(product), ...(await browserBytes()) }
  }
  const before = await read()
  const growth: MemoryUse = { renderers: 0, browser: 0, heap: 0, api: 0 }
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const now = await read()
      for (const part of ['renderers', 'browser', 'heap', 'api'] as const) {
        growth[part] = Math.max(growth[part], now[part] - before[part])
      }
      await sleep(everyMilliseconds)
    }
  })()
  try {
    await work()
  } finally {
    isOver = true
    await watching
  }
  return growth
}

async function apiBytes({ dataDir }: Product): Promise<number> {
  const api = (await readProcesses(dataDir)).find(({ name }) => name.startsWith('api'))
  if (api === undefined) throw new Error('No process of the product answers requests.')
  return residentBytes(api.pid)
}

/** Of the one browser that was started here. */
async function browserBytes(): Promise<Pick<MemoryUse, 'renderers' | 'browser'>> {
  const all = await readCommands()
  const own = all.filter(
    ({ parent, command }) => parent === process.pid && command.includes('--remote-debugging'),
  )
  const [main] = own
  if (main === undefined) throw new Error('No browser was started by this process.')
  const isUnderMain = (parent: number): boolean => {
    if (parent === main.pid) return true
    const above = all.find(({ pid }) => pid === parent)
    return above !== undefined && isUnderMain(above.parent)
  }
  const renderers = all.filter(
    ({ parent, command }) => command.includes('--type=renderer') && isUnderMain(parent),
  )
  const sizes = await Promise.all(renderers.map(({ pid }) => residentBytes(pid)))
  return { browser: await residentBytes(main.pid), renderers: sizes.reduce((sum, size) => sum + size, 0) }
}

interface RunningCommand {
  pid: number
  parent: number
  command: string
}

async function readCommands(): Promise<RunningCommand[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const read = async (pid: number) => {
    const [status, command] = await Promise.all(
      ['status', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    )
    return { pid, parent: Number(/^PPid:\s+(\d+)$/m.exec(status ?? '')?.[1] ?? 0), command: command ?? '' }
  }
  return Promise.all(pids.map(read))
}
