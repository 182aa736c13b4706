import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../../platform/context.ts'
import { audits, notifications, ticketMessages, tickets } from '../../platform/db/schema/index.ts'
import { openHubSpot } from '../../platform/hubspot/open-hubspot.ts'
import { startTestHubSpot, type TestHubSpot } from '../../platform/hubspot/test-hubspot.ts'
import { newId } from '../../platform/id.ts'
import { openTestContext, type TestContext } from '../../platform/test-context.ts'
import { referenceOf } from './create-ticket.ts'
import { fetchAnswers } from './fetch-answers.ts'
import { sendTickets } from './send-tickets.ts'

let platform: TestContext
let there: TestHubSpot
let context: Context
let now: Date
const [organizationId, userId] = [newId(), newId()]
const patient = { list: 60_000, call: 60_000 }
const minute = 60_000
const naming = 'GET /crm/v4/objects/tickets'
const reading = 'POST /crm/v3/objects/emails/batch/read'

beforeAll(async () => {
  platform = await openTestContext({ CRESYL_PORT: '18081' })
  const owner = new pg.Client({ connectionString: platform.databaseUrl })
  await owner.connect()
  await owner.query(`
    insert into organizations (id, name, display_name, branding) values ('${organizationId}', 'lab', 'The Lab', '{}');
    insert into users (id, issuer, subject, email, name) values ('${userId}', 'embedded', 'ada', 'ada@lab.test', 'Ada');
    insert into memberships (organization_id, user_id, role) values ('${organizationId}', '${userId}', 'user')`)
  await owner.end()
})

beforeEach(async () => {
  there = await startTestHubSpot()
  now = new Date(Date.now() + 1000)
  const hubspot = openHubSpot({ token: 'pat-test', url: there.url }, patient)
  context = { ...platform.context, clock: { now: () => now }, hubspot }
  // Of an earlier test: nobody's any more.
  await platform.context.database.asSystem((tx) =>
    tx.update(tickets).set({ delivery: null, answersDueAt: null }),
  )
  return () => there.close()
})

afterAll(() => platform.close())

const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}

/** A ticket that is in HubSpot; its number here and there. */
async function arrive(): Promise<{ id: string; hubspotId: string }> {
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
      category: 'GENERAL_INQUIRY',
      categoryLabel: 'A question',
      pipeline: '0',
      pipelineLabel: 'Support',
      delivery: 'waiting',
      nextAttemptAt: now,
    }),
  )
  await sendTickets(context)
  return { id, hubspotId: there.tickets.at(-1)?.id ?? '' }
}

function answerThere(ticketId: string, properties: Record<string, string> = {}): void {
  const id = String(4000 + there.emails.length)
  there.emails.push({
    id,
    ticketId,
    properties: {
      hs_timestamp: '2026-11-02T09:30:00.000Z',
      hs_email_direction: 'EMAIL',
      hs_email_status: 'SENT',
      hs_email_text: 'Clean the lens.\r\nThen scan again.',
      ...properties,
    },
  })
}

const read = async (id: string) => {
  const [ticket] = await context.database.asSystem((tx) =>
    tx.select().from(tickets).where(eq(tickets.id, id)),
  )
  const said = await context.database.asSystem((tx) =>
    tx.select().from(ticketMessages).where(eq(ticketMessages.ticketId, id)),
  )
  return { ticket, said }
}

