import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bytes } from '../../contract/src/api/limits.ts'
import type { Predictor } from '../../contract/src/predictors/predictors.ts'
import { addJudged, findingOf } from '../../server/src/domain/qc/test-support/add-check.ts'
import { makeSlide } from '../../slides/src/index.ts'
import type { Benchmark } from '../support/benchmark.ts'
import { type Child, startChild } from '../support/child.ts'
import type { Figure } from '../support/figures.ts'
import { addPerson, type Person } from '../support/person.ts'
import { startPostgres } from '../support/postgres.ts'
import { type MemorySample, sampleMemory } from '../support/process-tree.ts'
import { startBenchProduct } from '../support/product.ts'
import { tileSide } from '../support/slide-tiles.ts'
import type { Stage } from '../support/stage.ts'
import { requestHeaders } from '../tiles/rounds.ts'
import { slideSide, writeTilesSlide } from '../tiles/slide.ts'
import { type AttackName, type AttackOrder, type AttackReport, attackNames } from './attacks.ts'
import type { LookOrder, LookReport } from './viewers.ts'
import { startWork, type Work } from './work.ts'

const viewers = 200
const idleSeconds = 30
/** A token holds for longer. */
const sliceSeconds = 60
const loadSlices = Number(process.env.CRESYL_BENCH_MINUTES ?? 10)
const predictorKeys = ['colour-deconvolution', 'stain-normalisation', 'tissue-map', 'nuclei']

export const load: Benchmark = {
  about: '200 viewers, 10 uploads, 4 runs and a check at once for ten minutes, then beside attacks',
  run: async (stage) => {
    await stage.requireSpace(24 * bytes.GB)
    const lab = await openLab(stage)
    const { small, neighbour } = lab
    stage.say('One viewer, and nothing else')
    const idle = await look(lab, 1, idleSeconds)
    const idle99 = percentile(idle.durations, 0.99)

    const child = startChild<AttackOrder, AttackReport>(stage, new URL('./attacks.ts', import.meta.url))
    // Attackers have machines of their own: what theirs costs is nothing that the product could spare.
    setPriority(child.pid, 19)
    const orderOf = async (attack: AttackName, seconds: number): Promise<AttackOrder> => ({
      attack,
      origin: lab.origin,
      port: lab.port,
      token: await lab.attacker.token(),
      seconds,
      imageId: lab.attackedId,
      predictorIds: lab.attackerPredictors,
    })
    stage.say('One viewer, and twenty bodies at once that take long to read')
    const bodies = child.ask(await orderOf('bodies that take long to read', idleSeconds))
    const beside = await look(lab, 1, idleSeconds)
    await bodies

    stage.say(`${viewers} viewers, uploads, runs and a check for ${loadSlices} minutes`)
    const work = startWork(lab.person, lab)
    stage.onEnd(work.stop)
    const slices: LookReport[] = []
    const memory = await sampleMemory(
      lab.pid,
      async () => {
        for (let slice = 1; slice <= loadSlices; slice += 1) {
          const seen = await look(lab, viewers, sliceSeconds)
          slices.push(seen)
          stage.say(
            `Minute ${slice}: 99 of 100 tiles within ${percentile(seen.durations, 0.99).toFixed(1)} ms; ${describe(work)}`,
          )
        }
      },
      1000,
    )
    const durations = slices.flatMap((slice) => slice.durations)
    const figures: Figure[] = [
      { name: 'Idle: tiles, 99th percentile', value: idle99, unit: 'ms' },
      {
        name: 'Beside bodies that take long to read: slowest tile',
        value: Math.max(...beside.durations),
        unit: 'ms',
        atMost: 100,
      },
      { name: 'Load: tiles in a second', value: durations.length / loadSlices / sliceSeconds, unit: '/s' },
      { name: 'Load: tiles, median', value: percentile(durations, 0.5), unit: 'ms' },
      { name: 'Load: tiles, 99th percentile', value: percentile(durations, 0.99), unit: 'ms' },
      {
        name: 'Load: the same / idle',
        value: percentile(durations, 0.99) / idle99,
        unit: '×',
        atMost: 5,
      },
      { name: 'Load: errors', value: faultsOf(slices, work), unit: '', atMost: 0 },
      ...Object.entries(work.done).map(([what, value]) => ({ name: `Load: ${what} done`, value, unit: '' })),
      { name: 'Load: memory, most', value: mostOf(memory) / bytes.MB, unit: 'MB', atMost: 1200 },
      { name: 'Load: memory, last third / second', value: growthOf(memory), unit: '×', atMost: 1.15 },
    ]

    for (const attack of attackNames) {
      stage.say(`The same beside ${attack}`)
      const before = faultsOf([], work)
      let seen: LookReport = { durations: [], faults: {} }
      let ready = Number.POSITIVE_INFINITY
      const memory = await sampleMemory(
        lab.pid,
        async () => {
          const attacking = child.ask(await orderOf(attack, sliceSeconds))
          await sleep(5000)
          const since = performance.now()
          const added = neighbour.addSlide(small).then(() => {
            ready = (performance.now() - since) / 1000
          })
          seen = await look(lab, viewers, sliceSeconds - 5)
          const { statuses } = await attacking
          await added
          stage.say(`It was answered ${JSON.stringify(statuses)}; ${describe(work)}`)
        },
        1000,
      )
      const most = percentile(seen.durations, 0.99)
      figures.push(
        { name: `${attack}: tiles, 99th percentile`, value: most, unit: 'ms' },
        { name: `${attack}: the same / idle`, value: most / idle99, unit: '×', atMost: 5 },
        {
          name: `${attack}: errors of others`,
          value: faultsOf([seen], work) - before,
          unit: '',
          atMost: 0,
        },
        { name: `${attack}: a small slide of others is ready after`, value: ready, unit: 's', atMost: 30 },
        { name: `${attack}: memory, most`, value: mostOf(memory) / bytes.MB, unit: 'MB', atMost: 1200 },
      )
      await callOff(lab.attacker)
    }
    work.stop()
    for (const [fault, times] of work.faults) stage.say(`${times} × ${fault}`)
    return { figures }
  },
}

