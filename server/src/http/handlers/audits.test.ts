import type { AuditEntry } from '@cresyl/contract/operations/audits'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { copySeals } from '../../domain/audit/copy-seals.ts'
import { recordAudit } from '../../domain/audit/record.ts'
import { sealAudits } from '../../domain/audit/seal-audits.ts'
import { keepVerification, verifyOrganizationAudits } from '../../domain/audit/verify-audits.ts'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { makeProject } from '../test-support/projects-examples.ts'
import { makeSlide } from '../test-support/slides-examples.ts'

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

const forget = () => owner.query('delete from audits; delete from audit_seals; delete from seal_copies')
const at = (minute: number) => new Date(Date.UTC(2026, 10, 3, 12, minute))

interface MadeRow {
  event?: Parameters<typeof recordAudit>[1]['event']
  userId?: string
  subjectId?: string
  details?: Record<string, unknown>
  minute?: number
}

async function addRow(row: MadeRow = {}, { organizationId } = api.home.admin): Promise<void> {
  const { minute = 0, event = 'project.updated', ...rest } = row
  await api.context.database.asMember({ organizationId }, (tx) =>
    recordAudit(tx, { organizationId, event, occurredAt: at(minute), ...rest }),
  )
}

const read = async (query = '', member: TestMember = api.home.manager) =>
  (await request(api, member, { url: `/api/audits/?${query}` })).json
const list = async (query = '', member?: TestMember): Promise<AuditEntry[]> =>
  (await read(query, member)).results
const eventsOf = (entries: readonly AuditEntry[]) => entries.map(({ event }) => event)

describe('a row', () => {
  test('tells who did what to what, from where, what it was before and what ids stand for', async () => {
    await forget()
    const project = await makeProject(api, api.home.admin, 'Kidneys')
    const { id } = await makeSlide(api, api.home.admin)
    const reply = await request(api, api.home.admin, {
      method: 'PATCH',
      url: `/api/slides/${id}/`,
      body: { name: 'K-1', project_id: project.id },
      headers: { 'user-agent': 'curl/8.5.0 something' },
    })
    const [entry] = await list('event=slide.updated')
    expect(entry).toMatchObject({
      actor: { kind: 'person', person: { id: api.home.admin.userId }, superadmin: false, api_token: null },
      subject: { id, kind: 'slide', name: 'K-1', link: `/slide/${id}` },
      address: '127.0.0.1',
      client: 'curl/8.5.0',
      request_id: reply.headers['x-request-id'],
      names: { [project.id]: { name: 'Kidneys', link: `/project/${project.id}` } },
    })
    expect(entry?.changes).toContainEqual({ field: 'projectId', before: null, after: project.id })
    expect(entry?.changes).toContainEqual({ field: 'name', before: expect.any(String), after: 'K-1' })
  })

  test('names tickets and answers by the reference, not by what they say', async () => {
    const post = (member: TestMember, url: string, body: object) =>
      request(api, member, { method: 'POST', url: `/api/hubspot/${url}/`, body })
    const asked = await post(api.home.user, 'create-ticket', { subject: 'Private', content: 'Words' })
    const { id, reference } = asked.json
    expect((await post(api.home.admin, `tickets/${id}/messages`, { text: 'Done' })).status).toBe(201)
    const url = '/api/audits/?event=ticket.created&event=ticket.answered&limit=2'
    const { results } = (await request(api, api.home.manager, { url })).json
    const named = { name: `Ticket ${reference}`, link: `/#ticket-${id}` }
    expect(results.map(({ subject }: { subject: object }) => subject)).toMatchObject([named, named])
  })

  test('names the API token, superadmins, former members and the platform', async () => {
    await forget()
    const body = { name: 'Robot', permissions: ['create:projects'], days: 1 }
    const made = await request(api, api.home.admin, { method: 'POST', url: '/api/users/tokens/', body })
    const robot = { ...api.home.admin, token: made.json.token }
    await request(api, robot, { method: 'POST', url: '/api/projects/', body: { name: 'By robot' } })
    await addRow({ userId: newId(), minute: 1 })
    await addRow({ minute: 2 })
    await addRow({ userId: api.superadmin.userId, details: { superadmin: true }, minute: 3 })
    const [byRobot] = await list('event=project.created')
    expect(byRobot?.actor).toMatchObject({
      person: { id: api.home.admin.userId },
      api_token: { name: 'Robot' },
    })
    const [superadmin, platform, former] = await list('event=project.updated')
    expect(former?.actor).toEqual({ kind: 'former', person: null, superadmin: false, api_token: null })
    expect(platform?.actor).toEqual({ kind: 'platform', person: null, superadmin: false, api_token: null })
    expect(superadmin?.actor).toMatchObject({ kind: 'person', superadmin: true })
    expect(superadmin?.facts).toEqual([])
    expect(await list('superadmin=true')).toEqual([superadmin])
  })
})

