import { execFile } from 'node:child_process'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { LaunchFailure } from '../launch/failure.js'
import { type Child, startChild } from './child.ts'
import type { Figure } from './figures.ts'
import type { BenchPostgres } from './postgres.ts'
import { processorTime } from './process-tree.ts'
import type { BenchProduct } from './product.ts'
import type { Stage } from './stage.ts'
import { medianOf } from './tiles-rounds.ts'
import { measureAnswers } from './upload-answers.ts'
import { makeContent, type UploadContent } from './upload-content.ts'
import type { CurlOrder, CurlReport } from './upload-curl-client.ts'
import { openUploadPage, type UploadPage } from './upload-page.ts'
import { clearStored, openUploadCalls, type UploadCalls } from './upload-product.ts'

const largeRounds = 5
const severalRounds = 3

/** What is on stage while the page and the curls take turns. */
interface Scene {
  stage: Stage
  product: BenchProduct
  postgres: BenchPostgres
  page: UploadPage
  calls: UploadCalls
  curls: Child<CurlOrder, CurlReport>
}

interface Side {
  pid: number
  /** What the page has done before the click, and the curls before the first byte: the addresses are there. */
  prepare(): Promise<Sending>
}

interface Sending {
  /** Resolves to milliseconds. */
  send(): Promise<number>
  finish(): Promise<void>
}

interface Turn {
  /** MB/s. */
  speed: number
  /** CPU ms of a megabyte: of who sends, of the product, and of its PostgreSQL. */
  sender: number
  server: number
  postgres: number
}

interface Round {
  page: Turn
  curls: Turn
}

/** The page in a browser beside five curls that put the same bytes to the same route. */
export async function measureBrowser(
  stage: Stage,
  product: BenchProduct,
  postgres: BenchPostgres,
): Promise<{ figures: Figure[]; versions: Record<string, string> }> {
  const curl = await versionOfCurl()
  const large = await makeContent(stage, {
    label: 'one file',
    fileCount: 1,
    partMegabytes: 25,
    partCount: 45,
  })
  const several = await makeContent(stage, {
    ...{ label: 'eight files', fileCount: 8 },
    ...{ partMegabytes: 10, partCount: 15 },
  })
  const page = await openUploadPage(stage, product.context.config.origin)
  const calls = openUploadCalls(product)
  const curls = startChild<CurlOrder, CurlReport>(stage, './upload-curl-client.ts')
  const scene: Scene = { stage, product, postgres, page, calls, curls }
  await measureRound(scene, several, 0)
  const rounds = {
    large: await measureRounds(scene, large, largeRounds),
    several: await measureRounds(scene, several, severalRounds),
  }
  const answers = await measureAnswers(stage, product, page, large)
  await page.close()
  await curls.end()
  const figures = [
    ...figuresOf(rounds.large, large.label),
    ...figuresOf(rounds.several, several.label),
    ...answers,
  ]
  return { figures, versions: { chromium: page.version, curl } }
}

async function versionOfCurl(): Promise<string> {
  const { stdout } = await promisify(execFile)('curl', ['--version']).catch(() => {
    throw new LaunchFailure(
      'curl, which the page is compared with, is not installed here. Install it (`sudo apt-get install curl`) and run the command again.',
    )
  })
  return stdout.split(' ')[1] ?? ''
}

async function measureRounds(scene: Scene, content: UploadContent, count: number): Promise<Round[]> {
  const rounds: Round[] = []
  for (let number = 1; number <= count; number += 1) {
    const round = await measureRound(scene, content, number)
    rounds.push(round)
    const texts = [`page ${textOf(round.page)}`, `curls ${textOf(round.curls)}`]
    scene.stage.say(
      `Round ${number} of ${count}, ${content.label} of ${content.megabytes} MB: ${texts.join('; ')}`,
    )
  }
  return rounds
}

const textOf = ({ speed, sender, server }: Turn) =>
  `${speed.toFixed(0)} MB/s (CPU ${sender.toFixed(2)} + ${server.toFixed(2)} ms/MB)`

/** Who begins changes. */
async function measureRound(scene: Scene, content: UploadContent, number: number): Promise<Round> {
  const { page, curls } = scene
  const sides: Record<keyof Round, Side> = {
    page: {
      pid: page.pid,
      prepare: async () => {
        await page.choose(content.paths)
        return { send: () => page.send(content.paths), finish: async () => {} }
      },
    },
    curls: { pid: curls.pid, prepare: () => prepareCurls(scene, content) },
  }
  const measure = (side: keyof Round) => measureTurn(scene, content, sides[side])
  if (number % 2 === 1) return { page: await measure('page'), curls: await measure('curls') }
  const first = await measure('curls')
  return { page: await measure('page'), curls: first }
}

async function measureTurn(
  { product, postgres }: Scene,
  { megabytes, size, paths }: UploadContent,
  { pid, prepare }: Side,
): Promise<Turn> {
  const { send, finish } = await prepare()
  const pids = [pid, product.pid, postgres.pid]
  const before = await Promise.all(pids.map(processorTime))
  const milliseconds = await send()
  const after = await Promise.all(pids.map(processorTime))
  await finish()
  const stored = await clearStored(product.context)
  if (stored !== size * paths.length)
    throw new Error(`Of ${size * paths.length} bytes ${stored} were stored.`)
  const [sender = 0, server = 0, database = 0] = after.map((time, n) => (time - (before[n] ?? 0)) / megabytes)
  return { speed: (megabytes / milliseconds) * 1000, sender, server, postgres: database }
}

/** Part n of each file is the curl's that has piece n. */
async function prepareCurls({ calls, curls }: Scene, content: UploadContent): Promise<Sending> {
  const { paths, pieces, partCount, size } = content
  const begun = await Promise.all(paths.map((path) => calls.begin(basename(path), size)))
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

function figuresOf(rounds: readonly Round[], label: string): Figure[] {
  const median = (value: (round: Round) => number) => medianOf(rounds.map(value))
  return [
    {
      ...{
        name: `Speed, page / five curls, ${label}`,
        value: median(({ page, curls }) => page.speed / curls.speed),
      },
      ...{ unit: '×', atLeast: 0.6 },
    },
    { name: `Speed, page, ${label}`, value: median(({ page }) => page.speed), unit: 'MB/s' },
    { name: `Speed, five curls, ${label}`, value: median(({ curls }) => curls.speed), unit: 'MB/s' },
    { name: `CPU of the browser, ${label}`, value: median(({ page }) => page.sender), unit: 'ms/MB' },
    { name: `CPU of the curls, ${label}`, value: median(({ curls }) => curls.sender), unit: 'ms/MB' },
    { name: `CPU of Cresyl, page, ${label}`, value: median(({ page }) => page.server), unit: 'ms/MB' },
    { name: `CPU of Cresyl, curls, ${label}`, value: median(({ curls }) => curls.server), unit: 'ms/MB' },
    { name: `CPU of PostgreSQL, page, ${label}`, value: median(({ page }) => page.postgres), unit: 'ms/MB' },
  ]
}
