import { startChild } from '../support/child.ts'
import type { Figure } from '../support/figures.ts'
import type { BenchPostgres } from '../support/postgres.ts'
import { processorTime } from '../support/process-tree.ts'
import type { BenchProduct } from '../support/product.ts'
import type { Stage } from '../support/stage.ts'
import { medianOf } from '../tiles/rounds.ts'
import { measureAnswers } from './answers.ts'
import { makeContent, type UploadContent } from './content.ts'
import { versionOfCurl } from './curl.ts'
import type { CurlOrder, CurlReport } from './curl-client.ts'
import { openUploadPage } from './page.ts'
import { clearStored, openUploadCalls } from './product.ts'
import type { ScriptOrder, ScriptReport } from './script-client.ts'
import { type Senders, type Side, type SideName, sideNames, sidesOf } from './sides.ts'

const rounds = 3

interface Scene extends Senders {
  stage: Stage
  postgres: BenchPostgres
}

interface Turn {
  /** MB/s. */
  speed: number
  /** CPU ms of a megabyte: of who sends, of the product, and of its PostgreSQL. */
  sender: number
  server: number
  postgres: number
}

type Round = Record<SideName, Turn>

/** By how much the page may be slower than others; without it the ratio is told only. */
type Bars = Partial<Record<SideName, number>>

/** The page in a browser, beside others who put the same bytes to the same route. */
export async function measureBrowser(
  stage: Stage,
  product: BenchProduct,
  postgres: BenchPostgres,
): Promise<{ figures: Figure[]; versions: Record<string, string> }> {
  const curl = await versionOfCurl()
  const contents = await makeContents(stage)
  const scene: Scene = {
    stage,
    product,
    postgres,
    page: await openUploadPage(stage, product.context.config.origin),
    calls: openUploadCalls(product),
    script: startChild<ScriptOrder, ScriptReport>(stage, new URL('./script-client.ts', import.meta.url)),
    curls: startChild<CurlOrder, CurlReport>(stage, new URL('./curl-client.ts', import.meta.url)),
  }
  await measureRound(scene, contents.first, 0)
  const large = await measureRounds(scene, contents.large)
  const several = await measureRounds(scene, contents.several)
  const answers = await measureAnswers(stage, product, scene.page, contents.large)
  await scene.page.close()
  await Promise.all([scene.script.end(), scene.curls.end()])
  const figures = [
    ...figuresOf(large, contents.large.label, { script: 0.6, 'bare page': 0.85 }),
    ...figuresOf(several, contents.several.label, { script: 0.6 }),
    ...answers,
  ]
  return { figures, versions: { chromium: scene.page.version, curl } }
}

/** The first are for the round that counts for nobody. */
async function makeContents(stage: Stage): Promise<Record<'first' | 'large' | 'several', UploadContent>> {
  const eight = { label: 'eight files', fileCount: 8, partMegabytes: 10 }
  return {
    first: await makeContent(stage, { ...eight, partCount: 15 }),
    large: await makeContent(stage, {
      label: 'one file',
      fileCount: 1,
      partMegabytes: 25,
      partCount: 100,
    }),
    several: await makeContent(stage, { ...eight, partCount: 50 }),
  }
}

async function measureRounds(scene: Scene, content: UploadContent): Promise<Round[]> {
  const measured: Round[] = []
  for (let number = 1; number <= rounds; number += 1) {
    const round = await measureRound(scene, content, number)
    measured.push(round)
    const texts = sideNames.map((name) => `${name} ${textOf(round[name])}`)
    scene.stage.say(
      `Round ${number} of ${rounds}, ${content.label}, ${content.megabytes} MB: ${texts.join('; ')}`,
    )
  }
  return measured
}

const textOf = ({ speed, sender, server }: Turn) =>
  `${speed.toFixed(0)} MB/s (CPU ${sender.toFixed(2)} + ${server.toFixed(2)} ms/MB)`

/** Who begins changes. */
async function measureRound(scene: Scene, content: UploadContent, number: number): Promise<Round> {
  const sides = sidesOf(scene, content)
  const turns = new Map<SideName, Turn>()
  const first = number % sideNames.length
  for (const name of [...sideNames.slice(first), ...sideNames.slice(0, first)])
    turns.set(name, await measureTurn(scene, content, sides[name]))
  return Object.fromEntries(turns) as Round
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

/** Ratios are taken round by round. */
function figuresOf(measured: readonly Round[], label: string, bars: Bars): Figure[] {
  const median = (value: (round: Round) => number) => medianOf(measured.map(value))
  const ofEach = (what: string, unit: string, value: (turn: Turn) => number): Figure[] =>
    sideNames.map((name) => ({
      name: `${what}, ${name}, ${label}`,
      unit,
      value: median((round) => value(round[name])),
    }))
  const ratios = (['script', 'bare page', 'five curls'] as const).map((name) => ({
    name: `Speed, page / ${name}, ${label}`,
    unit: '×',
    value: median((round) => round.page.speed / round[name].speed),
    ...(bars[name] !== undefined && { atLeast: bars[name] }),
  }))
  return [
    ...ratios,
    ...ofEach('Speed', 'MB/s', ({ speed }) => speed),
    ...ofEach('CPU of the sender', 'ms/MB', ({ sender }) => sender),
    ...ofEach('CPU of Cresyl', 'ms/MB', ({ server }) => server),
    ...ofEach('CPU of PostgreSQL', 'ms/MB', ({ postgres }) => postgres),
  ]
}
