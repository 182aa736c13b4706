import { once } from 'node:events'
import { type Job, jobLimits } from '@cresyl/contract/operations/jobs'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { makeJob } from '../test-support/jobs-examples.ts'

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

afterEach(() => owner.query('delete from job_log_lines; delete from jobs; delete from audits'))

const start = (kind: string, member = api.home.admin) =>
  request(api, member, { method: 'POST', url: '/api/jobs/', body: { kind } })
const read = (id: string, member = api.home.admin) => request(api, member, { url: `/api/jobs/${id}/` })
const act = (id: string, verb: 'cancel' | 'retry', member = api.home.admin) =>
  request(api, member, { method: 'POST', url: `/api/jobs/${id}/${verb}/` })

async function list(query = '', member: TestMember = api.home.admin): Promise<Job[]> {
  const { status, json, text } = await request(api, member, { url: `/api/jobs/?${query}` })
  expect(status, text).toBe(200)
  expect(json.count).toBe(json.results.length)
  return json.results
}

const ids = (jobs: Job[]) => jobs.map(({ id }) => id)
const kinds = (jobs: Job[]) => jobs.map(({ kind }) => kind).sort()

/** Sets columns of a job as whoever runs it would. */
async function change(id: string, columns: string): Promise<void> {
  await owner.query(`update jobs set ${columns} where id = $1`, [id])
}

const ended = (state: string) => `state = '${state}', finished_at = now(), incarnation = null`
const running = "state = 'running', incarnation = gen_random_uuid(), started_at = now()"

/** A check of everything, and its two parts by kind. */
async function startAll() {
  const { json: parent } = await start('check_organization')
  const children = await list(`parent_id=${parent.id}`)
  const idOf = (kind: string) => children.find((child) => child.kind === kind)?.id ?? ''
  return { id: parent.id as string, storage: idOf('check_storage'), audits: idOf('check_audits') }
}

describe('starting', () => {
  test('queues a job that says who asked for it', async () => {
    const { status, json } = await start('check_storage')
    expect(status).toBe(201)
    expect(json).toMatchObject({
      kind: 'check_storage',
      state: 'queued',
      stage: null,
      progress: null,
      attempt: 1,
      max_attempts: 3,
      machine: null,
      cancelling: false,
      parent_id: null,
      children: null,
      created_by: { id: api.home.admin.userId },
      started_at: null,
      finished_at: null,
    })
  })

  test('a check of everything makes one job with two parts, which the list leaves to it', async () => {
    const { id } = await startAll()
    expect(await list()).toEqual([
      expect.objectContaining({
        id,
        kind: 'check_organization',
        state: 'queued',
        progress: 0,
        children: { total: 2, queued: 2, running: 0, succeeded: 0, failed: 0, cancelled: 0 },
      }),
    ])
    expect(kinds(await list(`parent_id=${id}`))).toEqual(['check_audits', 'check_storage'])
  })

  test('one of a kind at a time is enough, however many ask at once', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => start('check_audits')))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect(replies.find(({ status }) => status === 409)?.json.code).toBe('already_running')
    expect((await start('check_storage')).status).toBe(201)
    expect((await start('check_audits', api.away.admin)).status).toBe(201)
  })

  test('the whole and its parts stand in for each other', async () => {
    await start('check_audits')
    expect((await start('check_organization')).json.code).toBe('already_running')
    await owner.query(`update jobs set ${ended('succeeded')}`)
    await startAll()
    expect((await start('check_storage')).json.code).toBe('already_running')
  })

  test('a kind that the platform does for itself is not asked for', async () => {
    expect((await start('janitor')).status).toBe(400)
  })

  test('a job carries the trace of the request that asked for it', async () => {
    const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const headers = { traceparent: trace }
    const body = { kind: 'check_storage' }
    await request(api, api.home.admin, { method: 'POST', url: '/api/jobs/', body, headers })
    const { rows } = await owner.query('select trace from jobs')
    expect(rows[0].trace).toContain('0af7651916cd43dd8448eb211c80319c')
  })
})

