import type { filesOverTime } from '@cresyl/contract/files/files'
import { intervals } from '@cresyl/contract/reports/analytics'
import { routes } from '@cresyl/contract/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { counted } from '../../domain/analytics/counted.ts'
import { keepSums } from '../../domain/analytics/keep-sums.ts'
import { findKept } from '../../domain/analytics/kept.ts'
import { findPeriod } from '../../domain/analytics/period.ts'
import type { Group } from '../../domain/analytics/sources.ts'
import {
  type Asked,
  countByHand,
  createNamer,
  type Measure,
  meanings,
  type RouteKey,
  valueByHand,
} from '../../domain/analytics/test-support/brute-force.ts'
import { addressOfList, filterKeys } from '../../domain/analytics/test-support/list-behind.ts'
import { type Fact, fillLab, oneOf } from '../../domain/analytics/test-support/random-lab.ts'
import { seededRandom } from '../../faults/test-rounds.ts'
import { connectOwner, listenedTx, type Owner } from '../../platform/db/test-owner.ts'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import { idOfPredictor } from '../test-support/predictors-examples.ts'

let api: TestApi
let owner: Owner
let facts: Fact[]
const fractionsOf = (seed: number) => {
  const whole = seededRandom(seed)
  return () => whole(2 ** 31) / 2 ** 31
}
// The lab is always the same, with more stains than there are series; each run asks something else about it.
const labRandom = fractionsOf(15)
const random = fractionsOf(Number(process.env.CRESYL_TEST_SEED))