describe('the log', () => {
  const [subject, other] = [newId(), newId()]
  let admin: string
  let user: string

  beforeAll(async () => {
    await forget()
    ;[admin, user] = [api.home.admin.userId, api.home.user.userId]
    await addRow({ event: 'project.created', userId: admin, subjectId: subject, minute: 1 })
    await addRow({ event: 'slide.viewed', userId: user, subjectId: other, minute: 2 })
    await addRow({ event: 'access.refused', userId: user, minute: 3 })
    await addRow({ event: 'slide.viewed', userId: admin, subjectId: other, minute: 4 })
    await addRow({ event: 'job.finished', subjectId: other, minute: 5 })
    await addRow({ event: 'project.deleted', userId: admin, subjectId: subject, minute: 6 })
    await owner.query("update audits set address = '10.0.0.' || extract(minute from occurred_at)")
    await owner.query("update audits set client = 'Firefox 140 on Linux' where address = '10.0.0.3'")
    await addRow({ event: 'slide.viewed', subjectId: subject, userId: admin, minute: 30 }, api.away.admin)
  })

  test.each([
    ['', 6],
    ['event=slide.viewed', 2],
    ['event=slide.viewed&event=job.finished', 3],
    ['subject_kind=project', 2],
    ['subject_kind=project&event=slide.viewed', 0],
    ['subject_id=SUBJECT', 2],
    ['subject_id=SUBJECT&event=project.deleted', 1],
    ['person_id=ADMIN', 3],
    ['person_id=ADMIN&person_id=USER&event=slide.viewed', 2],
    ['person_id=USER&platform=true', 3],
    ['platform=true', 1],
    ['refused=true', 1],
    ['superadmin=true', 0],
    ['address=10.0.0.4', 1],
    ['address=10.0.0.4&person_id=USER', 0],
    ['from=2026-11-03T12:03:00Z&to=2026-11-03T12:05:00Z', 2],
    ['from=2026-11-03T12:05:00Z&to=2026-11-03T12:03:00Z', 0],
    ['search=VIEWED', 2],
    ['search=viewed%20nothing', 0],
    ['search=SUBJECT', 2],
    ['search=viewed&person_id=USER', 1],
    ['search=10.0.0.4', 1],
    ['search=10.0.0', 6],
    ['search=firefox', 1],
    ['search=cresyl', 1],
  ])('asked with %j has %i rows of this organisation', async (query, expected) => {
    const ids = { SUBJECT: subject, ADMIN: admin, USER: user }
    const asked = query.replace(/SUBJECT|ADMIN|USER/g, (word) => ids[word as keyof typeof ids])
    const { results, count, more_than_count, next } = await read(asked)
    expect([results.length, count, more_than_count, next]).toEqual([expected, expected, false, null])
    const times = results.map((entry: AuditEntry) => entry.occurred_at)
    expect(times).toEqual(times.toSorted().reverse())
  })

  test('finds people, projects and requests by what they are called', async () => {
    const { id } = await makeProject(api, api.home.admin, 'Zebra fish')
    const [made] = await list('search=zebra%20fish')
    expect(made?.subject?.id).toBe(id)
    expect((await list(`search=${made?.request_id}`)).map((entry) => entry.id)).toEqual([made?.id])
    await owner.query('delete from audits where id = $1', [made?.id])
    await owner.query("update users set name_key = 'ada lovelace' where id = $1", [user])
    expect(eventsOf(await list('search=lovelace'))).toEqual(['access.refused', 'slide.viewed'])
  })

  test('finds predictors, slides of checks, tissues, tokens and settings by what the rows show', async () => {
    const predictor = (await request(api, api.home.admin, { url: '/api/predictors/' })).json.results.find(
      ({ manifest }: { manifest: { id: string } }) => manifest.id === 'ihc-score',
    )
    const slide = await makeSlide(api, api.home.admin, { name: 'Quagga-7' })
    const change = (url: string, body: object) =>
      request(api, api.home.admin, { method: 'PATCH', url: `/api/${url}/`, body })
    await change(`predictors/${predictor.id}`, { automatic: true })
    const settings = (await request(api, api.home.admin, { url: '/api/organization-settings/' })).json
      .results[0]
    await change(`organization-settings/${settings.id}`, { time_zone: 'Asia/Tokyo' })
    await request(api, api.home.admin, {
      method: 'POST',
      url: '/api/tissues/',
      body: { organ: 'Spleen', species: 'Okapi' },
    })
    await request(api, api.home.admin, {
      method: 'POST',
      url: '/api/qc-jobs/',
      body: { input_image_id: slide.imageId },
    })
    const shown = async (search: string) =>
      (await list(`search=${encodeURIComponent(search)}`)).map(({ event, subject }) => [event, subject?.name])
    for (const search of ['ihc-score', 'IHC score'])
      expect(await shown(search)).toContainEqual(['predictor.updated', 'IHC score (nuclear)'])
    expect(await shown('organisation settings')).toContainEqual(['settings.updated', 'Organisation settings'])
    expect(await shown('okapi')).toEqual([['tissue.created', 'Spleen · Okapi']])
    expect(await shown('quagga')).toContainEqual(['qc_job.created', 'Check of Quagga-7'])
    const [made] = await list('event=predictor.updated')
    expect(made?.names).toMatchObject({ 'ihc-score': { name: 'IHC score (nuclear)' } })
    await owner.query('delete from audits where occurred_at > $1', [at(59)])
  })

  test.each(['', '&event=slide.viewed&event=project.created&event=project.deleted', '&person_id=ADMIN'])(
    'is read page by page to its end, each row once%s',
    async (filter) => {
      const asked = filter.replace('ADMIN', admin)
      const whole = await list(asked)
      const found: AuditEntry[] = []
      let next: string | null = `/api/audits/?limit=1${asked}`
      while (next !== null) {
        const { json } = await request(api, api.home.manager, { url: next })
        found.push(...json.results)
        next = json.next
        expect(found.length).toBeLessThanOrEqual(whole.length)
      }
      expect(found).toEqual(whole)
    },
  )

  test('tells what is newer than a place', async () => {
    const [, , third] = await list()
    expect(await list(`after=${third?.place}`)).toHaveLength(2)
  })

  test('is for those who may read it', async () => {
    for (const member of [api.home.user, api.home.guest])
      expect((await request(api, member, { url: '/api/audits/' })).status).toBe(403)
  })

  test.each([
    'event=nothing',
    'person_id=1',
    'before=yesterday',
    'from=2026',
    'before=2026-13-41T00:00:00.000000Z_',
  ])('refuses %s', async (query) => {
    expect((await request(api, api.home.admin, { url: `/api/audits/?${query}` })).status).toBe(400)
  })
})