describe('seeing', () => {
  test('is for whoever may read what a job works on', async () => {
    await makeJob(api, api.home.admin, { kind: 'check_storage' })
    const audits = await makeJob(api, api.home.admin, { kind: 'check_audits' })
    await makeJob(api, api.away.admin, { kind: 'check_audits' })
    expect(kinds(await list())).toEqual(['check_audits', 'check_storage'])
    expect(ids(await list('', api.home.manager))).toEqual([audits])
    expect(ids(await list('kind=check_storage', api.home.manager))).toEqual([])
    expect(await list('', api.home.user)).toEqual([])
  })

  test('and for nobody where it is the platform that works', async () => {
    await owner.query(
      `insert into jobs (id, kind, payload, max_attempts) values ('${newId()}', 'janitor', '{}', 3)`,
    )
    expect(await list('', api.superadmin)).toEqual([])
  })

  test('newest first, by state, kind, subject and who asked', async () => {
    const subjectId = newId()
    const first = await makeJob(api, api.home.admin, { subjectId })
    const second = await makeJob(api, api.home.manager, { kind: 'check_audits', state: 'failed' })
    const third = await makeJob(api, api.home.admin, { state: 'running' })
    expect(ids(await list())).toEqual([third, second, first])
    expect(ids(await list('state=queued&state=running'))).toEqual([third, first])
    expect(ids(await list('kind=check_audits'))).toEqual([second])
    expect(ids(await list(`subject_id=${subjectId}`))).toEqual([first])
    expect(ids(await list('mine=true'))).toEqual([third, first])
    expect(ids(await list('mine=true', api.home.manager))).toEqual([second])
    expect(await list('mine=true&kind=check_audits&state=queued')).toEqual([])
  })

  test('where it runs, how far it is and that it is being cancelled', async () => {
    const id = await makeJob(api, api.home.admin)
    const operators = await makeJob(api, api.superadmin)
    const server = newId()
    await owner.query(
      `insert into servers (id, name, roles, labels, version, started_at, last_seen_at, incarnation, cores, memory_bytes, slots)
       values ($1, 'worker-1', '{worker}', '{}', '1', now(), now(), $1, 1, 1, 1)`,
      [server],
    )
    await change(
      id,
      `${running}, server_id = '${server}', stage = 'Reading', progress = 0.25, finishes_at = '2026-11-03T09:00:00Z', cancel_requested_at = now()`,
    )
    await change(operators, `${running}, server_id = '${server}'`)
    expect((await read(id)).json).toMatchObject({
      state: 'running',
      stage: 'Reading',
      progress: 0.25,
      finishes_at: '2026-11-03T09:00:00.000Z',
      machine: null,
      cancelling: true,
    })
    expect((await read(operators, api.superadmin)).json.machine).toBe('worker-1')
    await owner.query('delete from servers')
    expect((await read(operators, api.superadmin)).json.machine).toBe(null)
  })

  test('a whole by its parts: how many are where, their mean progress, the last to finish', async () => {
    const { id, storage, audits } = await startAll()
    await change(storage, `${running}, progress = 0.5, finishes_at = '2026-11-03T09:00:00Z'`)
    await change(audits, `${running}, progress = 0.1, finishes_at = '2026-11-03T10:00:00Z'`)
    const whole = async () => (await read(id)).json
    expect(await whole()).toMatchObject({
      children: { total: 2, running: 2 },
      finishes_at: '2026-11-03T10:00:00.000Z',
    })
    expect((await whole()).progress).toBeCloseTo(0.3)
    await change(audits, `${ended('failed')}, finishes_at = null`)
    expect(await whole()).toMatchObject({
      children: { total: 2, running: 1, failed: 1 },
      progress: 0.75,
      finishes_at: '2026-11-03T09:00:00.000Z',
    })
  })

  test('its log, the newest lines of it, oldest first', async () => {
    const id = await makeJob(api, api.home.admin)
    const add = (from: number, to: number) =>
      owner.query(
        `insert into job_log_lines (organization_id, job_id, attempt, level, text, at)
         select $1, $2, 1, 'warn', 'line ' || n, '2026-11-03T08:00:00Z' from generate_series($3::int, $4::int) n`,
        [api.home.admin.organizationId, id, from, to],
      )
    await add(1, jobLimits.logLines)
    const { log, log_cut } = (await read(id)).json
    expect([log.length, log[0].text, log_cut]).toEqual([jobLimits.logLines, 'line 1', false])
    expect(log[0]).toEqual({
      n: expect.any(Number),
      attempt: 1,
      level: 'warn',
      text: 'line 1',
      at: '2026-11-03T08:00:00.000Z',
    })
    await add(jobLimits.logLines + 1, jobLimits.logLines + 1)
    const more = (await read(id)).json
    expect([more.log.length, more.log[0].text, more.log_cut]).toEqual([jobLimits.logLines, 'line 2', true])
  })
})

