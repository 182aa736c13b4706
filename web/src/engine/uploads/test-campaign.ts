import { bytes } from '@cresyl/contract/api/limits'
import { messages } from '@cresyl/contract/api/messages'
import { expect } from 'vitest'
import { createRandom } from '../test-random.ts'
import type { Fault, ServerCall } from './test-server.ts'
import { createTestBrowser, openTab, send, type TestBrowser, type TestTab } from './test-tab.ts'

const { MB } = bytes

type Chance = () => number

const pick = <Value>(values: readonly Value[], chance: Chance): Value | undefined =>
  values[Math.floor(chance() * values.length)]

const faults: Fault[] = ['unheard', 'unanswered', 'internal', 'unavailable', 'silent', 'rate_limited']
const refusals: Fault[] = ['forbidden', 'upload_closed', 'not_found', 'storage_full']

/** Tidying up goes through in the end, or nothing could be said of what is left. */
function randomFault({ name }: ServerCall, chance: Chance): Fault | undefined {
  if (chance() > 0.12) return undefined
  if (name === 'abort' || name === 'setState') return 'unanswered'
  // A worker ends a part that stalls by itself.
  const fault = pick(chance() < 0.1 ? refusals : faults, chance)
  return name === 'put' && fault === 'silent' ? 'unheard' : fault
}

function act(browser: TestBrowser, { uploader, workers }: TestTab, chance: Chance): void {
  const key = pick(uploader.list(), chance)?.key ?? ''
  const acts: (() => void)[] = [
    () => uploader.cancel(key),
    () => uploader.retry(key),
    () => {
      uploader.cancel(key)
      uploader.retry(key)
    },
    () => uploader.pause(key),
    () => uploader.resume(key),
    () => uploader.move(key, Math.floor(chance() * 4)),
    () => uploader.remove(key),
    () => workers.crashIdle(),
    () => uploader.pauseAll(),
    () => uploader.resumeAll(),
    () => {
      browser.server.away = !browser.server.away
    },
  ]
  pick(acts, chance)?.()
}

async function run(seed: number): Promise<void> {
  const chance = createRandom(seed)
  const browser = createTestBrowser()
  const { clock, server } = browser
  server.fault = (call) => randomFault(call, chance)
  server.latency = () => Math.floor(chance() * 300)
  const tab = openTab(browser)
  const other = openTab(browser)
  tab.workers.crash = () => chance() < 0.05
  send(
    tab,
    ...Array.from({ length: 1 + Math.floor(chance() * 3) }, () => Math.ceil(chance() * 20 * MB) + 1024),
  )
  send(other, MB)
  for (let step = 0; step < 8; step += 1) {
    await clock.advance(Math.floor(chance() * 900))
    act(browser, tab, chance)
  }
  const isLost = chance() < 0.2
  if (isLost) await tab.close()
  server.away = false
  server.fault = () => undefined
  tab.uploader.resumeAll()
  await clock.advance(400_000)
  const interrupted = openTab(browser).endInterrupted()
  await clock.advance(10_000)
  await interrupted

  const rows = [...(isLost ? [] : tab.uploader.list()), ...other.uploader.list()]
  for (const { stage, message } of rows) {
    expect(['completed', 'failed', 'cancelled']).toContain(stage)
    expect(message).not.toBe('')
  }
  const files = [...server.files.values()]
  expect(files.filter(({ upload }) => upload === 'open')).toEqual([])
  expect(server.mostPuts).toBeLessThanOrEqual(5)
  const stored = files.filter(({ state }) => state === 'stored')
  const names = stored.map(({ name, size }) => `${name} ${size}`)
  expect(new Set(names).size).toBe(names.length)
  const completed = rows.filter(({ stage }) => stage === 'completed').map(({ fileId }) => fileId)
  expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining(completed))
  for (const { message } of rows.filter(({ stage }) => stage === 'cancelled')) {
    expect(message).toBe(messages.upload.cancelled)
  }
  const records = other.records.list()
  expect(records.filter(({ status }) => status === 'uploading' || status === 'busy')).toEqual([])
  expect(records.length).toBeLessThanOrEqual(rows.length)
}

/** Whatever goes wrong and whatever is done meanwhile, nothing is lost, doubled or left behind; one run for each seed. */
export async function runCampaign(first: number, runs: number): Promise<void> {
  for (let seed = first; seed < first + runs; seed += 1) {
    await run(seed).catch((cause: unknown) => {
      throw new Error(`Run ${seed}: ${cause instanceof Error ? cause.message : cause}`, { cause })
    })
  }
}
