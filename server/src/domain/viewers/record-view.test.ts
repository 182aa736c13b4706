import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '../../platform/test-context.ts'
import { type AddedSlide, addSlide } from '../slides/test-support/add-slide.ts'
import type { Member } from '../work.ts'
import { readPyramid } from './read-pyramid.ts'
import { recordView } from './record-view.ts'
import { removeOldViews } from './remove-old-views.ts'
import { addTestMember, addTestOrganization } from './test-support/add-member.ts'

let platform: TestContext
let owner: pg.Client
let manager: Member
let guest: Member
let slide: AddedSlide

beforeAll(async () => {
  platform = await openTestContext()
  owner = new pg.Client({ connectionString: platform.databaseUrl })
  await owner.connect()
  const home = await addTestOrganization(owner)
  manager = await addTestMember(owner, home, 'manager')
  guest = await addTestMember(owner, home, 'guest')
})

afterAll(async () => {
  await owner.end()
  await platform.close()
})

beforeEach(async () => {
  await owner.query('delete from views')
  slide = await platform.context.database.asSystem((tx) => addSlide(tx, manager.organizationId))
})

function read(member: Member, imageId: string, requestId?: string) {
  const { organizationId, userId } = member
  return platform.context.database.asMember({ organizationId, userId }, (tx) =>
    readPyramid({ tx, member, now: new Date() }, imageId, requestId),
  )
}

function record(member: Member) {
  const { organizationId, userId } = member
  const image = { id: slide.imageId, slideId: slide.id, kind: 'source' } as const
  return platform.context.database.asMember({ organizationId, userId }, (tx) =>
    recordView({ tx, member, now: new Date() }, image),
  )
}

async function auditsOf(subjectId: string) {
  const { rows } = await owner.query(
    'select event, user_id, request_id, details from audits where subject_id = $1 order by id',
    [subjectId],
  )
  return rows
}

const minutes = 60_000

test('reading the pyramid of an image is a view of its slide, once in half an hour', async () => {
  await read(guest, slide.imageId, 'request-1')
  await read(guest, slide.imageId, 'request-2')
  expect(await auditsOf(slide.id)).toEqual([
    { event: 'slide.viewed', user_id: guest.userId, request_id: 'request-1', details: {} },
  ])
  await owner.query("update views set viewed_at = viewed_at - interval '31 minutes'")
  await read(guest, slide.imageId, 'request-3')
  expect((await auditsOf(slide.id)).map(({ request_id }) => request_id)).toEqual(['request-1', 'request-3'])
})

test('reading that of a label reveals it; who may not see it reveals nothing', async () => {
  await expect(read(guest, slide.labelId)).rejects.toMatchObject({ code: 'not_found' })
  expect(await auditsOf(slide.id)).toEqual([])
  await read(manager, slide.labelId)
  expect(await auditsOf(slide.id)).toMatchObject([
    { event: 'label.revealed', user_id: manager.userId, details: { image_id: slide.labelId, kind: 'label' } },
  ])
})

test('label and macro of a slide are a row each in half an hour, beside that of looking at the slide', async () => {
  const events = async () => (await auditsOf(slide.id)).map(({ event }) => event)
  await read(manager, slide.imageId)
  expect(await events()).toEqual(['slide.viewed'])
  await read(manager, slide.macroId)
  await read(manager, slide.labelId)
  await read(manager, slide.macroId)
  await read(manager, slide.imageId)
  expect(await events()).toEqual(['slide.viewed', 'label.revealed', 'label.revealed'])
  const details = (await auditsOf(slide.id)).map((row) => row.details)
  expect(details.slice(1)).toEqual([
    { image_id: slide.macroId, kind: 'macro' },
    { image_id: slide.labelId, kind: 'label' },
  ])
  await owner.query("update views set viewed_at = viewed_at - interval '31 minutes' where identifying")
  await read(manager, slide.imageId)
  await read(manager, slide.labelId)
  expect((await events()).filter((event) => event === 'label.revealed')).toHaveLength(3)
})

test('of many who record the same view at once one does, and all know for how long that holds', async () => {
  const lasts = await Promise.all(Array.from({ length: 8 }, () => record(guest)))
  expect(await auditsOf(slide.id)).toHaveLength(1)
  for (const each of lasts) {
    expect(each).toBeGreaterThan(29 * minutes)
    expect(each).toBeLessThanOrEqual(30 * minutes)
  }
  await owner.query("update views set viewed_at = viewed_at - interval '20 minutes'")
  expect(await record(guest)).toBeLessThanOrEqual(10 * minutes)
  expect(await record(manager)).toBe(30 * minutes)
})

test('a view that fails with what it belongs to can be recorded again', async () => {
  const { organizationId, userId } = guest
  const image = { id: slide.imageId, slideId: slide.id, kind: 'source' } as const
  const failing = platform.context.database.asMember({ organizationId, userId }, async (tx) => {
    await recordView({ tx, member: guest, now: new Date() }, image)
    throw new Error('afterwards')
  })
  await expect(failing).rejects.toThrow('afterwards')
  expect(await auditsOf(slide.id)).toEqual([])
  await record(guest)
  expect(await auditsOf(slide.id)).toHaveLength(1)
})

test('views are forgotten once they keep nothing from being written and are no longer recent', async () => {
  await record(guest)
  await read(manager, slide.labelId)
  await owner.query("update views set viewed_at = viewed_at - interval '31 minutes'")
  await record(manager)
  expect(await removeOldViews(platform.context)).toBe(1)
  const people = async () => {
    const { rows } = await owner.query('select user_id, identifying from views order by opened_at')
    return rows
  }
  expect(await people()).toEqual([
    { user_id: guest.userId, identifying: false },
    { user_id: manager.userId, identifying: false },
  ])
  await owner.query("update views set opened_at = opened_at - interval '91 days' where user_id = $1", [
    guest.userId,
  ])
  expect(await removeOldViews(platform.context)).toBe(1)
  expect(await people()).toEqual([{ user_id: manager.userId, identifying: false }])
  expect(await auditsOf(slide.id)).toHaveLength(3)
})

test('opening a slide again soon is no new row, but the newest of what one looked at', async () => {
  const openedAt = async () => {
    const { rows } = await owner.query('select opened_at, viewed_at from views where user_id = $1', [
      guest.userId,
    ])
    return rows[0]
  }
  await record(guest)
  await owner.query("update views set opened_at = opened_at - interval '1 minute'")
  const first = await openedAt()
  await record(guest)
  const second = await openedAt()
  expect(second.viewed_at).toEqual(first.viewed_at)
  expect(second.opened_at.getTime()).toBeGreaterThan(first.opened_at.getTime())
  expect(await auditsOf(slide.id)).toHaveLength(1)
})
