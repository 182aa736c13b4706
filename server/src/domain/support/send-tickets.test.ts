import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../../platform/context.ts'
import { audits, tickets } from '../../platform/db/schema/index.ts'
import { openHubSpot } from '../../platform/hubspot/open-hubspot.ts'
import { startTestHubSpot, type TestHubSpot } from '../../platform/hubspot/test-hubspot.ts'
import { newId } from '../../platform/id.ts'
import { openTestContext, type TestContext } from '../../platform/test-context.ts'
import { samples } from '../pictures/test-pictures.ts'
import { referenceOf } from './create-ticket.ts'
import { claimTicket } from './deliveries.ts'
import { keepScreenshot } from './screenshot.ts'
import { sendTickets } from './send-tickets.ts'

let platform: TestContext
let there: TestHubSpot
let context: Context
let now: Date
const [organizationId, userId] = [newId(), newId()]

const creating = 'POST /crm/v3/objects/tickets'
const patient = { list: 60_000, call: 60_000 }

beforeAll(async () => {
  platform = await openTestContext({ CRESYL_PORT: '18080' })
  const owner = new pg.Client({ connectionString: platform.databaseUrl })
  await owner.connect()
  await owner.query(
    "insert into organizations (id, name, display_name, branding) values ($1, 'lab', 'The Lab', '{}')",
    [organizationId],
  )
  await owner.query(
    "insert into users (id, issuer, subject, email, name) values ($1, 'embedded', 'ada', 'ada@lab.test', 'Ada')",
    [userId],
  )
  await owner.end()
})

beforeEach(async () => {
  there = await startTestHubSpot()
  now = new Date(Date.now() + 1000)
  const hubspot = openHubSpot({ token: 'pat-test', url: there.url }, patient)
  context = { ...platform.context, clock: { now: () => now }, hubspot }
  // Of an earlier test: nobody's any more.
  await platform.context.database.asSystem((tx) => tx.update(tickets).set({ delivery: null }))
  return () => there.close()
})

afterAll(() => platform.close())

async function ask(change: Partial<typeof tickets.$inferInsert> = {}): Promise<string> {
  const id = newId()
  await context.database.asMember({ organizationId, userId }, (tx) =>
    tx.insert(tickets).values({
      id,
      organizationId,
      reference: referenceOf(id),
      createdBy: userId,
      priority: 'HIGH',
      subject: 'Blurred',
      content: 'All of it',
      searchKey: '',
      page: '/uploads',
      category: 'GENERAL_INQUIRY',
      categoryLabel: 'A question',
      pipeline: '0',
      pipelineLabel: 'Support',
      delivery: 'waiting',
      nextAttemptAt: now,
      ...change,
    }),
  )
  return id
}

async function read(id: string) {
  const [found] = await context.database.asSystem((tx) => tx.select().from(tickets).where(eq(tickets.id, id)))
  if (found === undefined) throw new Error('No ticket')
  return found
}

const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}
const minute = 60_000