interface Lab {
  pid: number
  origin: string
  port: number
  client: Child<LookOrder, LookReport>
  person: Person
  /** What the person uploads again and again. */
  file: string
  imageId: string
  predictorIds: string[]
  /** Of another organisation, as the neighbour is. */
  attacker: Person
  attackedId: string
  attackerPredictors: string[]
  neighbour: Person
  /** What the neighbour uploads. */
  small: string
}

async function openLab(stage: Stage): Promise<Lab> {
  const large = join(stage.folder, 'large.tiff')
  const file = join(stage.folder, 'uploaded.tiff')
  const small = join(stage.folder, 'small.tiff')
  stage.say('Slides are made and uploaded')
  await writeTilesSlide(large)
  await makeSlide(file, { stain: 'he', seed: 3, width: 8000, height: 6000, plain: true })
  await makeSlide(small, { stain: 'he', seed: 4, width: 1600, height: 1200 })
  const postgres = await startPostgres(stage)
  const { pid, context } = await startBenchProduct(stage, postgres, { UV_THREADPOOL_SIZE: '24' })
  const [person, attacker, neighbour] = [
    await addPerson(context, 'lab'),
    await addPerson(context, 'attackers'),
    await addPerson(context, 'neighbours'),
  ]
  const addLarge = async (of: Person) => {
    const { id, image_id: imageId } = await of.addSlide(large)
    // Runs begin at once.
    await context.database.asSystem((tx) => addJudged(tx, id, findingOf({ blurred: 0 })))
    const { results } = await of.ask<{ results: Predictor[] }>('GET', 'predictors/?limit=-1')
    const chosen = results.filter(({ manifest }) => predictorKeys.includes(manifest.id))
    return { imageId, predictorIds: chosen.map(({ id }) => id) }
  }
  const own = await addLarge(person)
  const attacked = await addLarge(attacker)
  const corners = Array.from({ length: 100_000 }, (_, n) => {
    const turn = (n / 100_000) * 2 * Math.PI
    return [16_000 + 9000 * Math.cos(turn), 16_000 + 9000 * Math.sin(turn)]
  })
  await attacker.ask('POST', 'annotations/', {
    image_id: attacked.imageId,
    shape: 'polygon',
    geometry: { type: 'Polygon', coordinates: [[...corners, corners[0]]] },
  })
  const { origin, port } = context.config
  return {
    pid,
    origin,
    port,
    person,
    attacker,
    neighbour,
    file,
    small,
    ...own,
    attackedId: attacked.imageId,
    attackerPredictors: attacked.predictorIds,
    client: startChild<LookOrder, LookReport>(stage, new URL('./viewers.ts', import.meta.url)),
  }
}

async function look(
  { client, person, port, imageId }: Lab,
  count: number,
  seconds: number,
): Promise<LookReport> {
  return client.ask({
    port,
    viewers: count,
    seconds,
    across: slideSide / tileSide,
    headers: requestHeaders(await person.token()),
    path: `/api/viewers/tiles/${imageId}`,
  })
}

/** What the attacker had begun, so that it is no part of the next attack. */
async function callOff({ ask }: Person): Promise<void> {
  const { results } = await ask<{ results: { id: string }[] }>(
    'GET',
    'jobs/?state=queued&state=running&limit=-1',
  )
  for (const { id } of results) await ask('POST', `jobs/${id}/cancel/`).catch(() => {})
}

function percentile(durations: readonly number[], share: number): number {
  const sorted = durations.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

const faultsOf = (seen: readonly LookReport[], work: Work): number =>
  sum(seen.flatMap(({ faults }) => Object.values(faults))) + sum(work.faults.values())

const describe = ({ done, faults }: Work): string =>
  `${done.uploads} uploads, ${done.runs} runs and ${done.checks} checks done, ${sum(faults.values())} errors`

const mostOf = (samples: readonly MemorySample[]): number => Math.max(...samples.map(({ bytes }) => bytes))

/** The mean of the last third beside that of the second: the first is spent on warming up. */
function growthOf(samples: readonly MemorySample[]): number {
  const third = Math.floor(samples.length / 3)
  const mean = (part: readonly MemorySample[]) => sum(part.map(({ bytes }) => bytes)) / part.length
  return mean(samples.slice(-third)) / mean(samples.slice(third, 2 * third))
}
