import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sendMails } from '../../domain/mail/send-mails.ts'
import { queueDigests } from '../../domain/notifications/queue-digests.ts'
import { warnOfStorage } from '../../domain/notifications/warn-of-storage.ts'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/id.ts'
import { openTestMailServer, type TestMailServer } from '../../platform/mail/test-mail-server.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { annotate, changeMany, edit, makeAnnotation, square } from '../test-support/annotations-examples.ts'
import { makeNotification } from '../test-support/notifications-examples.ts'
import { makeMember } from '../test-support/users-examples.ts'

let api: TestApi
let owner: pg.Client
let mail: TestMailServer

beforeAll(async () => {
  api = await openTestApi()
  owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
  mail = await openTestMailServer()
  api.context.config.mail = { url: mail.url, from: 'cresyl@test.example' }
})

afterEach(async () => {
  mail.delivered.length = 0
  await owner.query('delete from notifications; delete from outgoing_mails; delete from profiles')
})

afterAll(async () => {
  await mail.close()
  await owner.end()
  await api.close()
})

const choose = async (member: TestMember, body: object) => {
  const reply = await request(api, member, { method: 'PATCH', url: '/api/profiles/me/', body })
  expect(reply.status, reply.text).toBe(200)
}

const told = async (member: TestMember, kind: string): Promise<{ text: string; link: string }[]> =>
  (await request(api, member, { url: `/api/notifications/?kind=${kind}` })).json.results

/** What arrived by e-mail, once everything that waits was sent. */
async function letters(context: Context = api.context) {
  const later = new Date(context.clock.now().getTime() + 1000)
  await sendMails({ ...context, clock: { now: () => later } }, mail.transport)
  return mail.delivered
}

describe('a mention', () => {
  const comment = (id: string, text: string, by: TestMember) =>
    request(api, by, { method: 'POST', url: `/api/annotations/${id}/comments/`, body: { text } })

  test('in a comment is told, also by e-mail to who wants that, and to nobody else', async () => {
    const ann = await makeMember(api, api.home.admin, { name: 'Ann Lee' })
    await choose(ann, { notifications: { mention: { in_app: true, email: true } } })
    const far = await makeMember(api, api.away.admin, { name: 'Ann Lee' })
    const namesake = await makeMember(api, api.home.admin, { name: 'Ann' })
    const { id, slide } = await makeAnnotation(api, api.home.admin)
    expect((await comment(id, 'Please look, @ann lee.', api.home.user)).status).toBe(201)
    const link = expect.stringContaining(`/slide/${slide.id}`)
    expect(await told(ann, 'mention')).toMatchObject([
      { text: expect.stringMatching(/ mentioned you on .+\.$/), link },
    ])
    for (const other of [far, namesake, api.home.admin, api.home.user])
      expect(await told(other, 'mention')).toEqual([])
    const [letter] = await letters()
    expect(letter?.recipients).toEqual([ann.email])
    expect(letter?.message).toContain('Subject: Cresyl: Mentions')
    expect(letter?.message.replaceAll('=\r\n', '')).toContain(`http://localhost:18080/slide/${slide.id}`)
  })

  test('in notes is told once, however they are written, sent and changed', async () => {
    const bob = await makeMember(api, api.home.admin, { name: 'Bob' })
    const { id, slide } = await makeAnnotation(api, api.home.admin)
    const count = async () => (await told(bob, 'mention')).length
    await edit(api, api.home.admin, id, { notes: '@Bob: fat?' })
    expect(await count()).toBe(1)
    const { version } = (await edit(api, api.home.admin, id, { notes: '@Bob: fat or mucus?' })).json
    expect(await count()).toBe(1)
    const body = { id: newId(), image_id: slide.imageId, geometry: square(), shape: 'rectangle' }
    const noted = { ...body, notes: 'Ask @Bob' }
    for (const _ of [1, 2]) expect((await annotate(api, api.home.admin, noted)).status).toBeLessThan(300)
    expect(await count()).toBe(2)
    const { id: _, image_id, ...drawn } = noted
    const many = {
      image_id,
      create: [drawn],
      update: [{ id, version, notes: 'Nobody' }],
      delete: [],
      restore: [],
    }
    const reply = await changeMany(api, api.home.admin, many)
    expect(reply.status, reply.text).toBe(200)
    expect(await count()).toBe(3)
  })

  test('of oneself, or of someone who has left, is told to nobody', async () => {
    const gone = await makeMember(api, api.home.admin, { name: 'Gone Girl' })
    await owner.query('update memberships set disabled_at = now() where user_id = $1', [gone.userId])
    const { id } = await makeAnnotation(api, api.home.admin)
    await comment(id, '@Gone Girl and @admin of home, look', api.home.admin)
    expect((await owner.query('select * from notifications')).rows).toEqual([])
  })
})