describe('a ticket', () => {
  test('arrives once, with who asks and where, and is in the audit log', async () => {
    const id = await ask()
    await sendTickets(context)
    await sendTickets(context)
    expect(there.tickets).toHaveLength(1)
    const { properties, id: hubspotId } = there.tickets[0] ?? { properties: {}, id: '' }
    expect(properties).toMatchObject({
      hs_pipeline: '0',
      hs_pipeline_stage: '1',
      hs_ticket_category: 'GENERAL_INQUIRY',
      subject: `[${referenceOf(id)}] Blurred`,
    })
    expect(properties.content).toContain('From: Ada <ada@lab.test>, The Lab')
    expect(properties.content).toContain('Page: http://localhost:18080/uploads')
    expect(await read(id)).toMatchObject({ delivery: 'sent', hubspotId, attempts: 1, reason: null })
    const events = await context.database.asSystem((tx) =>
      tx.select({ event: audits.event }).from(audits).where(eq(audits.subjectId, id)),
    )
    expect(events).toEqual([{ event: 'ticket.sent' }])
  })

  test('belongs to the contact of who asks, who is made once', async () => {
    await ask()
    await ask()
    await sendTickets(context)
    expect(there.contacts).toMatchObject([{ properties: { email: 'ada@lab.test', lastname: 'Ada' } }])
    const contacts = there.tickets.map(({ associations }) => associations)
    expect(contacts).toEqual(Array(2).fill([expect.objectContaining({ to: { id: there.contacts[0]?.id } })]))
  })

  test('takes screenshot and log along', async () => {
    const id = await ask({ jobLog: 'reading\nfailed' })
    const picture = { mediaType: 'image/png', bytes: samples.png }
    expect(await keepScreenshot(context, { organizationId, userId }, id, picture)).toBe(null)
    await sendTickets(context)
    expect(there.files).toHaveLength(2)
    expect(there.files[1]?.body).toContain('reading\nfailed')
    expect(there.notes[0]?.properties.hs_attachment_ids).toBe('500;501')
  })

  test('is put where there is a place for it when its own is gone', async () => {
    await ask({ pipeline: 'gone', category: 'BILLING_ISSUE', categoryLabel: 'Account or invoice' })
    await sendTickets(context)
    const properties = there.tickets[0]?.properties ?? {}
    expect(properties).toMatchObject({ hs_pipeline: '0', hs_pipeline_stage: '1' })
    expect(properties.hs_ticket_category).toBeUndefined()
    expect(properties.content).toContain('Category: Account or invoice')
  })

  test('is sent by one of several senders', async () => {
    for (let n = 0; n < 3; n += 1) await ask()
    await Promise.all([1, 2, 3].map(() => sendTickets(context)))
    expect(there.tickets).toHaveLength(3)
    expect(new Set(there.tickets.map(({ properties }) => properties.subject)).size).toBe(3)
  })
})

