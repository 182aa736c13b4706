import { presetLimits } from '@cresyl/contract/api/limits'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import { makePreset, plainDisplay, savePreset } from '../test-support/presets-examples.ts'
import { makeProject } from '../test-support/projects-examples.ts'

let api: TestApi
let owner: pg.Client

beforeAll(async () => {
  api = await openTestApi()
  owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await api.close()
})

const list = (projectId: string, member = api.home.guest) =>
  request(api, member, { url: `/api/projects/presets/?project_id=${projectId}` })

const edit = (id: string, body: unknown) =>
  request(api, api.home.manager, { method: 'PATCH', url: `/api/projects/presets/${id}/`, body })

test('what a manager saves every member of the organisation finds, by name', async () => {
  const { id } = await makeProject(api, api.home.admin)
  await savePreset(api, api.home.manager, id, 'nuclei')
  await savePreset(api, api.home.manager, id, 'Membrane')
  await makePreset(api, api.home.admin, 'Of another project')
  const { json } = await list(id)
  expect(json.results.map(({ name }: { name: string }) => name)).toEqual(['Membrane', 'nuclei'])
  expect(json).toMatchObject({
    count: 2,
    results: [{ display: plainDisplay, project_id: id, version: 1 }, {}],
  })
  expect((await list(id, api.away.admin)).json.count).toBe(0)
})

test('names are free in another project, and free again once their preset is deleted', async () => {
  const first = await makePreset(api, api.home.admin, 'Shared name')
  expect((await makePreset(api, api.home.admin, 'Shared name')).name).toBe('Shared name')
  await request(api, api.home.manager, { method: 'DELETE', url: `/api/projects/presets/${first.id}/` })
  expect((await savePreset(api, api.home.manager, first.project_id, 'shared NAME')).status).toBe(201)
})

test('a change is the next version and is in the audit log; no change is neither', async () => {
  const { id, version } = await makePreset(api, api.home.admin, 'Before')
  const display = { ...plainDisplay, channels: [] }
  const changed = await edit(id, { name: 'After', display, version })
  expect(changed.json).toMatchObject({ name: 'After', display, version: version + 1 })
  expect((await edit(id, { name: 'After', display })).json.version).toBe(version + 1)
  const { rows } = await owner.query('select event, details from audits where subject_id = $1 order by id', [
    id,
  ])
  expect(rows.map(({ event }) => event)).toEqual(['preset.created', 'preset.updated'])
  expect(rows[1].details.changes).toEqual({ name: ['Before', 'After'], display: [plainDisplay, display] })
})

test('whoever saw an older version gets the current one instead', async () => {
  const { id, version } = await makePreset(api, api.home.admin)
  const first = await edit(id, { name: 'First', version })
  const second = await edit(id, { name: 'Second', version })
  expect([second.status, second.json.code]).toEqual([409, 'stale_version'])
  expect(second.json.current).toEqual(first.json)
})

test('a project keeps as many as the limit, however many are saved at once', async () => {
  const { id } = await makeProject(api, api.home.admin)
  await owner.query(
    `insert into display_presets (id, organization_id, project_id, name, name_key, display)
     select gen_random_uuid(), $1, $2, n, n, $3 from generate_series(3, $4) n`,
    [api.home.admin.organizationId, id, plainDisplay, presetLimits.count],
  )
  const replies = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => savePreset(api, api.home.manager, id, name)),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400])
  expect(replies.find(({ status }) => status === 400)?.json.detail).toMatch(
    /^A project keeps up to 50 presets\./,
  )
  expect((await list(id)).json.count).toBe(presetLimits.count)
})

test.each<[string, object]>([
  ['a window without width', { low: 5, high: 5 }],
  ['a colour by name', { color: 'red' }],
  ['a gamma of nothing', { gamma: 0 }],
  ['what it does not know', { opacity: 1 }],
])('%s is refused', async (_what, wrong) => {
  const { id } = await makeProject(api, api.home.admin)
  const display = { ...plainDisplay, channels: [{ ...plainDisplay.channels[0], ...wrong }] }
  const body = { project_id: id, name: 'Wrong', display }
  const reply = await request(api, api.home.manager, { method: 'POST', url: '/api/projects/presets/', body })
  expect([reply.status, reply.json.code]).toEqual([400, 'invalid_input'])
})

test('a name has at most 100 characters', async () => {
  const { id } = await makeProject(api, api.home.admin)
  expect((await savePreset(api, api.home.manager, id, 'n'.repeat(100))).status).toBe(201)
  expect((await savePreset(api, api.home.manager, id, 'n'.repeat(101))).status).toBe(400)
})

test('those of a deleted project are hidden with it and come back with it', async () => {
  const { id, project_id } = await makePreset(api, api.home.admin)
  await request(api, api.home.admin, { method: 'DELETE', url: `/api/projects/${project_id}/` })
  expect((await list(project_id, api.home.admin)).json.count).toBe(0)
  expect((await edit(id, { name: 'Out of reach' })).status).toBe(404)
  await request(api, api.home.admin, { method: 'POST', url: `/api/projects/${project_id}/restore/` })
  expect((await list(project_id, api.home.admin)).json.count).toBe(1)
})

test('a change is announced as one of its project, and a purged project takes its presets along', async () => {
  const listener = new pg.Client({ connectionString: api.databaseUrl })
  await listener.connect()
  const heard: unknown[] = []
  listener.on('notification', ({ payload = '' }) => heard.push(JSON.parse(payload)))
  const { id, project_id } = await makePreset(api, api.home.admin)
  await listener.query('listen cresyl_events')
  await edit(id, { name: 'Announced' })
  await listener.query('select 1')
  expect(heard).toEqual([{ o: api.home.admin.organizationId, r: 'projects', i: project_id }])
  await owner.query('delete from projects where id = $1', [project_id])
  expect((await owner.query('select from display_presets where id = $1', [id])).rows).toEqual([])
  await listener.end()
})