describe('acting on a job', () => {
  test.each(['cancel', 'retry'] as const)(
    '%s: not found where it may not be seen, else refused',
    async (verb) => {
      const hidden = await makeJob(api, api.home.admin, { kind: 'check_audits', state: 'failed' })
      expect((await act(hidden, verb, api.home.user)).json.code).toBe('not_found')
      const id = await makeJob(api, api.home.admin, { kind: 'reevaluate_qc', state: 'failed' })
      expect((await act(id, verb, api.away.admin)).json.code).toBe('not_found')
      const refused = await act(id, verb, api.home.manager)
      expect(refused.json).toMatchObject({
        code: 'forbidden',
        detail: expect.stringMatching(/^You do not have/),
      })
      expect((await read(id)).json.state).toBe('failed')
    },
  )
})

describe('cancelling', () => {
  test('ends at once what waits', async () => {
    const { json } = await start('check_storage')
    const { status, json: cancelled } = await act(json.id, 'cancel')
    expect(status).toBe(200)
    expect(cancelled).toMatchObject({ state: 'cancelled', finished_at: expect.any(String) })
  })

  test('tells what runs to stop', async () => {
    const id = await makeJob(api, api.home.admin, { state: 'running' })
    expect((await act(id, 'cancel')).json).toMatchObject({ state: 'running', cancelling: true })
  })

  test('a whole cancels its parts', async () => {
    const { id, storage, audits } = await startAll()
    await change(storage, running)
    expect((await act(id, 'cancel')).json).toMatchObject({
      state: 'running',
      cancelling: true,
      children: { running: 1, cancelled: 1 },
    })
    expect((await read(storage)).json).toMatchObject({ state: 'running', cancelling: true })
    expect((await read(audits)).json).toMatchObject({ state: 'cancelled' })
  })

  test('does nothing to what has ended, and leaves no word of that', async () => {
    const id = await makeJob(api, api.home.admin, { state: 'succeeded' })
    expect((await act(id, 'cancel')).json.state).toBe('succeeded')
    expect((await owner.query('select from audits')).rowCount).toBe(0)
  })
})

describe('trying again', () => {
  test.each(['failed', 'cancelled'] as const)(
    'queues what has %s anew, with all its attempts',
    async (state) => {
      const id = await makeJob(api, api.home.admin, { state })
      await change(
        id,
        `attempt = 3, message = 'It broke.', progress = 0.5, cancel_requested_at = now(), started_at = now(), run_after = now() - interval '1 day'`,
      )
      await owner.query('listen cresyl_jobs')
      const heard = once(owner, 'notification')
      const { status, json } = await act(id, 'retry')
      expect(status).toBe(200)
      expect(json).toMatchObject({
        state: 'queued',
        attempt: 4,
        max_attempts: 6,
        message: null,
        progress: null,
        cancelling: false,
        started_at: null,
        finished_at: null,
      })
      expect(Date.now() - Date.parse(json.run_after)).toBeLessThan(60_000)
      // A worker hears of it at once.
      await heard
    },
  )

  test.each(['queued', 'running', 'succeeded'] as const)('is not for what is %s', async (state) => {
    const id = await makeJob(api, api.home.admin, { state })
    expect((await act(id, 'retry')).json.code).toBe('not_retryable')
  })

  test('waits while another one of the kind is under way', async () => {
    const id = await makeJob(api, api.home.admin, { state: 'failed' })
    await start('check_storage')
    expect((await act(id, 'retry')).json).toMatchObject({
      code: 'not_retryable',
      detail: expect.stringMatching(/^Another one of its kind/),
    })
  })

  test('happens once, however many ask at once', async () => {
    const id = await makeJob(api, api.home.admin, { state: 'failed' })
    const replies = await Promise.all(Array.from({ length: 4 }, () => act(id, 'retry')))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await read(id)).json.attempt).toBe(2)
  })

  test('of a whole is for the parts that failed or were cancelled', async () => {
    const { id, storage, audits } = await startAll()
    await change(storage, ended('succeeded'))
    await act(id, 'cancel')
    expect((await read(id)).json).toMatchObject({
      state: 'cancelled',
      children: { succeeded: 1, cancelled: 1 },
    })
    expect((await act(id, 'retry')).json).toMatchObject({
      state: 'running',
      cancelling: false,
      finished_at: null,
      children: { succeeded: 1, queued: 1, cancelled: 0 },
    })
    expect((await read(storage)).json).toMatchObject({ state: 'succeeded', attempt: 1 })
    expect((await read(audits)).json).toMatchObject({ state: 'queued', attempt: 2 })
  })

  test('of a part opens the whole again', async () => {
    const { id, audits } = await startAll()
    await act(id, 'cancel')
    await act(audits, 'retry')
    expect((await read(id)).json).toMatchObject({ state: 'running', children: { queued: 1, cancelled: 1 } })
  })
})