test('who is assigned annotations is told once of all of them, and not again of the same', async () => {
  const ann = await makeMember(api, api.home.admin, { name: 'Ann Lee' })
  const { image_id, slide } = await makeAnnotation(api, api.home.admin)
  const drawn = { geometry: square(), shape: 'rectangle' }
  const { json } = await changeMany(api, api.home.admin, { image_id, create: [drawn, drawn] })
  const made: { id: string; version: number }[] = json.results
  const update = made.map(({ id, version }) => ({ id, version, assignee_id: ann.userId }))
  await changeMany(api, api.home.admin, { image_id, update })
  const link = expect.stringContaining(`/slide/${slide.id}`)
  const both = { text: expect.stringMatching(/ assigned 2 annotations on .+ to you\.$/), link }
  expect(await told(ann, 'assignment')).toMatchObject([both])
  const [{ id } = { id: '' }] = made
  await edit(api, api.home.admin, id, { name: 'Renamed', assignee_id: ann.userId })
  const own = await edit(api, api.home.admin, id, { assignee_id: api.home.admin.userId })
  await annotate(api, api.home.admin, { image_id, ...drawn, assignee_id: ann.userId })
  const one = { text: expect.stringMatching(/ assigned an annotation on .+ to you\.$/), link }
  expect(await told(ann, 'assignment')).toMatchObject([one, both])
  // New ones and others in one request.
  await changeMany(api, api.home.admin, {
    image_id,
    create: [{ ...drawn, assignee_id: ann.userId }],
    update: [{ id, version: own.json.version, assignee_id: ann.userId }],
  })
  expect(await told(ann, 'assignment')).toMatchObject([both, one, both])
  expect(await told(api.home.admin, 'assignment')).toEqual([])
})