describe('while HubSpot', () => {
  test('can not be reached, a ticket waits longer each time, and arrives', async () => {
    const id = await ask()
    const { url } = there
    const nobody = await startTestHubSpot()
    await nobody.close()
    context = { ...context, hubspot: openHubSpot({ token: 'pat-test', url: nobody.url }, patient) }
    for (const minutes of [1, 2, 4]) {
      await sendTickets(context)
      const { delivery, reason, nextAttemptAt, uncertain } = await read(id)
      expect({ delivery, reason, uncertain }).toEqual({
        delivery: 'waiting',
        reason: 'HubSpot cannot be reached.',
        uncertain: false,
      })
      expect(nextAttemptAt?.getTime()).toBe(now.getTime() + minutes * minute)
      later(minutes * minute)
    }
    context = { ...context, hubspot: openHubSpot({ token: 'pat-test', url }, patient) }
    await sendTickets(context)
    expect(await read(id)).toMatchObject({ delivery: 'sent', attempts: 4, reason: null })
  })

  test('asks to wait, nobody asks before', async () => {
    const id = await ask()
    there.meet(creating, { status: 429, headers: { 'Retry-After': '600' } })
    await sendTickets(context)
    later(599_000)
    await sendTickets(context)
    expect(there.tickets).toEqual([])
    later(1000)
    await sendTickets(context)
    expect(await read(id)).toMatchObject({ delivery: 'sent', attempts: 2 })
    // A limit means that nothing was done: there was nothing to look for.
    expect(there.requests).not.toContain(`${creating}/search`)
  })

  test.each(['lost', 'nonsense', { status: 500 }] as const)(
    'answers with %o, the ticket is looked for before it is sent again',
    async (misfortune) => {
      const id = await ask()
      there.meet(creating, misfortune)
      await sendTickets(context)
      expect(await read(id)).toMatchObject({ delivery: 'waiting', uncertain: true })
      later(minute)
      await sendTickets(context)
      expect(there.requests).toContain(`${creating}/search`)
      expect(there.tickets).toHaveLength(1)
      expect(await read(id)).toMatchObject({ delivery: 'sent', hubspotId: there.tickets[0]?.id })
    },
  )

  test('has it and the sender is killed before it hears so, it is found by the next one', async () => {
    const id = await ask()
    const claimed = await claimTicket(context)
    expect(claimed?.id).toBe(id)
    await context.hubspot?.createTicket({
      subject: `[${referenceOf(id)}] Blurred`,
      content: '',
      pipeline: '0',
      stage: '1',
      priority: 'HIGH',
      category: null,
      contactId: null,
    })
    await sendTickets(context)
    expect(await read(id)).toMatchObject({ delivery: 'waiting', hubspotId: null })
    later(5 * minute)
    await sendTickets(context)
    expect(there.tickets).toHaveLength(1)
    expect(await read(id)).toMatchObject({ delivery: 'sent', hubspotId: there.tickets[0]?.id })
  })

  test('refuses one, that one has failed with the reason and the others go on', async () => {
    // Ids of one millisecond are in no order: the first is the one that is due longer.
    const [first, second] = [await ask({ nextAttemptAt: new Date(now.getTime() - 1) }), await ask()]
    there.meet(creating, { status: 400, body: { message: 'Too long' } })
    await sendTickets(context)
    expect(await read(first)).toMatchObject({
      delivery: 'failed',
      reason: 'HubSpot rejected this. It says: Too long',
    })
    expect(await read(second)).toMatchObject({ delivery: 'sent' })
  })

  test('refuses the token, tickets wait for another one', async () => {
    const id = await ask()
    there.meet(creating, { status: 401, body: { message: 'expired' } })
    await sendTickets(context)
    expect(await read(id)).toMatchObject({ delivery: 'waiting', uncertain: false })
    later(60 * minute)
    await sendTickets(context)
    expect(await read(id)).toMatchObject({ delivery: 'sent' })
  })

  test('takes no files, the ticket is there and says what is missing', async () => {
    const id = await ask({ jobLog: 'failed' })
    there.meet('POST /files', { status: 403, body: {} })
    await sendTickets(context)
    expect(await read(id)).toMatchObject({
      delivery: 'sent',
      reason: 'It was sent without its attachments. HubSpot rejected the token.',
    })
  })

  test('lets nobody look at contacts, the ticket goes without', async () => {
    const id = await ask()
    there.meet('GET /crm/v3/objects/contacts', { status: 403, body: {} })
    await sendTickets(context)
    expect(await read(id)).toMatchObject({ delivery: 'sent' })
    expect(there.tickets[0]?.associations).toEqual([])
  })

  test.each(['nonsense', 'lost', { status: 503 }] as const)(
    'answers %o about the contact, nothing is sent until it is known',
    async (misfortune) => {
      const id = await ask()
      there.meet('POST /crm/v3/objects/contacts', misfortune)
      await sendTickets(context)
      expect(there.tickets).toEqual([])
      expect(await read(id)).toMatchObject({ delivery: 'waiting' })
      later(minute)
      await sendTickets(context)
      expect(await read(id)).toMatchObject({ delivery: 'sent' })
      expect([there.tickets.length, there.contacts.length]).toEqual([1, 1])
    },
  )

  test('fails over the files, only they are sent again', async () => {
    const id = await ask({ jobLog: 'failed' })
    there.meet('POST /files', { status: 500 })
    await sendTickets(context)
    expect(await read(id)).toMatchObject({ delivery: 'waiting', hubspotId: there.tickets[0]?.id })
    later(minute)
    await sendTickets(context)
    expect(there.tickets).toHaveLength(1)
    expect(there.notes).toHaveLength(1)
    expect(await read(id)).toMatchObject({ delivery: 'sent' })
  })
})