test('rows are found however many others there are between them', async () => {
  await forget()
  const person = newId()
  await addRow({ userId: person, event: 'slide.viewed', minute: 1 })
  await owner.query(
    `insert into audits (id, organization_id, occurred_at, event, user_id, address)
     select gen_random_uuid(), $1, $2, 'slide.viewed', $3, '10.0.0.1' from generate_series(1, 20500)`,
    [api.home.admin.organizationId, at(10), newId()],
  )
  await owner.query("update audits set address = '10.0.0.1' where address is null")
  const first = await read(`address=10.0.0.1&person_id=${person}`)
  expect(first).toMatchObject({ results: [], more_than_count: true, searched_to: at(10).toISOString() })
  const { json } = await request(api, api.home.manager, { url: first.next })
  expect(json).toMatchObject({ results: [{ actor: { kind: 'former' } }], next: null, searched_to: null })
  expect(await read('limit=1')).toMatchObject({ count: 10_000, more_than_count: true })
})

describe('the export', () => {
  test('holds what the list does, as a table in which nothing is a formula, and is audited', async () => {
    await forget()
    await addRow({ details: { changes: { name: ['=1+1', '@x'] } }, userId: api.home.admin.userId })
    await addRow({ event: 'project.deleted' })
    await addRow({}, api.away.admin)
    await owner.query("update audits set client = '=cmd()'")
    const url = '/api/audits/export/?event=project.updated'
    const offered = await request(api, api.home.manager, { url })
    const { pathname, search, host } = new URL(offered.json.url)
    const reply = await api.app.inject({ url: pathname + search, headers: { host } })
    expect(reply.headers['content-type']).toContain('text/csv')
    const lines = reply.body.trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('Project changed')
    expect(lines[1]).toContain(`"'=cmd()"`)
    const [audited] = await list('event=audits.exported')
    expect(audited).toMatchObject({
      actor: { person: { id: api.home.manager.userId } },
      facts: [{ field: 'event', value: ['project.updated'] }],
    })
  })
})

