import { ticketLimits } from '@cresyl/contract/api/limits'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataUrl, samples } from '../../domain/pictures/test-pictures.ts'
import { jobLogLines, storedObjects } from '../../platform/db/schema/index.ts'
import { openHubSpot } from '../../platform/hubspot/open-hubspot.ts'
import { startTestHubSpot, type TestHubSpot } from '../../platform/hubspot/test-hubspot.ts'
import { newId } from '../../platform/id.ts'
import { usedBytes } from '../../platform/storage/object-queries.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { withoutQuota } from '../test-support/files-examples.ts'
import { makeJob } from '../test-support/jobs-examples.ts'
import { makeTicket, sayOften } from '../test-support/support-examples.ts'

let api: TestApi
let there: TestHubSpot

beforeAll(async () => {
  api = await openTestApi()
  there = await startTestHubSpot()
})

afterAll(async () => {
  await there.close()
  await api.close()
})

const words = { subject: 'Blurred', content: 'The slide is blurred.' }

const create = (member: TestMember, body: object = {}, headers: Record<string, string> = {}) =>
  request(api, member, {
    method: 'POST',
    url: '/api/hubspot/create-ticket/',
    body: { ...words, ...body },
    headers,
  })
const read = (member: TestMember, id: string) => request(api, member, { url: `/api/hubspot/tickets/${id}/` })
const remove = (member: TestMember, id: string) =>
  request(api, member, { method: 'DELETE', url: `/api/hubspot/tickets/${id}/` })
const answer = (member: TestMember, id: string, text: string) =>
  request(api, member, { method: 'POST', url: `/api/hubspot/tickets/${id}/messages/`, body: { text } })
const newsOf = async (member: TestMember, kind: string) => {
  const { json } = await request(api, member, { url: `/api/notifications/?kind=${kind}` })
  return json.results.map(({ text, link }: { text: string; link: string }) => ({ text, link }))
}

