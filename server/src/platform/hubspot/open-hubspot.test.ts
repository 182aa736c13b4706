import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HubSpot, HubSpotTicket } from './hubspot.ts'
import { openHubSpot } from './open-hubspot.ts'
import { startTestHubSpot, type TestHubSpot } from './test-hubspot.ts'

let there: TestHubSpot
let hubspot: HubSpot

beforeAll(async () => {
  there = await startTestHubSpot()
  hubspot = openHubSpot({ token: 'pat-test', url: there.url }, patient)
})

afterAll(() => there.close())

// Loading the client counts as well.
const patient = { list: 60_000, call: 60_000 }
const creating = 'POST /crm/v3/objects/tickets'
const ticket: HubSpotTicket = {
  subject: '[CR12AB34CD56EF] Blurred',
  content: 'Everything is blurred',
  pipeline: '0',
  stage: '1',
  priority: 'HIGH',
  category: 'PRODUCT_ISSUE',
  contactId: '301',
}

describe('a ticket', () => {
  test('arrives with its properties and is found by its reference', async () => {
    const id = await hubspot.createTicket(ticket)
    expect(there.tickets.at(-1)).toEqual({
      id,
      properties: {
        subject: ticket.subject,
        content: ticket.content,
        hs_pipeline: '0',
        hs_pipeline_stage: '1',
        hs_ticket_priority: 'HIGH',
        hs_ticket_category: 'PRODUCT_ISSUE',
      },
      associations: [
        { to: { id: '301' }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 16 }] },
      ],
    })
    expect(await hubspot.findTicket('CR12AB34CD56EF')).toBe(id)
    expect(await hubspot.findTicket('CR000000000000')).toBeUndefined()
    expect([...there.tokens]).toEqual(['Bearer pat-test'])
  })

  test('gets files by a note that names them', async () => {
    await hubspot.attach('9000', 'Attached', [{ name: 'a.txt', bytes: Buffer.from('a line') }], new Date(0))
    expect(there.files[0]?.body).toContain('a line')
    expect(there.files[0]?.body).toContain('"access":"PRIVATE"')
    expect(there.notes[0]).toEqual({
      properties: {
        hs_timestamp: '1970-01-01T00:00:00.000Z',
        hs_note_body: 'Attached',
        hs_attachment_ids: there.files[0]?.id,
      },
      associations: [
        { to: { id: '9000' }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 228 }] },
      ],
    })
  })
})

describe('a contact', () => {
  test('is made once for an address, and found from then on', async () => {
    const ada = { email: 'ada+lab@test.example', name: 'Ada King Lovelace' }
    const id = await hubspot.ensureContact(ada)
    expect(await hubspot.ensureContact({ ...ada, name: 'Another' })).toBe(id)
    const properties = { email: ada.email, firstname: 'Ada King', lastname: 'Lovelace' }
    expect(there.contacts).toEqual([{ id, properties }])
  })

  test('that somebody else made meanwhile is taken', async () => {
    const id = await hubspot.ensureContact({ email: 'bob@test.example', name: 'Bob' })
    there.meet('GET /crm/v3/objects/contacts', { status: 404, body: { category: 'OBJECT_NOT_FOUND' } })
    expect(await hubspot.ensureContact({ email: 'bob@test.example', name: 'Bob' })).toBe(id)
  })
})

test('how far a ticket is can be asked, unless it is gone', async () => {
  const id = await hubspot.createTicket({ ...ticket, stage: '4' })
  expect(await hubspot.readStatus(id)).toEqual({
    pipeline: '0',
    stage: '4',
    changedAt: '2026-11-01T00:00:00.000Z',
  })
  expect(await hubspot.readStatus('1')).toBeUndefined()
  there.meet('GET /crm/v3/objects/tickets', { status: 200, body: { id, properties: {} } })
  await expect(hubspot.readStatus(id)).rejects.toMatchObject({ fault: 'unknown' })
})

test('pipelines and categories come in their order, without what is hidden, and are remembered', async () => {
  const asked = there.requests.length
  expect(await hubspot.pipelines()).toEqual([
    {
      id: '0',
      label: 'Support Pipeline',
      stages: [
        { id: '1', label: 'New', closed: false },
        { id: '4', label: 'Closed', closed: true },
      ],
    },
    { id: '77', label: 'Second line', stages: [{ id: '771', label: 'In', closed: false }] },
  ])
  expect((await hubspot.categories()).map(({ value }) => value)).toEqual(['PRODUCT_ISSUE', 'GENERAL_INQUIRY'])
  await hubspot.pipelines()
  expect(there.requests.length - asked).toBe(2)
})

const message = 'Property values were not valid'

describe('what goes wrong', () => {
  test.each([
    ['a limit', { status: 429, headers: { 'Retry-After': '7' } }, 'busy', 7],
    ['a limit without a time', { status: 429, body: { policyName: 'DAILY' } }, 'busy', undefined],
    [
      'a limit with a nonsensical time',
      { status: 429, headers: { 'Retry-After': 'soon' } },
      'busy',
      undefined,
    ],
    ['a refusal', { status: 400, body: { status: 'error', message } }, 'refused', undefined],
    ['a bad token', { status: 401, body: { message: 'expired' } }, 'unauthorised', undefined],
    ['missing scopes', { status: 403, body: {} }, 'unauthorised', undefined],
    ['an error of theirs', { status: 500, body: {} }, 'unknown', undefined],
    ['maintenance', { status: 503, headers: { 'Retry-After': '90' } }, 'unknown', 90],
    ['half an answer', 'nonsense', 'unknown', undefined],
    ['a page in place of an answer', 'html', 'unknown', undefined],
    ['an answer without a number', { status: 201, body: { properties: {} } }, 'unknown', undefined],
    ['a broken connection', 'lost', 'unknown', undefined],
  ] as const)('%s', async (_what, misfortune, fault, retryAfterSeconds) => {
    there.meet(creating, misfortune)
    await expect(hubspot.createTicket(ticket)).rejects.toMatchObject({ fault, retryAfterSeconds })
  })

  test('is quoted where it helps', async () => {
    there.meet(creating, { status: 400, body: { message } })
    await expect(hubspot.createTicket(ticket)).rejects.toThrow(`HubSpot rejected this. It says: ${message}`)
  })

  test('no answer at all ends with the deadline', async () => {
    there.meet(creating, 'silent')
    const hasty = openHubSpot({ token: 'pat-test', url: there.url }, { list: 50, call: 50 })
    await expect(hasty.createTicket(ticket)).rejects.toMatchObject({
      fault: 'unknown',
      message: 'HubSpot took too long to answer.',
    })
  })

  test('nobody there: nothing was sent', async () => {
    const gone = await startTestHubSpot()
    await gone.close()
    const away = openHubSpot({ token: 'pat-test', url: gone.url }, patient)
    await expect(away.createTicket(ticket)).rejects.toMatchObject({ fault: 'unreached' })
  })
})
