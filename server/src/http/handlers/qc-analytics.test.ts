import { afterAll, beforeAll, expect, test } from 'vitest'
import { addEnded, addJudged, findingOf } from '../../domain/qc/test-support/add-check.ts'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import { makeProject } from '../test-support/projects-examples.ts'
import { makeSlide } from '../test-support/slides-examples.ts'
import { makeStainer } from '../test-support/stainers-examples.ts'

let api: TestApi
let projectId: string
let stainerId: string

beforeAll(async () => {
  api = await openTestApi()
  const [settings] = (await get('organization-settings/')).results
  const zone = { time_zone: 'America/New_York' }
  await request(api, api.home.admin, {
    method: 'PATCH',
    url: `/api/organization-settings/${settings.id}/`,
    body: zone,
  })
  projectId = (await makeProject(api, api.home.admin)).id
  stainerId = (await makeStainer(api, api.home.admin)).id
  // In New York the first is still of January.
  await check('2026-02-01T03:00:00Z', { blurred: 30, pen: 30 }, { projectId, stainerId })
  await check('2026-02-01T06:00:00Z', { blurred: 12 })
  await check('2026-04-30T12:00:00Z', { blurred: 0 }, { projectId })
  const { id } = await makeSlide(api, api.home.admin)
  await api.context.database.asSystem((tx) =>
    addEnded(tx, id, 'error', { createdAt: new Date('2026-03-10T12:00:00Z') }),
  )
})
afterAll(() => api.close())

const get = async (path: string) => (await request(api, api.home.user, { url: `/api/${path}` })).json

async function check(
  at: string,
  finding: Parameters<typeof findingOf>[0],
  given: Parameters<typeof makeSlide>[2] = {},
): Promise<void> {
  const { id } = await makeSlide(api, api.home.admin, given)
  const times = { createdAt: new Date(at), finishedAt: new Date(at) }
  await api.context.database.asSystem((tx) => addJudged(tx, id, findingOf(finding), times))
}

const period = 'from=2026-01-10T00:00:00Z&to=2026-05-01T04:00:00Z'

interface Told {
  series: { key: string; label: string; points: { start: string; value: number }[] }[]
}
const valuesOf = ({ series }: Told) =>
  Object.fromEntries(series.map(({ key, points }) => [key, points.map(({ value }) => value)]))

test('what was found is counted by months of the organisation’s time zone, empty ones too', async () => {
  const json = await get(`qc-jobs/analytics/results/?${period}&interval=month`)
  expect(json).toMatchObject({ interval: 'month', time_zone: 'America/New_York' })
  expect(json.series[0].points.map(({ start }: { start: string }) => start)).toEqual([
    '2026-01-01T05:00:00.000Z',
    '2026-02-01T05:00:00.000Z',
    '2026-03-01T05:00:00.000Z',
    '2026-04-01T04:00:00.000Z',
  ])
  expect(valuesOf(json)).toEqual({ passed: [0, 0, 0, 1], warned: [0, 1, 0, 0], failed: [1, 0, 0, 0] })
  expect(json.totals).toEqual({ passed: 1, warned: 1, failed: 1 })
})

test('by measure, by stain and in a project', async () => {
  const by = async (query: string) => get(`qc-jobs/analytics/results/?${period}&interval=year&${query}`)
  expect((await by('group_by=measure')).totals).toEqual({ focus: 2, pen: 1 })
  const stains = await by('group_by=stainer&state=warned&state=failed')
  expect(stains.totals).toEqual({ [stainerId]: 1, none: 1 })
  expect(stains.series.at(-1).label).toBe('No stain')
  expect((await by(`project_id=${projectId}`)).totals).toEqual({ passed: 1, warned: 0, failed: 1 })
})

test('checks are counted by the state they are in, by when they were asked for', async () => {
  const json = await get(`qc-jobs/analytics/states/?${period}&interval=quarter`)
  expect(valuesOf(json)).toMatchObject({ error: [1, 0], failed: [1, 0], passed: [0, 1], queued: [0, 0] })
})

test('without a period it is the last ones, up to now', async () => {
  for (const [interval, count] of Object.entries({ day: 30, week: 26, month: 12, quarter: 8, year: 5 })) {
    const { series } = await get(`qc-jobs/analytics/states/?interval=${interval}`)
    expect(series[0].points).toHaveLength(count)
  }
})

test.each([
  ['ends before it begins', 'from=2026-05-01T00:00:00Z&to=2026-04-01T00:00:00Z'],
  ['has too many intervals', 'from=1990-01-01T00:00:00Z&interval=day'],
])('a period that %s is refused', async (_, query) => {
  expect(await get(`qc-jobs/analytics/results/?${query}`)).toMatchObject({ code: 'invalid_input' })
})
