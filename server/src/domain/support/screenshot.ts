import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ApiError, type ErrorCode } from '@cresyl/contract/api/errors'
import { ticketLimits, bytes as units } from '@cresyl/contract/api/limits'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { tickets } from '../../platform/db/schema/index.ts'
import { selectObjects } from '../../platform/storage/object-queries.ts'
import type { ObjectKey } from '../../platform/storage/storage.ts'
import { readPictureFormat } from '../pictures/picture-format.ts'
import { stripPicture } from '../pictures/strip-picture.ts'
import type { Member } from '../work.ts'

export interface Screenshot {
  mediaType: string
  bytes: Buffer
}

const dataUrlForm = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/

/** The picture of a data: URL, by its content alone. */
export function readScreenshot(dataUrl: string): Screenshot {
  const base64 = dataUrlForm.exec(dataUrl)?.[1]
  const given = base64 === undefined ? undefined : Buffer.from(base64, 'base64')
  const format = given && readPictureFormat(given)
  const bytes = format && stripPicture(format.mediaType, given)
  if (bytes === undefined || format === undefined) {
    return refuse('The screenshot is not a PNG, JPEG or WebP picture, or it is damaged. Leave it out.')
  }
  if (bytes.length > ticketLimits.screenshotBytes) {
    return refuse('The screenshot is larger than 2 MB. Take one of a smaller window, or leave it out.')
  }
  return { mediaType: format.mediaType, bytes }
}

function refuse(sentence: string): never {
  throw new ApiError('invalid_input', { detail: sentence, fields: { screenshot: [sentence] } })
}

export function screenshotKey(organizationId: string, ticketId: string): ObjectKey {
  return { organizationId, path: `tickets/${ticketId}/screenshot` }
}

const noRoom: readonly ErrorCode[] = ['quota_exceeded', 'storage_full', 'too_many']

/**
 * Adds the picture to a ticket that is kept already: where there is no room for it, help is asked for without it.
 * Returns why, in sentences; null: it is there. The same again changes nothing.
 */
export async function keepScreenshot(
  { database, storage, clock }: Context,
  member: Pick<Member, 'organizationId' | 'userId'>,
  ticketId: string,
  { bytes }: Screenshot,
): Promise<string | null> {
  const key = screenshotKey(member.organizationId, ticketId)
  try {
    await database.asMember(member, (tx) => requireRoom(tx, member, ticketId, bytes.length))
    await storage.put(key, Readable.from([bytes]), { size: bytes.length })
  } catch (error) {
    if (!(error instanceof ApiError && noRoom.includes(error.code))) throw error
    return `The ticket was sent without its screenshot. ${error.message}`
  } finally {
    const isThere = await database.asMember(member, (tx) => release(tx, ticketId, clock.now()))
    // It has been deleted since.
    if (!isThere) await storage.delete(key)
  }
  return null
}

/** One person's pictures take so much at most, whatever the organisation has left. */
async function requireRoom(
  tx: Tx,
  { organizationId, userId }: Pick<Member, 'organizationId' | 'userId'>,
  ticketId: string,
  wanted: number,
): Promise<void> {
  const { rows } = await tx.execute<{ bytes: string }>(sql`
    select coalesce(sum(o.size), 0) as bytes from tickets t
    join stored_objects o on o.organization_id = t.organization_id and o.path = 'tickets/' || t.id || '/screenshot'
    where t.organization_id = ${organizationId} and t.created_by = ${userId} and t.id <> ${ticketId}`)
  const most = ticketLimits.screenshots
  if (Number(rows[0]?.bytes) + wanted <= most) return
  throw new ApiError('too_many', {
    detail: `The screenshots of your tickets take up ${most / units.MB} MB already. Delete tickets that you no longer need.`,
  })
}

/** How long a ticket waits for its picture before it goes to HubSpot. */
export const screenshotSeconds = 60

/** Lets a ticket go to HubSpot that waited for its picture. Whether it is there. */
async function release(tx: Tx, ticketId: string, now: Date): Promise<boolean> {
  await tx
    .update(tickets)
    .set({ nextAttemptAt: now })
    .where(and(eq(tickets.id, ticketId), eq(tickets.delivery, 'waiting'), eq(tickets.attempts, 0)))
  const found = await tx.select({ id: tickets.id }).from(tickets).where(eq(tickets.id, ticketId))
  return found.length > 0
}

/** The picture of a ticket that may be seen; null: it has none. */
export async function findScreenshot(
  { database, storage }: Context,
  organizationId: string,
  ticketId: string,
): Promise<Screenshot | null> {
  const key = screenshotKey(organizationId, ticketId)
  const stored = await database.asMember({ organizationId }, (tx) =>
    selectObjects(tx, organizationId, [key.path]),
  )
  if (stored.length === 0) return null
  const content = await storage.get(key).catch((error: unknown) => {
    // The ticket is read without what the disk has lost; checking storage tells of it.
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  })
  if (content === null) return null
  const bytes = await buffer(content.body)
  const mediaType = readPictureFormat(bytes)?.mediaType
  return mediaType === undefined ? null : { mediaType, bytes }
}