describe('the seals', () => {
  beforeEach(async () => {
    await forget()
    await owner.query('delete from job_log_lines; delete from jobs; delete from audit_verifications')
    await addRow({ minute: 1, subjectId: newId() })
    await addRow({ minute: 2 })
    // Transactions of other databases on the cluster hold sealing up.
    const unsettled = 'select from audits where xid >= pg_snapshot_xmin(pg_current_snapshot())'
    await expect.poll(async () => (await owner.query(unsettled)).rowCount, { timeout: 50_000 }).toBe(0)
    await sealAudits(api.context)
  })

  const state = async () => (await request(api, api.home.manager, { url: '/api/audits/seals/' })).json

  /** What the worker does that takes the job up. */
  async function runVerification(): Promise<string[]> {
    const started = await request(api, api.home.manager, { method: 'POST', url: '/api/audits/verify/' })
    expect((await state()).running.id).toBe(started.json.id)
    const { organizationId, userId } = api.home.manager
    const startedAt = new Date()
    const verdict = await verifyOrganizationAudits(api.context, { id: organizationId, name: 'home' })
    const occasion = { organizationId, startedBy: userId, startedAt, finishedAt: new Date() }
    await api.context.database.asSystem((tx) => keepVerification(tx, occasion, verdict))
    return verdict.faults
  }

  test.each([
    ['changed', "update audits set client = 'x'", 'A row was changed'],
    ['taken out', 'delete from audits where subject_id is not null', 'A row is missing'],
  ])('tell of a row that was %s', async (_how, change, fault) => {
    await owner.query(change)
    await runVerification()
    const { last_verification } = await state()
    expect(last_verification).toMatchObject({ fault_count: 1, faults: [expect.stringContaining(fault)] })
  })

  test('say how far the log is sealed, and when it was found to be whole', async () => {
    await copySeals(api.context)
    expect(await state()).toMatchObject({ last_verification: null, running: null, copied_seals: 1 })
    expect(await state()).toMatchObject({ last_seal: { n: 1 }, sealed_rows: 2, unsealed_rows: 0 })
    expect(await runVerification()).toEqual([])
    expect((await state()).last_verification).toMatchObject({
      faults: [],
      fault_count: 0,
      seals: 1,
      uncompared: null,
      started_by: { id: api.home.manager.userId },
    })
  })
})
