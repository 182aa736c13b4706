import { basename } from 'node:path'
import type { Child } from '../support/child.ts'
import type { BenchProduct } from '../support/product.ts'
import { chooseOnBarePage, sendFromBarePage } from './bare-page.ts'
import { connections, type UploadContent } from './content.ts'
import type { CurlOrder, CurlReport } from './curl-client.ts'
import type { UploadPage } from './page.ts'
import type { BegunFile, UploadCalls } from './product.ts'
import type { ScriptOrder, ScriptReport } from './script-client.ts'

/**
 * The product's page; nothing but requests in the same browser; a script of curls that does what the page does; and
 * curls that have nothing to ask for, which is the most that the server takes.
 */
export const sideNames = ['page', 'bare page', 'script', 'five curls'] as const
export type SideName = (typeof sideNames)[number]

export interface Senders {
  product: BenchProduct
  page: UploadPage
  calls: UploadCalls
  script: Child<ScriptOrder, ScriptReport>
  curls: Child<CurlOrder, CurlReport>
}

export interface Side {
  /** Of who sends, with all that descend from it. */
  pid: number
  /** All that isn't timed. */
  prepare(): Promise<Sending>
}

export interface Sending {
  /** Resolves to milliseconds. */
  send(): Promise<number>
  finish(): Promise<void>
}

const nothingToFinish = async () => {}

export function sidesOf(senders: Senders, content: UploadContent): Record<SideName, Side> {
  const { page, script, curls } = senders
  return {
    page: {
      pid: page.pid,
      prepare: async () => {
        await page.choose(content.paths)
        return { send: () => page.send(content.paths), finish: nothingToFinish }
      },
    },
    'bare page': { pid: page.pid, prepare: () => prepareBarePage(senders, content) },
    script: { pid: script.pid, prepare: () => prepareScript(senders, content) },
    'five curls': { pid: curls.pid, prepare: () => prepareCurls(senders, content) },
  }
}

async function prepareScript(
  { product, calls, script }: Senders,
  { paths, size, pieces }: UploadContent,
): Promise<Sending> {
  const order: ScriptOrder = {
    api: `${product.context.config.origin}/api`,
    token: await calls.issueToken(),
    names: paths.map((path) => basename(path)),
    size,
    pieces,
    connections,
  }
  return { send: async () => (await script.ask(order)).milliseconds, finish: nothingToFinish }
}

async function prepareBarePage({ page: { page }, calls }: Senders, content: UploadContent): Promise<Sending> {
  await chooseOnBarePage(page, content.paths)
  const begun = await beginAll(calls, content)
  const order = { urls: begun.map(({ urls }) => urls), partSize: content.partSize, connections }
  let sent: string[][] = []
  return {
    send: async () => {
      const { etags, milliseconds } = await sendFromBarePage(page, order)
      sent = etags
      return milliseconds
    },
    finish: async () => {
      for (const [file, { id }] of begun.entries()) await calls.complete(id, sent[file] ?? [])
    },
  }
}

/** Part n of each file is the curl's that has piece n. */
async function prepareCurls({ calls, curls }: Senders, content: UploadContent): Promise<Sending> {
  const { pieces, partCount } = content
  const begun = await beginAll(calls, content)
  const lists = pieces.map((path, piece) => ({
    path,
    urls: begun.flatMap(({ urls }) => urls.filter((_, index) => index % pieces.length === piece)),
  }))
  let sent: string[][] = []
  return {
    send: async () => {
      const { etags, milliseconds } = await curls.ask({ lists })
      sent = etags
      return milliseconds
    },
    finish: async () => {
      const each = partCount / pieces.length
      for (const [file, { id, urls }] of begun.entries()) {
        const etags = urls.map(
          (_, part) => sent[part % pieces.length]?.[file * each + Math.floor(part / pieces.length)] ?? '',
        )
        await calls.complete(id, etags)
      }
    },
  }
}

function beginAll(calls: UploadCalls, { paths, size }: UploadContent): Promise<BegunFile[]> {
  return Promise.all(paths.map((path) => calls.begin(basename(path), size)))
}
