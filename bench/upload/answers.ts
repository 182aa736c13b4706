/// <reference lib="dom" /> What runs in the page needs the names of the page.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from '../support/figures.ts'
import type { BenchProduct } from '../support/product.ts'
import type { Stage } from '../support/stage.ts'
import { medianOf } from '../tiles/rounds.ts'
import { connections, type UploadContent } from './content.ts'
import type { Page, UploadPage } from './page.ts'
import { clearStored, countArriving } from './product.ts'

const rounds = 3
const restMilliseconds = 3000
/** Seldom enough that the counting itself delays nobody. */
const countEveryMilliseconds = 200

/** What else the page asks for is answered meanwhile: an ordinary list, again and again while files are sent. */
export async function measureAnswers(
  stage: Stage,
  { context }: BenchProduct,
  { page, choose, send }: UploadPage,
  content: UploadContent,
): Promise<Figure[]> {
  const atRest = await askDuring(page, () => sleep(restMilliseconds))
  const meanwhile: number[] = []
  const arriving: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    await choose(content.paths)
    const counting = startCounting(() => countArriving(context))
    const times = await askDuring(page, () => send(content.paths))
    const counts = await counting.end()
    meanwhile.push(...times)
    arriving.push(...counts)
    await clearStored(context)
    const text = `median ${medianOf(times).toFixed(0)} ms, 95 % within ${percentile(times, 0.95).toFixed(0)} ms`
    stage.say(`Lists asked for while files are sent, ${round} of ${rounds}: ${times.length}, ${text}`)
  }
  return [
    { name: 'Lists meanwhile, median', value: medianOf(meanwhile), unit: 'ms', atMost: 50 },
    { name: 'Lists meanwhile, 95th percentile', value: percentile(meanwhile, 0.95), unit: 'ms' },
    { name: 'Lists at rest, median', value: medianOf(atRest), unit: 'ms' },
    { name: 'Parts that arrive at once, median', value: medianOf(arriving), unit: '' },
    { name: 'Parts that arrive at once, most', value: Math.max(...arriving), unit: '', atMost: connections },
    { name: 'Parts that arrive at once, mean', value: meanOf(arriving), unit: '' },
  ]
}

/** The times of the replies, ms. */
async function askDuring(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  const asking = await page.evaluateHandle(startAsking)
  await work()
  return asking.evaluate(({ end }) => end())
}

/** Runs in the page. */
function startAsking() {
  const times: number[] = []
  const running: Promise<void>[] = []
  const ask = async () => {
    const since = performance.now()
    const headers = { Authorization: `Bearer ${localStorage.getItem('access_token')}` }
    const reply = await fetch('/api/projects/?limit=50', { headers, cache: 'no-store' })
    await reply.json()
    if (!reply.ok) throw new Error(`The list was answered with ${reply.status}`)
    times.push(performance.now() - since)
  }
  const timer = setInterval(() => running.push(ask()), 100)
  return {
    end: async () => {
      clearInterval(timer)
      await Promise.all(running)
      return times
    },
  }
}

/** Counts again and again, from the first that is there to the last. */
function startCounting(count: () => Promise<number>): { end(): Promise<number[]> } {
  const counts: number[] = []
  let isOver = false
  const counting = (async () => {
    while (!isOver) {
      counts.push(await count())
      await sleep(countEveryMilliseconds)
    }
  })()
  return {
    end: async () => {
      isOver = true
      await counting
      const isThere = (value: number) => value > 0
      return counts.slice(counts.findIndex(isThere), counts.findLastIndex(isThere) + 1)
    },
  }
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN
}

const meanOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