describe('the e-mail about unread notifications', () => {
  const at = (time: string): Context => ({ ...api.context, clock: { now: () => new Date(time) } })

  test('comes once when it is due, with what is unread since the one before', async () => {
    const member = await makeMember(api, api.home.admin)
    await choose(member, { digest: 'daily' })
    const tell = (text: string, now: string) => makeNotification(api, member, { text, now: new Date(now) })
    const read = await tell('Seen already.', '2026-05-04T05:00:00Z')
    await request(api, member, {
      method: 'PATCH',
      url: `/api/notifications/${read.id}/`,
      body: { read: true },
    })
    await tell('The first.', '2026-05-04T06:00:00Z')
    await tell('After seven.', '2026-05-04T07:30:00Z')
    // Several workers look at the same time.
    const queued = await Promise.all([1, 2, 3].map(() => queueDigests(at('2026-05-04T08:00:00Z'))))
    expect(queued.sort()).toEqual([0, 0, 1])
    const [letter, ...others] = await letters()
    expect([letter?.recipients, others]).toEqual([[member.email], []])
    expect(letter?.message).toContain('Subject: Cresyl: one notification unread')
    expect(letter?.message).toContain('- The first.')
    expect(letter?.message).toContain('http://localhost:18080/notifications?show=unread')
    expect(letter?.message).not.toMatch(/Seen already|After seven/)

    expect(await queueDigests(at('2026-05-05T06:59:00Z'))).toBe(0)
    expect(await queueDigests(at('2026-05-05T07:00:00Z'))).toBe(1)
    const [, next] = await letters()
    expect(next?.message).toContain('- After seven.')
    expect(next?.message).not.toContain('The first.')
    expect(await queueDigests(at('2026-05-06T07:00:00Z'))).toBe(0)
  })

  test('tells of twenty, and how many more there are', async () => {
    const member = await makeMember(api, api.home.admin)
    await choose(member, { digest: 'weekly' })
    await owner.query(
      `insert into notifications (id, organization_id, user_id, kind, text, created_at)
       select gen_random_uuid(), $1, $2, 'job.failed', 'Number ' || n || '.', '2026-05-03T00:00:00Z'::timestamptz + n * interval '1 minute'
       from generate_series(1, 1234) as n`,
      [member.organizationId, member.userId],
    )
    expect(await queueDigests(at('2026-05-04T12:00:00Z'))).toBe(1)
    const [letter] = await letters()
    expect(letter?.message).toContain('Subject: Cresyl: 1234 notifications unread')
    expect(letter?.message.match(/^- Number/gm)).toHaveLength(20)
    expect(letter?.message).toContain('- and 1214 more')
  })

  test('is written for nobody who left, wants none, or where no mail server is set', async () => {
    const [left, none, wanting] = [
      await makeMember(api, api.home.admin),
      await makeMember(api, api.home.admin),
      await makeMember(api, api.home.admin),
    ]
    for (const member of [left, none, wanting])
      await makeNotification(api, member, { now: new Date('2026-05-03T00:00:00Z') })
    await choose(left, { digest: 'daily' })
    await choose(none, { digest: 'off' })
    await owner.query('update memberships set disabled_at = now() where user_id = $1', [left.userId])
    expect(await queueDigests(at('2026-05-04T12:00:00Z'))).toBe(0)
    await choose(wanting, { digest: 'daily' })
    const unset = { ...api.context, config: { ...api.context.config, mail: null } }
    expect(await queueDigests({ ...unset, clock: at('2026-05-04T12:00:00Z').clock })).toBe(0)
    expect(await queueDigests(at('2026-05-04T12:00:00Z'))).toBe(1)
  })
})

describe('that storage is nearly full', () => {
  const kind = 'storage.nearly_full'
  const fill = (percent: number) =>
    owner.query(
      `insert into uploads (id, organization_id, path, size, part_size, state)
       values (gen_random_uuid(), $1, 'files/full', $2, 1, 'open')`,
      [api.home.admin.organizationId, percent * 10],
    )

  test('managers are told at 80 and at 95 per cent, once each, and again when it had been emptied', async () => {
    await owner.query('update organizations set quota_bytes = 1000 where id = $1', [
      api.home.admin.organizationId,
    ])
    await choose(api.home.manager, { notifications: { [kind]: { in_app: true, email: true } } })
    const texts = async () => {
      // Whatever the disk of this machine is like.
      await warnOfStorage(api.context)
      return (await told(api.home.manager, kind))
        .map(({ text }) => text)
        .filter((text) => text.includes('quota'))
    }
    const at = async (percent: number) => {
      await owner.query("delete from uploads where path = 'files/full'")
      await fill(percent)
      return texts()
    }
    expect(await at(79)).toEqual([])
    expect(await at(80)).toEqual([expect.stringMatching(/^80 % of your storage quota is used\./)])
    expect(await at(94)).toHaveLength(1)
    expect(await at(95)).toHaveLength(2)
    expect(await at(99)).toHaveLength(2)
    expect(await at(50)).toHaveLength(2)
    expect(await at(96)).toEqual([
      expect.stringMatching(/^96 %/),
      expect.stringMatching(/^95 %/),
      expect.stringMatching(/^80 %/),
    ])
    for (const uninvolved of [api.home.user, api.home.guest, api.away.manager])
      expect((await told(uninvolved, kind)).filter(({ text }) => text.includes('quota'))).toEqual([])
    const sent = (await letters()).filter(({ message }) => message.includes('quota'))
    expect(sent.map(({ recipients }) => recipients)).toEqual(Array(3).fill(['manager@home.test']))
  })
})
