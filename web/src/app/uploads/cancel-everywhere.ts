import { activeStages } from '../../engine/uploads/upload-totals.ts'
import type { Uploader } from '../../engine/uploads/uploader.ts'
import { type SharedBrowser, sentElsewhere, tellOthersToCancel } from './uploads-elsewhere.ts'

type Queue = Pick<Uploader, 'list' | 'cancelAll'>

/** How many files are not uploaded yet. */
export interface Underway {
  here: number
  /** In other tabs, as far as they are being sent. */
  elsewhere: number
}

/** How long giving up may take, in milliseconds: a server that is away must not keep anyone from leaving. */
const longest = 10_000
const lookEvery = 200

export async function underway(queue: Queue, browser: SharedBrowser): Promise<Underway> {
  const here = queue.list().filter(({ stage }) => activeStages.includes(stage)).length
  return { here, elsewhere: await countElsewhere(queue, browser) }
}

/** Resolves when all uploads of this browser have been given up, or when that takes too long. */
export async function cancelEverywhere(
  queue: Queue,
  browser: SharedBrowser,
  patience = longest,
): Promise<void> {
  const until = Date.now() + patience
  tellOthersToCancel()
  await Promise.race([queue.cancelAll(), pause(patience)])
  while (Date.now() < until && (await countElsewhere(queue, browser)) > 0) await pause(lookEvery)
}

async function countElsewhere(queue: Queue, browser: SharedBrowser): Promise<number> {
  const own = queue.list().map(({ fileId }) => fileId)
  return (await sentElsewhere(browser, own)).length
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