beforeAll(async () => {
  api = await openTestApi()
  owner = await connectOwner(api.databaseUrl)
  const predictorIds = [
    await idOfPredictor(api, api.home.admin, 'tissue-map'),
    await idOfPredictor(api, api.home.admin, 'ihc-score'),
  ]
  const { organizationId } = api.home.admin
  const people = [api.home.admin, api.home.manager, api.home.user].map(({ userId }) => userId)
  facts = await fillLab(
    listenedTx(owner, () => {}),
    labRandom,
    { organizationId, people, predictorIds },
  )
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

const get = async (path: string) => (await request(api, api.home.user, { url: `/api/${path}` })).json
const setZone = (zone: string) =>
  owner.query('update organization_settings set time_zone = $1 where organization_id = $2', [
    zone,
    api.home.admin.organizationId,
  ])

const routeOf = {
  slides: routes.slidesOverTime,
  files: routes.filesOverTime,
  qcResults: routes.qcResults,
  qcStates: routes.qcStatesOverTime,
  inference: routes.inferenceOverTime,
  inferenceDownloads: routes.inferenceDownloads,
} satisfies Record<RouteKey, unknown>

const timeZones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'],
  ...['America/Havana', 'Africa/Cairo', 'Pacific/Apia'],
]
const groupsOf = (measure: Measure): (Group | 'none')[] => {
  const [route, name] = measure.split(' ') as [RouteKey, string]
  const query = routeOf[route].query as typeof filesOverTime.query
  const columns = (counted[route] as Record<string, (typeof counted.slides)['count']>)[name]?.source.columns
  return (query.shape.group_by.unwrap().options as (Group | 'none')[]).filter(
    (group) => group === 'none' || columns?.[group] !== undefined,
  )
}

/** A question that could be asked: of some fact's project, tissue and so on, so that something is left to count. */
function ask(measure: Measure, timeZone: string): Asked {
  const interval = oneOf(random, intervals)
  const [a, b] = [random(), random()].sort() as [number, number]
  const [first, length] = [Date.parse('2023-11-01'), 470 * 24 * 3_600_000]
  const query = routeOf[measure.split(' ')[0] as RouteKey].query.shape
  const known = Object.entries(filterKeys).filter(([group, key]) => {
    return key in query && !(group === 'state' && meanings[measure].at === 'overridden')
  })
  const filters: Asked['filters'] = {}
  if (random() < 0.6) {
    const [group] = oneOf(random, known) as [Group, string]
    const of = facts.filter((fact) => fact.what === meanings[measure].what && group in fact.keys)
    const isVerdict = measure.startsWith('qcResults') && group === 'state'
    const values = isVerdict
      ? ['failed', 'warned']
      : [oneOf(random, of), oneOf(random, of)].map((fact) => fact.keys[group] ?? 'none')
    filters[group] = group === 'predictor' ? values.filter((value) => value !== 'none') : values
    if (filters[group]?.length === 0) delete filters[group]
  }
  return {
    measure,
    interval,
    filters,
    timeZone,
    group: oneOf(random, groupsOf(measure)),
    from: new Date(first + Math.floor(a * length)),
    to: new Date(first + 1 + Math.floor(b * length)),
  }
}

function queryOf({ measure, group, interval, from, to, filters }: Asked): URLSearchParams {
  const query = new URLSearchParams({
    measure: measure.split(' ')[1] ?? '',
    group_by: group,
    interval,
    from: from.toISOString(),
    to: to.toISOString(),
  })
  for (const [group, values] of Object.entries(filters))
    for (const value of values) query.append(filterKeys[group as keyof typeof filterKeys], value)
  return query
}

/** The names of all intervals between two instants: none is shorter than six hours. */
function namesBetween({ from, to }: Asked, nameOf: (at: Date) => string): string[] {
  const names = new Set<string>()
  for (let at = from.getTime(); at < to.getTime(); at += 6 * 3_600_000) names.add(nameOf(new Date(at)))
  return [...names.add(nameOf(new Date(to.getTime() - 1)))]
}

const measures = Object.keys(meanings) as Measure[]

describe('what is counted equals a count by hand', () => {
  const askAll = async (timeZone: string) => {
    for (const measure of measures) {
      const asked = ask(measure, timeZone)
      const [route] = measure.split(' ') as [RouteKey]
      const told: Told = await get(`${routeOf[route].path}/?${queryOf(asked)}`)
      compareWithHand(asked, told)
      await compareWithList(asked, told)
    }
  }

  test('row by row', async () => {
    for (const timeZone of [oneOf(random, timeZones), oneOf(random, timeZones)]) {
      await setZone(timeZone)
      await askAll(timeZone)
    }
  })

  test('out of months that were added up before', async () => {
    const timeZone = oneOf(random, timeZones)
    await setZone(timeZone)
    await keepSums(api.context)
    for (let round = 0; round < 2; round += 1) await askAll(timeZone)
  })
})

interface Told {
  time_zone: string
  series: { key: string; points: Point[] }[]
  totals: Record<string, number | null>
}

interface Point {
  start: string
  value: number | null
  count: number
}

/** Every series that there should be has every interval from its very first instant, and all of its values. */
function compareWithHand(asked: Asked, told: Told): void {
  const { way } = meanings[asked.measure]
  const { series, before } = countByHand(facts, asked)
  const nameOf = createNamer(asked.interval, asked.timeZone)
  const names = namesBetween(asked, nameOf)
  expect(told, JSON.stringify(asked)).toMatchObject({ time_zone: asked.timeZone })
  const given = told.series.map(({ key, points }) => {
    const starts = points.map(({ start }) => Date.parse(start))
    return {
      key,
      names: starts.map((start) => nameOf(new Date(start))),
      isLate: starts.some((start) => nameOf(new Date(start - 1)) === nameOf(new Date(start))),
      points: rounded(points),
      total: roundedValue(told.totals[key] ?? null),
    }
  })
  const expected = [...new Set([...told.series.map(({ key }) => key), ...series.keys()])].map((key) => {
    const all = [...(before.get(key) ?? [])]
    const points = names.map((name) => {
      const values = series.get(key)?.get(name) ?? []
      all.push(...values)
      const counting = way === 'running' ? all : values
      return { value: valueByHand(way, counting), count: counting.length }
    })
    return {
      key,
      names,
      isLate: false,
      points: rounded(points),
      total: roundedValue(valueByHand(way, all)),
    }
  })
  expect(given, JSON.stringify(asked)).toEqual(expected)
}

describe('months that are added up', () => {
  /** One of the measures that are kept under a name shows what is kept, told apart by everything that it can be. */
  const questions = [...new Map(measures.map((measure) => [keptOf(measure), measure])).values()].flatMap(
    (measure) =>
      groupsOf(measure).flatMap((group) =>
        intervalsOf(measure, group).map((interval) => ({ measure, group, interval })),
      ),
  )
  const tell = async (asked: typeof questions) => {
    const told: unknown[] = []
    for (const { measure, group, interval } of asked) {
      const [route, name] = measure.split(' ') as [RouteKey, string]
      const query = `measure=${name}&group_by=${group}&interval=${interval}&from=2023-12-05&to=2025-02-10`
      const { series, totals } = await get(`${routeOf[route].path}/?${query}`)
      told.push({ measure, group, interval, series, totals })
    }
    return told
  }

  test('are used from the first whole day of a period on', async () => {
    await setZone('UTC')
    await keepSums(api.context)
    const { organizationId } = api.home.admin
    const asked = { from: '2024-05-05T12:00:00Z', to: '2024-08-10T00:00:00Z', interval: 'day' } as const
    const kept = await api.context.database.asMember({ organizationId }, async (tx) => {
      const period = await findPeriod(tx, asked, new Date())
      return findKept(
        tx,
        counted.inference.turnaround_median,
        { group: 'project', filters: new Map() },
        period,
      )
    })
    expect(kept?.gaps.map((ends) => ends.map((end) => new Date(end).toISOString()))).toEqual([
      ['2024-05-05T12:00:00.000Z', '2024-05-06T00:00:00.000Z'],
      ['2024-08-01T00:00:00.000Z', '2024-08-10T00:00:00.000Z'],
    ])
  })

  test('tell what rows tell, before and after any of them is changed', async () => {
    await keepSums(api.context)
    const { rows } = await owner.query('select count(distinct measure)::int as n from report_sums')
    expect(rows[0].n).toBe(13)
    const ungrouped = questions.filter(({ group }) => group === 'none')
    const before = await tell(ungrouped)
    const changes = [
      `update slides set project_id = (select min(id::text)::uuid from projects), tissue_id = null where name like '%1'`,
      `update slides set deleted_at = now() where name like '%2'`,
      `update slides set deleted_at = null where name in ('9', '18')`,
      `update qc_measures set verdict = 'passed' where key = 'pen' and n = 0`,
      `update qc_jobs set overridden = true, overridden_at = '2024-06-01', overridden_by = created_by
        where state = 'failed' and not overridden and created_by is not null`,
      `update inference_jobs set state = 'failed', provenance = null where state = 'succeeded' and created_at > '2024-06-01'`,
      `update files set size = size + 1000, created_by = null where name like '3%'`,
      `delete from downloads where bytes % 3 = 0`,
      `update downloads set bytes = bytes + 7 where bytes % 5 = 0`,
    ]
    for (const change of changes) {
      const { rowCount } = await owner.query(change)
      expect(rowCount, change).toBeGreaterThan(0)
    }
    expect(await tell(ungrouped)).not.toEqual(before)
    const stale = await tell(questions)
    await keepSums(api.context)
    expect((await owner.query('select from report_changes')).rowCount).toBe(0)
    const addedUp = await tell(questions)
    await owner.query('delete from report_reach')
    const rowByRow = await tell(questions)
    expect(addedUp).toEqual(rowByRow)
    expect(stale).toEqual(rowByRow)
  })
})

function keptOf(measure: Measure): string {
  const [route, name] = measure.split(' ') as [RouteKey, string]
  return (counted[route] as Record<string, (typeof counted.slides)['count']>)[name]?.kept ?? ''
}

/** Days are kept of values that percentiles are told of: as many as there are intervals, so of few groups. */
const intervalsOf = (measure: Measure, group: Group | 'none') =>
  typeof meanings[measure].way === 'number' && ['none', 'stainer'].includes(group)
    ? (['quarter', group === 'none' ? 'day' : 'week'] as const)
    : (['quarter'] as const)

const rounded = (points: readonly Pick<Point, 'value' | 'count'>[]) =>
  points.map(({ value, count }) => ({ value: roundedValue(value), count }))
const roundedValue = (value: number | null) => (value === null ? null : Number(value.toPrecision(9)))

/** Clicks on the fullest point of some series: the list has as many rows. */
async function compareWithList(asked: Asked, told: Told): Promise<void> {
  const shown = told.series.filter(({ key }) => key !== 'others')
  if (shown.length === 0) return
  const { key, points } = oneOf(random, shown)
  const at = points.reduce(
    (best, point, index) => (point.count > (points[best]?.count ?? 0) ? index : best),
    0,
  )
  const point = points[at]
  if (point === undefined || point.count === 0) return
  const end = points[at + 1]?.start ?? asked.to.toISOString()
  const start = new Date(Math.max(Date.parse(point.start), asked.from.getTime())).toISOString()
  const address = addressOfList(asked, key, { start, end })
  if (address === undefined) return
  const { count, detail } = await get(address)
  expect([count, detail], `${address} ${JSON.stringify(asked)}`).toEqual([point.count, undefined])
}

describe('a period', () => {
  test('may be given in days of the organisation', async () => {
    await setZone('Asia/Kathmandu')
    const told = await get('slides/analytics/?from=2024-03-01&to=2024-04-01&interval=month')
    expect(told).toMatchObject({ from: '2024-02-29T18:15:00.000Z', to: '2024-03-31T18:15:00.000Z' })
    expect(told.series[0].points).toHaveLength(1)
  })

  test('is counted in UTC where the time zone is one that nobody knows', async () => {
    await setZone('Mars/Olympus')
    expect(await get('slides/analytics/?from=2024-03-01&to=2024-04-01')).toMatchObject({
      time_zone: 'UTC',
      from: '2024-03-01T00:00:00.000Z',
    })
    await setZone('UTC')
  })

  test.each<[string, string, string]>([
    ['that is reversed', 'from=2024-05-01&to=2024-04-01', 'The period must begin before it ends.'],
    ['of too many days', 'from=1990-01-01&interval=day', 'This is more than 1000 intervals.'],
    ['before everything', 'from=1890-01-01', 'There is nothing to count in this period.'],
    ['that is none', 'from=2024-02-31', 'from: Not a date'],
    ['told apart by what it has not', 'measure=uploads&group_by=kind', 'be grouped by kind. Choose one of'],
  ])('%s is refused with a sentence', async (_, query, sentence) => {
    const { code, detail } = await get(`files/analytics/?${query}`)
    expect(code).toBe('invalid_input')
    expect(detail).toContain(sentence)
  })
})

test('who left and what was deleted still has a name', async () => {
  await owner.query('update memberships set disabled_at = now() where user_id = $1', [
    api.home.manager.userId,
  ])
  const labelsBy = async (group: string) => {
    const { series } = await get(
      `slides/analytics/?from=2023-01-01&to=2025-06-01&interval=year&group_by=${group}`,
    )
    return series.map(({ label }: { label: string }) => label)
  }
  expect(await labelsBy('member')).toEqual(
    expect.arrayContaining(['Former member manager of home', 'user of home', 'No one (automatic)']),
  )
  expect(await labelsBy('project')).toEqual(expect.arrayContaining(['Study 2 (deleted)', 'No project']))
  const stains = await labelsBy('stainer')
  expect(stains).toHaveLength(21)
  expect(stains.at(-1)).toMatch(/^\d others$/)
})