describe('the desk', () => {
  test('offers a pipeline and categories of its own', async () => {
    const { json: pipelines } = await request(api, api.home.guest, { url: '/api/hubspot/pipelines/' })
    expect(pipelines).toMatchObject({ count: 1, results: [{ id: '0', label: 'Support' }] })
    const { json: categories } = await request(api, api.home.guest, { url: '/api/hubspot/categories' })
    expect(categories.results.map(({ value }: { value: string }) => value)).toContain('PRODUCT_ISSUE')
  })

  test('is asked by anybody and answered by administrators, and both are told', async () => {
    const { json: asked, status } = await create(api.home.guest, { page: '/uploads?state=failed' })
    expect(status).toBe(201)
    expect(asked).toMatchObject({
      state: 'open',
      destination: 'desk',
      delivery: null,
      page: '/uploads?state=failed',
      created_by: { name: 'guest of home' },
    })
    expect(asked.reference).toMatch(/^CR[0-9A-F]{12}$/)
    const link = `/#ticket-${asked.id}`
    expect(await newsOf(api.home.admin, 'support.asked')).toContainEqual({
      text: 'guest of home asks for help: Blurred',
      link,
    })

    expect((await answer(api.home.admin, asked.id, 'Scan it again.')).json.from_support).toBe(true)
    expect(await newsOf(api.home.guest, 'support.answered')).toEqual([
      { text: 'admin of home answered your ticket: Blurred', link },
    ])
    expect((await read(api.home.guest, asked.id)).json).toMatchObject({ state: 'answered', messages: 1 })

    await answer(api.home.guest, asked.id, 'Still blurred.')
    const { json: now } = await read(api.home.admin, asked.id)
    expect(now.state).toBe('open')
    expect(now.conversation.map(({ text }: { text: string }) => text)).toEqual([
      'Scan it again.',
      'Still blurred.',
    ])
  })

  test('shows members their own tickets, and administrators all', async () => {
    const mine = await makeTicket(api, api.away.user)
    const others = await makeTicket(api, api.away.manager)
    const list = async (member: TestMember, query = '') =>
      (await request(api, member, { url: `/api/hubspot/tickets/${query}` })).json.results.map(
        ({ id }: { id: string }) => id,
      )
    expect(await list(api.away.user)).toEqual([mine.id])
    expect(new Set(await list(api.away.admin))).toEqual(new Set([mine.id, others.id]))
    expect(await list(api.away.admin, '?mine=true')).toEqual([])
    expect((await read(api.away.user, others.id)).status).toBe(404)
    expect((await answer(api.away.user, others.id, 'Me too')).status).toBe(404)
    expect((await read(api.home.admin, mine.id)).status).toBe(404)
  })

  test('finds tickets by state and by what they say', async () => {
    const { json: made } = await create(api.home.manager, { subject: 'Ärger mit dem Scanner' })
    const count = async (query: string) =>
      (await request(api, api.home.admin, { url: `/api/hubspot/tickets/?${query}` })).json.count
    expect(await count('search=SCANNER+%C3%A4rger')).toBe(1)
    expect(await count(`search=${made.reference}&state=closed`)).toBe(0)
    const body = { state: 'closed', version: made.version }
    const url = `/api/hubspot/tickets/${made.id}/`
    expect((await request(api, api.home.manager, { method: 'PATCH', url, body })).json.state).toBe('closed')
    expect(await count(`search=${made.reference}&state=closed`)).toBe(1)
  })

  test('keeps screenshot and log, and shows them with the ticket', async () => {
    const job = await makeJob(api, api.home.admin, { kind: 'align_slides' })
    await api.context.database.asSystem((tx) =>
      tx.insert(jobLogLines).values({
        jobId: job,
        organizationId: api.home.admin.organizationId,
        attempt: 1,
        level: 'error',
        text: 'No match',
        at: new Date(),
      }),
    )
    const screenshot = `data:image/png;base64,${samples.png.toString('base64')}`
    const { json } = await create(api.home.user, { screenshot, job_id: job, with_log: true })
    expect(json).not.toHaveProperty('screenshot')
    const { json: full } = await read(api.home.admin, json.id)
    expect(full.screenshot).toBe(screenshot)
    expect(full.job_log).toMatch(/ error No match$/)
  })

  test('counts screenshots against the quota: where that is used up, help is asked for without one', async () => {
    const screenshot = dataUrl(samples.png)
    const used = () => api.context.database.asSystem((tx) => usedBytes(tx, api.home.user.organizationId))
    const before = await used()
    const { json: kept } = await create(api.home.user, { screenshot })
    expect([kept.screenshot_refused, (await used()) - before]).toEqual([null, samples.png.length])
    const { status, json } = await withoutQuota(api, () => create(api.home.user, { screenshot }))
    expect(status).toBe(201)
    expect(json.screenshot_refused).toMatch(
      /^The ticket was sent without its screenshot\. The storage quota of the organisation is used up/,
    )
    expect((await read(api.home.user, json.id)).json).toMatchObject({ ...words, screenshot: null })
  })

  test('keeps so much of screenshots of one person, and so many tickets a day, whatever is deleted', async () => {
    const { manager } = api.home
    const screenshot = dataUrl(samples.png)
    const { json: first } = await create(manager, { screenshot })
    const owned = { organizationId: manager.organizationId, path: `tickets/${first.id}/screenshot` }
    await api.context.database.asSystem((tx) =>
      tx
        .update(storedObjects)
        .set({ size: ticketLimits.screenshots })
        .where(eq(storedObjects.path, owned.path)),
    )
    const { json: second } = await create(manager, { screenshot })
    expect(second.screenshot_refused).toMatch(/The screenshots of your tickets take up 40 MB already\./)
    expect((await remove(manager, first.id)).status).toBe(204)
    expect(await api.context.storage.stat(owned)).toBeNull()
    expect((await create(manager, { screenshot })).json.screenshot_refused).toBeNull()
    await sayOften(api, manager, ticketLimits.perDay, 3_600_000)
    const { status, json } = await create(manager)
    expect([status, json.detail]).toEqual([429, expect.stringContaining('500 messages within a day')])
  })

  test('deletes a ticket for whoever asked and for administrators, with all that belongs to it', async () => {
    const headers = { 'idempotency-key': newId() }
    const asked = { screenshot: dataUrl(samples.png) }
    const { json } = await create(api.home.guest, asked, headers)
    await answer(api.home.admin, json.id, 'Scan it again.')
    expect((await remove(api.home.user, json.id)).status).toBe(404)
    expect((await remove(api.away.admin, json.id)).status).toBe(404)
    expect((await remove(api.home.admin, json.id)).status).toBe(204)
    expect((await read(api.home.guest, json.id)).status).toBe(404)
    const stored = { organizationId: api.home.guest.organizationId, path: `tickets/${json.id}/screenshot` }
    expect(await api.context.storage.stat(stored)).toBeNull()
    // The same request once more gets the same answer, and leaves nothing behind.
    expect((await create(api.home.guest, asked, headers)).json.id).toBe(json.id)
    expect(await api.context.storage.stat(stored)).toBeNull()
  })

  test('takes the same request once', async () => {
    const headers = { 'idempotency-key': newId() }
    const [first, second] = [
      await create(api.home.user, {}, headers),
      await create(api.home.user, {}, headers),
    ]
    expect(second.json).toEqual(first.json)
    expect((await create(api.home.user, { subject: 'Other' }, headers)).status).toBe(422)
  })

  test.each([
    [{ subject: ' ' }, 'subject', 'Enter a subject'],
    [{ content: '' }, 'content', 'Describe what happened or what you need'],
    [{ category: 'NONE' }, 'category', 'This category does not exist. Choose one from the list.'],
    [{ pipeline: '9' }, 'pipeline', 'This pipeline does not exist. Choose one from the list.'],
    [{ slide_id: newId() }, 'slide_id', 'This slide does not exist'],
    [{ job_id: newId() }, 'job_id', 'This job does not exist'],
    [{ file_id: newId() }, 'file_id', 'This file does not exist'],
    [
      { screenshot: 'data:image/png;base64,AAAA' },
      'screenshot',
      'The screenshot is not a PNG, JPEG or WebP picture, or it is damaged. Leave it out.',
    ],
  ])('refuses %o in a sentence', async (body, field, sentence) => {
    const { status, json } = await create(api.home.user, body)
    expect(status).toBe(400)
    expect(json.fields[field]).toEqual([sentence])
  })

  test('names no job that its author may not see', async () => {
    const job = await makeJob(api, api.home.admin, { kind: 'check_storage' })
    expect((await create(api.home.user, { job_id: job, with_log: true })).status).toBe(400)
    expect((await create(api.home.admin, { job_id: job, with_log: true })).status).toBe(201)
  })
})