describe('an answer in HubSpot', () => {
  test('is kept once, tells whoever asked, and is in the audit log', async () => {
    const { id, hubspotId } = await arrive()
    answerThere(hubspotId)
    later(minute)
    await fetchAnswers(context)
    later(minute)
    await fetchAnswers(context)
    const { ticket, said } = await read(id)
    expect(said).toMatchObject([
      {
        text: 'Clean the lens.\nThen scan again.',
        fromSupport: true,
        createdBy: null,
        createdAt: new Date('2026-11-02T09:30:00.000Z'),
      },
    ])
    expect(ticket).toMatchObject({ state: 'answered', messages: 1 })
    const news = await context.database.asSystem((tx) =>
      tx.select().from(notifications).where(eq(notifications.userId, userId)),
    )
    expect(news.map(({ kind, text }) => [kind, text])).toEqual([
      ['support.answered', 'Support answered your ticket: Blurred'],
    ])
    const rows = await context.database.asSystem((tx) =>
      tx
        .select()
        .from(audits)
        .where(eq(audits.subjectId, said[0]?.id ?? '')),
    )
    expect(rows).toMatchObject([
      { event: 'ticket.answered', userId: null, details: { ticket_id: id, from_support: true } },
    ])
    // What is known is not read again.
    expect(there.requests.filter((request) => request === reading)).toHaveLength(1)
  })

  test('is one that was sent: not what came in, waits or bounced', async () => {
    const { id, hubspotId } = await arrive()
    answerThere(hubspotId, { hs_email_direction: 'INCOMING_EMAIL' })
    answerThere(hubspotId, { hs_email_status: 'SCHEDULED' })
    answerThere(hubspotId, { hs_email_status: 'BOUNCED' })
    answerThere('9999')
    later(minute)
    await fetchAnswers(context)
    expect((await read(id)).said).toEqual([])
    // One that waited is there once it has been sent.
    const waiting = there.emails[1]
    if (waiting) waiting.properties.hs_email_status = 'SENT'
    later(minute)
    await fetchAnswers(context)
    expect((await read(id)).said).toHaveLength(1)
  })

  test('without words, or with characters that cannot be kept, is kept all the same', async () => {
    const { id, hubspotId } = await arrive()
    answerThere(hubspotId, { hs_email_text: '' })
    answerThere(hubspotId, { hs_email_text: 'A\u0000B' })
    later(minute)
    await fetchAnswers(context)
    expect((await read(id)).said.map(({ text }) => text).sort()).toEqual([
      'AB',
      'Support answered by e-mail. The message cannot be read from here.',
    ])
  })

  test('does not open what was closed', async () => {
    const { id, hubspotId } = await arrive()
    await context.database.asSystem((tx) =>
      tx.update(tickets).set({ state: 'closed' }).where(eq(tickets.id, id)),
    )
    answerThere(hubspotId)
    later(minute)
    await fetchAnswers(context)
    expect((await read(id)).ticket).toMatchObject({ state: 'closed', messages: 1 })
  })
})

describe('HubSpot is asked', () => {
  test('more seldom the longer nothing was said, and after a year not any more', async () => {
    const { id } = await arrive()
    const pauseAfter = async (age: number) => {
      await context.database.asSystem((tx) =>
        tx
          .update(tickets)
          .set({ updatedAt: new Date(now.getTime() - age), answersDueAt: now })
          .where(eq(tickets.id, id)),
      )
      await fetchAnswers(context)
      const due = (await read(id)).ticket?.answersDueAt
      return due ? (due.getTime() - now.getTime()) / minute : null
    }
    const hours = 60 * minute
    expect(await pauseAfter(minute)).toBe(1)
    expect(await pauseAfter(2 * hours)).toBe(5)
    expect(await pauseAfter(48 * hours)).toBe(60)
    expect(await pauseAfter(40 * 24 * hours)).toBe(24 * 60)
    expect(await pauseAfter(366 * 24 * hours)).toBeNull()
  })

  test.each([
    ['reports an error', { status: 503 }, 5],
    ['asks to wait', { status: 429, headers: { 'Retry-After': '1200' } }, 20],
    ['may not be read', { status: 403, body: { message: 'requires sales-email-read' } }, 60],
    ['answers nonsense', 'nonsense', 5],
  ] as const)('later where it %s', async (_, misfortune, minutes) => {
    const { id, hubspotId } = await arrive()
    answerThere(hubspotId)
    later(minute)
    there.meet(reading, misfortune)
    await fetchAnswers(context)
    const { ticket, said } = await read(id)
    expect(said).toEqual([])
    expect(ticket?.answersDueAt?.getTime()).toBe(now.getTime() + minutes * minute)
    later(minutes * minute)
    await fetchAnswers(context)
    expect((await read(id)).said).toHaveLength(1)
  })

  test('no more about what is not there any more', async () => {
    const { id } = await arrive()
    there.tickets.length = 0
    later(minute)
    await fetchAnswers(context)
    expect((await read(id)).ticket?.answersDueAt).toBeNull()
    expect(there.requests.filter((request) => request.startsWith(naming))).toHaveLength(1)
  })

  test('by one worker at a time', async () => {
    const { id, hubspotId } = await arrive()
    answerThere(hubspotId)
    later(minute)
    await Promise.all([1, 2, 3].map(() => fetchAnswers(context)))
    expect((await read(id)).said).toHaveLength(1)
    expect(there.requests.filter((request) => request.startsWith(naming))).toHaveLength(1)
  })
})
