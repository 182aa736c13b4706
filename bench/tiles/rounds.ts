import type { Child } from '../support/child.ts'
import type { BenchPostgres } from '../support/postgres.ts'
import { processorTime, residentBytes } from '../support/process-tree.ts'
import type { Stage } from '../support/stage.ts'
import type { AskOrder, AskReport } from './client.ts'
import type { TileName } from './slide.ts'

export const connections = 8
const roundCount = 11
/** Before those that count: some ten thousand requests pass until Node has compiled all that it is going to. */
const warmUpRounds = 3

/** What a browser says beside the path. All who are compared are told the same, as reading it costs as well. */
export const requestHeaders = (token: string): string[] => [
  'Connection: keep-alive',
  'sec-ch-ua-platform: "Windows"',
  `Authorization: Bearer ${token}`,
  'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'sec-ch-ua: "Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"',
  'sec-ch-ua-mobile: ?0',
  'Accept: */*',
  'Sec-Fetch-Site: same-origin',
  'Sec-Fetch-Mode: cors',
  'Sec-Fetch-Dest: empty',
  'Referer: http://localhost/viewer',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: en-GB,en;q=0.9',
]

export interface Contestant {
  name: string
  port: number
  pids: readonly number[]
  pathOf(tile: TileName): string
  /** In a round: fewer of those who take long. */
  requests: number
  /**
   * At which its CPU is measured, the same for all who can keep up. Who is given more than it can do saves some of what
   * waking up costs, and the fastest most of all; who can't keep up is asked for as many as it manages.
   */
  perSecond?: number
  /** CPU ms in a second that it uses without being asked for anything. */
  atRest: number
}

export interface Round {
  /** CPU µs of a tile, beyond what is used at rest. */
  processor: number
  /** The same with it. */
  processorInAll: number
  postgres: number
  perSecond: number
  median: number
  percentile99: number
  memory: number
}

export interface Measuring {
  stage: Stage
  contestants: readonly Contestant[]
  names: readonly TileName[]
  client: Child<AskOrder, AskReport>
  postgres: BenchPostgres
  /** Of somebody who may see the slide. */
  token(): Promise<string>
}

/** Everybody in turns, after rounds that count for nobody; who begins changes. */
export async function measureRounds(measuring: Measuring): Promise<Map<string, Round[]>> {
  const { stage, contestants } = measuring
  for (let round = 1; round <= warmUpRounds; round += 1) {
    for (const contestant of contestants) await measureRound(measuring, contestant, roundCount + round)
  }
  const rounds = new Map<string, Round[]>(contestants.map(({ name }) => [name, []]))
  for (let round = 1; round <= roundCount; round += 1) {
    const turn = round % contestants.length
    for (const contestant of [...contestants.slice(turn), ...contestants.slice(0, turn)]) {
      rounds.get(contestant.name)?.push(await measureRound(measuring, contestant, round))
    }
    const text = [...rounds].map(([name, all]) => `${name} ${all.at(-1)?.processor.toFixed(0)}`)
    stage.say(`Round ${round} of ${roundCount}, CPU µs of a tile: ${text.join(', ')}`)
  }
  return rounds
}

async function measureRound(
  { names, client, postgres, token }: Measuring,
  { port, pids, pathOf, requests, perSecond, atRest }: Contestant,
  round: number,
): Promise<Round> {
  const chosen = Array.from({ length: requests }, (_, n) => names[(round * requests + n) % names.length])
  const order = {
    port,
    connections,
    status: 200,
    paths: chosen.map((tile) => pathOf(tile as TileName)),
    headers: requestHeaders(await token()),
  }
  const before = { processor: await timeOf(pids), postgres: await processorTime(postgres.pid) }
  const measured = await client.ask({ ...order, perSecond })
  const used = (await timeOf(pids)) - before.processor
  const usedByPostgres = (await processorTime(postgres.pid)) - before.postgres
  const { milliseconds, median, percentile99 } = perSecond === undefined ? measured : await client.ask(order)
  const perTile = (processorMilliseconds: number) => (processorMilliseconds * 1000) / requests
  return {
    processor: perTile(used - (atRest * measured.milliseconds) / 1000),
    processorInAll: perTile(used),
    postgres: perTile(usedByPostgres),
    perSecond: (requests / milliseconds) * 1000,
    median,
    percentile99,
    memory: await sumOver(pids, residentBytes),
  }
}

export const timeOf = (pids: readonly number[]): Promise<number> => sumOver(pids, processorTime)

async function sumOver(pids: readonly number[], figure: (pid: number) => Promise<number>): Promise<number> {
  return (await Promise.all(pids.map(figure))).reduce((sum, value) => sum + value, 0)
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]]
  return sorted.length % 2 === 1 ? high : (low + high) / 2
}