describe('with HubSpot', () => {
  const desk = async (member: TestMember) => (await request(api, member, { url: '/api/hubspot/desk/' })).json

  beforeAll(() => {
    api.context.hubspot = openHubSpot({ token: 'pat-test', url: there.url }, { list: 60_000, call: 60_000 })
    return () => {
      api.context.hubspot = null
    }
  })

  test('tickets are offered its pipelines, kept at once and wait to be sent', async () => {
    const { json: pipelines } = await request(api, api.home.user, { url: '/api/hubspot/pipelines/?limit=1' })
    expect(pipelines).toMatchObject({ count: 2, results: [{ label: 'Support Pipeline' }] })
    const { json } = await create(api.home.user, { pipeline: '77', category: 'GENERAL_INQUIRY' })
    expect(json).toMatchObject({
      destination: 'hubspot',
      pipeline: { id: '77', label: 'Second line' },
      delivery: { state: 'waiting', attempts: 0, hubspot_id: null },
    })
    // Sending is the worker's.
    expect(there.tickets).toEqual([])
    expect(await newsOf(api.home.admin, 'support.asked')).not.toContainEqual(
      expect.objectContaining({ link: `/#ticket-${json.id}` }),
    )
    expect(await desk(api.home.user)).toMatchObject({ destination: 'hubspot', waiting: 1, failed: 0 })
    expect(await desk(api.home.manager)).toMatchObject({ waiting: 0, waiting_since: null })
  })

  test('how far it is there is told to who asked, and a sentence where that is not known', async () => {
    const usual = api.context.hubspot
    const { contactId, ...nobody } = { contactId: null, category: null, priority: 'LOW' }
    const hubspotId = await usual?.createTicket({
      ...nobody,
      contactId,
      subject: 'Blurred',
      content: 'All',
      pipeline: '77',
      stage: '771',
    })
    const given = { delivery: 'sent', hubspotId } as const
    const { id } = await makeTicket(api, api.home.user, given)
    const progress = async () => (await read(api.home.user, id)).json.progress
    expect(await progress()).toEqual({
      pipeline: 'Second line',
      stage: 'In',
      closed: false,
      fault: null,
      changed_at: expect.any(String),
    })
    const path = 'GET /crm/v3/objects/tickets/'
    for (const misfortune of [{ status: 500 }, 'nonsense', 'html', 'lost', { status: 401 }] as const) {
      there.meet(path, misfortune)
      expect(await progress()).toMatchObject({
        stage: null,
        fault: expect.stringMatching(/^Its status in HubSpot is unknown: HubSpot|The conn/),
      })
    }
    there.meet(path, { status: 404, body: { category: 'OBJECT_NOT_FOUND' } })
    expect(await progress()).toMatchObject({ fault: 'It is no longer in HubSpot.' })
    there.meet(path, 'silent')
    api.context.hubspot = openHubSpot({ token: 'pat-test', url: there.url }, { list: 200, call: 200 })
    const begun = performance.now()
    expect(await progress()).toMatchObject({
      fault: 'Its status in HubSpot is unknown: HubSpot took too long to answer.',
    })
    expect(performance.now() - begun).toBeLessThan(10_000)
    api.context.hubspot = usual
  })

  test('help can be asked for while it is away', async () => {
    const before = api.context.hubspot
    const gone = await startTestHubSpot()
    await gone.close()
    api.context.hubspot = openHubSpot({ token: 'pat-test', url: gone.url }, { list: 60_000, call: 60_000 })
    const { json: categories } = await request(api, api.home.user, { url: '/api/hubspot/categories/' })
    expect(categories.count).toBeGreaterThan(0)
    expect((await create(api.home.user, { category: 'OF_THEIRS' })).json).toMatchObject({
      category: { value: 'OF_THEIRS' },
      delivery: { state: 'waiting' },
    })
    api.context.hubspot = before
  })

  test('one that failed is sent again by an administrator', async () => {
    const { id } = await makeTicket(api, api.home.user, {
      delivery: 'failed',
      reason: 'HubSpot rejected this.',
    })
    const url = `/api/hubspot/tickets/${id}/send/`
    expect((await request(api, api.home.user, { method: 'POST', url })).status).toBe(403)
    const { json } = await request(api, api.home.admin, { method: 'POST', url })
    expect(json.delivery).toMatchObject({ state: 'waiting', reason: 'HubSpot rejected this.' })
  })
})
