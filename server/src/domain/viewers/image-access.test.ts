import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { openListener } from '../../platform/db/listener.ts'
import { files, images, organizationSettings, slides, storedObjects } from '../../platform/db/schema/index.ts'
import { hearAll } from '../../platform/db/test-hear-all.ts'
import { newId } from '../../platform/id.ts'
import { openContext } from '../../platform/open-context.ts'
import { openCutConnection } from '../../platform/queue/test-support/cut-connection.ts'
import { openTestContext, type TestContext } from '../../platform/test-context.ts'
import { deleteSlide, restoreSlide } from '../slides/delete-slide.ts'
import { type AddedSlide, addImage, addSlide } from '../slides/test-support/add-slide.ts'
import type { Member } from '../work.ts'
import { createImageAccess } from './image-access.ts'
import type { ImageAccess } from './shown-image.ts'
import { addTestMember, addTestOrganization } from './test-support/add-member.ts'

let here: TestContext
/** Another process on the same database. */
let there: Awaited<ReturnType<typeof openContext>>
let owner: pg.Client
let manager: Member
let guest: Member
let stranger: Member
let slide: AddedSlide
let opened: ImageAccess[] = []

beforeAll(async () => {
  here = await openTestContext()
  const { context, databaseUrl } = here
  there = await openContext({ config: context.config, databaseUrl, log: context.log })
  owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  const home = await addTestOrganization(owner)
  manager = await addTestMember(owner, home, 'manager')
  guest = await addTestMember(owner, home, 'guest')
  stranger = await addTestMember(owner, await addTestOrganization(owner), 'admin')
})

afterAll(async () => {
  await owner.end()
  await there.close()
  await here.close()
})

beforeEach(async () => {
  slide = await asSystem((tx) => addSlide(tx, manager.organizationId))
})

afterEach(() => {
  for (const access of opened) access.close()
  opened = []
})

function asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return here.context.database.asSystem(work)
}

function setVisibility(labelVisibility: 'members' | 'managers') {
  return asSystem((tx) =>
    tx
      .update(organizationSettings)
      .set({ labelVisibility })
      .where(eq(organizationSettings.organizationId, manager.organizationId)),
  )
}

function asManager(work: (given: Parameters<typeof deleteSlide>[0]) => Promise<unknown>) {
  const { organizationId, userId } = manager
  return here.context.database.asMember({ organizationId, userId, showDeleted: true }, (tx) =>
    work({ tx, member: manager, now: new Date(), record: () => {} }),
  )
}

/** With connections that hear changes, counting what it asks of the database. */
async function open(context: Context = here.context, limit?: number) {
  let transactions = 0
  const database: Context['database'] = {
    ...context.database,
    asMember: (scope, work) => {
      transactions++
      return context.database.asMember(scope, work)
    },
  }
  const access = createImageAccess({ ...context, database }, limit)
  opened.push(access)
  await hearAll(context)
  const dropped: string[] = []
  access.onDropped(({ id }) => dropped.push(id))
  return { access, dropped, transactions: () => transactions }
}

const eventually = { timeout: 20_000, interval: 10 }

/** As tiles ask: again and again. */
function untilHidden({ access }: { access: ImageAccess }, member: Member, id: string) {
  return vi.waitFor(
    () => expect(access.show(member, id)).rejects.toMatchObject({ code: 'not_found' }),
    eventually,
  )
}

function untilShown({ access }: { access: ImageAccess }, member: Member, id: string) {
  return vi.waitFor(() => access.show(member, id), eventually)
}

async function auditsOf(subjectId: string): Promise<{ event: string; user_id: string; details: object }[]> {
  const { rows } = await owner.query(
    'select event, user_id, details from audits where subject_id = $1 order by id',
    [subjectId],
  )
  return rows
}

describe('what is shown', () => {
  test('an image of a file, where its bytes lie', async () => {
    const { access } = await open()
    const path = join(here.context.config.dataDir, 'storage')
    expect(await access.show(manager, slide.imageId)).toMatchObject({
      id: slide.imageId,
      organizationId: manager.organizationId,
      slideId: slide.id,
      fileId: slide.fileId,
      kind: 'source',
      levels: [{ width: 1000 }, { width: 250 }],
      pixelType: 'uint8',
      samples: 3,
      channels: [{ color: 0xffffff, stats: { max: 255 } }],
      location: {
        imageId: slide.imageId,
        fileId: slide.fileId,
        part: 'image 0',
        source: { kind: 'file', path: expect.stringContaining(path) },
      },
    })
    const { location } = await access.show(manager, slide.macroId)
    expect(location).toMatchObject({ part: 'associated 1', fileId: slide.fileId })
    expect(location.madeLevels).toBeUndefined()
  })

  test('an imported file where it lies, with the levels that were made for it', async () => {
    const { access } = await open()
    const { organizationId } = manager
    const imported = await asSystem((tx) => addSlide(tx, organizationId, { origin: 'import' }))
    await asSystem(async (tx) => {
      const levelsPath = `images/${imported.imageId}/levels`
      await tx
        .insert(storedObjects)
        .values({ organizationId, path: levelsPath, size: 77, storedAt: new Date() })
      await tx.update(images).set({ levelsPath, firstMadeLevel: 1 }).where(eq(images.id, imported.imageId))
    })
    const { location } = await access.show(manager, imported.imageId)
    expect(location.source).toMatchObject({ kind: 'file', path: `/slides/${imported.fileId}.svs` })
    expect(location.madeLevels).toMatchObject({ firstLevel: 1, source: { kind: 'file' } })
  })

  test('an image with bytes of its own', async () => {
    const { access } = await open()
    const path = `images/${newId()}/pyramid`
    const id = await asSystem((tx) =>
      addImage(tx, manager.organizationId, 'output', { slideId: slide.id, path, part: 'image 3' }),
    )
    const { location } = await access.show(manager, id)
    expect(location).toMatchObject({
      fileId: id,
      part: 'image 0',
      source: { path: expect.stringContaining(path) },
    })
  })

  test('one that is still being read says so', async () => {
    const { access } = await open()
    const id = await asSystem((tx) =>
      addImage(tx, manager.organizationId, 'output', { slideId: slide.id, state: 'pending' }),
    )
    await expect(access.show(manager, id)).rejects.toMatchObject({ code: 'not_ready' })
    await asSystem((tx) =>
      tx.update(images).set({ state: 'ready', path: 'images/a/b' }).where(eq(images.id, id)),
    )
    await access.show(manager, id)
  })

  test('the version stays while a slide is renamed, and changes with what is shown', async () => {
    const shown = await open()
    const { version } = await shown.access.show(manager, slide.imageId)
    await asSystem((tx) => tx.update(slides).set({ name: 'b' }).where(eq(slides.id, slide.id)))
    await vi.waitUntil(() => shown.access.known(manager, slide.imageId) === undefined, eventually)
    expect((await shown.access.show(manager, slide.imageId)).version).toBe(version)
    expect(shown.dropped).toEqual([])
    await asSystem((tx) => tx.update(files).set({ modifiedAt: new Date() }).where(eq(files.id, slide.fileId)))
    await vi.waitUntil(() => shown.access.known(manager, slide.imageId) === undefined, eventually)
    expect((await shown.access.show(manager, slide.imageId)).version).not.toBe(version)
  })
})

describe('what is remembered', () => {
  test('an image is asked for once by all who look at it, and then known without waiting', async () => {
    const { access, transactions } = await open()
    expect(access.known(manager, slide.imageId)).toBeUndefined()
    const all = await Promise.all(Array.from({ length: 20 }, () => access.show(manager, slide.imageId)))
    expect(new Set(all).size).toBe(1)
    // One for the image and one for the audit log.
    expect(transactions()).toBe(2)
    expect(access.known(manager, slide.imageId)).toBe(all[0])
    await access.show(manager, slide.imageId)
    expect(transactions()).toBe(2)
  })

  test('what is not there is not asked for again within the second, and is there as soon as it is', async () => {
    const shown = await open()
    const id = newId()
    for (let n = 0; n < 50; n++)
      await expect(shown.access.show(manager, id)).rejects.toThrow('image does not exist')
    expect(shown.transactions()).toBeLessThan(50)
    await asSystem((tx) =>
      addImage(tx, manager.organizationId, 'output', { id, slideId: slide.id, path: 'a/b' }),
    )
    await untilShown(shown, manager, id)
  })

  test('thousands of images take bounded memory, and nothing is kept elsewhere of those that are forgotten', async () => {
    const { access, dropped } = await open(here.context, 10)
    const ids: string[] = []
    await asSystem(async (tx) => {
      for (let n = 0; n < 60; n++) {
        ids.push(await addImage(tx, manager.organizationId, 'output', { slideId: slide.id, path: `a/${n}` }))
      }
    })
    for (const id of ids) await access.show(manager, id)
    expect(ids.filter((id) => access.known(manager, id) !== undefined)).toEqual(ids.slice(-10))
    expect(dropped).toEqual(expect.arrayContaining(ids.slice(0, -10)))
  })

  test('what others have is not there, whether it is remembered or not', async () => {
    const { access } = await open()
    const before = await access.show(stranger, slide.imageId).catch((error) => error)
    await access.show(manager, slide.imageId)
    expect(access.known(stranger, slide.imageId)).toBeUndefined()
    const after = await access.show(stranger, slide.imageId).catch((error) => error)
    const nothing = await access.show(stranger, newId()).catch((error) => error)
    for (const refusal of [before, after]) {
      expect(refusal).toMatchObject({ code: 'not_found', message: nothing.message })
    }
    expect(access.known(manager, slide.imageId)).toBeDefined()
    expect(await auditsOf(slide.id)).toHaveLength(1)
  })
})

describe('what changes', () => {
  test('a slide that is deleted is gone from every process, and back when it is restored', async () => {
    const both = [await open(), await open(there.context)]
    for (const { access } of both) await access.show(manager, slide.imageId)
    await asManager((work) => deleteSlide(work, slide.id))
    for (const each of both) await untilHidden(each, manager, slide.imageId)
    for (const { dropped } of both) expect(dropped).toContain(slide.imageId)
    await asManager((work) => restoreSlide(work, slide.id))
    for (const each of both) await untilShown(each, manager, slide.imageId)
  })

  test('another file under an image is told of; that a copy of the file is being made disturbs nobody', async () => {
    const shown = await open(there.context)
    const { version } = await shown.access.show(manager, slide.imageId)
    const change = (set: Partial<typeof files.$inferInsert>) =>
      asSystem((tx) => tx.update(files).set(set).where(eq(files.id, slide.fileId)))
    await change({ copyAskers: [manager.userId] })
    await vi.waitUntil(() => shown.access.known(manager, slide.imageId) === undefined, eventually)
    expect((await shown.access.show(manager, slide.imageId)).version).toBe(version)
    expect(shown.dropped).toEqual([])
    await change({ size: 12345 })
    await vi.waitUntil(() => shown.access.known(manager, slide.imageId) === undefined, eventually)
    expect((await shown.access.show(manager, slide.imageId)).version).not.toBe(version)
    expect(shown.dropped).toEqual([slide.imageId])
  })

  test('channels that are measured later are shown so', async () => {
    const shown = await open(there.context)
    await shown.access.show(manager, slide.imageId)
    await owner.query(`update channels set color = '#00FF00' where image_id = $1`, [slide.imageId])
    await vi.waitFor(async () => {
      const { channels } = await shown.access.show(manager, slide.imageId)
      expect(channels).toMatchObject([{ color: 0x00ff00 }])
    }, eventually)
    expect(shown.dropped).toEqual([slide.imageId])
  })

  test('many images that change at once are all asked for again', async () => {
    const shown = await open(there.context)
    const ids = await asSystem(async (tx) => {
      const added: string[] = []
      for (let n = 0; n < 30; n++) {
        added.push(
          await addImage(tx, manager.organizationId, 'output', { slideId: slide.id, path: `a/${n}` }),
        )
      }
      return added
    })
    for (const id of ids) await shown.access.show(manager, id)
    await asSystem((tx) =>
      tx.update(images).set({ deletedAt: new Date() }).where(eq(images.slideId, slide.id)),
    )
    for (const id of ids) await untilHidden(shown, manager, id)
    expect(shown.dropped).toEqual(expect.arrayContaining(ids))
  })

  test('an answer that was on its way while the row changed is not kept', async () => {
    const { access } = await open()
    const gate = Promise.withResolvers<void>()
    const { database } = here.context
    const slow = createImageAccess({
      ...here.context,
      database: {
        ...database,
        asMember: async (scope, work) => {
          const answer = await database.asMember(scope, work)
          await gate.promise
          return answer
        },
      },
    })
    opened.push(slow)
    const asked = slow.show(manager, slide.imageId, 'thumbnail')
    const heard = Promise.withResolvers<void>()
    slow.onDropped(({ id }) => id === slide.imageId && heard.resolve())
    await access.show(manager, slide.imageId)
    await asManager((work) => deleteSlide(work, slide.id))
    await heard.promise
    gate.resolve()
    await asked
    expect(slow.known(manager, slide.imageId, 'thumbnail')).toBeUndefined()
    await expect(slow.show(manager, slide.imageId, 'thumbnail')).rejects.toMatchObject({ code: 'not_found' })
  })

  test.each(['cut', 'silence'] as const)(
    'a slide that was deleted while nothing could be heard is gone all the same: %s',
    async (harm) => {
      const way = await openCutConnection(here.databaseUrl)
      const listener = openListener({ url: way.url, log: here.context.log })
      try {
        const shown = await open({ ...there.context, listener })
        await shown.access.show(manager, slide.imageId)
        await way[harm]()
        await asManager((work) => deleteSlide(work, slide.id))
        await untilHidden(shown, manager, slide.imageId)
        expect(listener.isCurrent).toBe(false)
        expect(shown.dropped).toEqual([slide.imageId])
      } finally {
        await way.cut()
        await listener.close()
      }
    },
  )

  test('after the connection was lost everything is asked for again', async () => {
    const { access, dropped } = await open(there.context)
    await access.show(manager, slide.imageId)
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'cresyl listener' and datname = current_database()`,
    )
    await vi.waitUntil(() => dropped.includes(slide.imageId), eventually)
    expect(access.known(manager, slide.imageId)).toBeUndefined()
  })
})

describe('labels', () => {
  test('that can not be opened yet are not there: nobody learns of them by that', async () => {
    const { access } = await open()
    await asSystem((tx) => tx.update(images).set({ state: 'pending' }).where(eq(images.id, slide.labelId)))
    await expect(access.show(guest, slide.labelId)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('are there for those who may see them, by role or by the setting of the organisation', async () => {
    const both = [await open(), await open(there.context)]
    await setVisibility('managers')
    for (const each of both) {
      await untilShown(each, manager, slide.labelId)
      await expect(each.access.show(guest, slide.labelId)).rejects.toMatchObject({ code: 'not_found' })
      expect(each.access.known(guest, slide.labelId)).toBeUndefined()
      await each.access.show(guest, slide.imageId)
    }
    await setVisibility('members')
    for (const each of both) await untilShown(each, guest, slide.macroId)
    await setVisibility('managers')
    for (const each of both) {
      await untilHidden(each, guest, slide.macroId)
      await each.access.show(manager, slide.macroId)
    }
  })
})

describe('the audit log', () => {
  test('tells once of all processes that a person looked at a slide', async () => {
    const both = [await open(), await open(there.context)]
    await Promise.all(
      both.flatMap(({ access }) => Array.from({ length: 10 }, () => access.show(guest, slide.imageId))),
    )
    expect(await auditsOf(slide.id)).toEqual([{ event: 'slide.viewed', user_id: guest.userId, details: {} }])
    await both[0]?.access.show(manager, slide.imageId)
    expect((await auditsOf(slide.id)).map(({ user_id }) => user_id)).toEqual([guest.userId, manager.userId])
  })

  test('tells again after half an hour, by whichever process', async () => {
    let ahead = 0
    const clock = { now: () => new Date(Date.now() + ahead) }
    const first = await open({ ...here.context, clock })
    const second = await open({ ...there.context, clock })
    const skip = async (minutes: number) => {
      ahead += minutes * 60_000
      await owner.query('update views set viewed_at = viewed_at - make_interval(mins => $1)', [minutes])
    }
    await first.access.show(guest, slide.imageId)
    await skip(20)
    await second.access.show(guest, slide.imageId)
    expect(await auditsOf(slide.id)).toHaveLength(1)
    await skip(11)
    await second.access.show(guest, slide.imageId)
    await first.access.show(guest, slide.imageId)
    expect(await auditsOf(slide.id)).toHaveLength(2)
  })

  test('tells of labels by themselves, and of thumbnails only where they show a label', async () => {
    const { access } = await open()
    await access.show(manager, slide.imageId, 'thumbnail')
    expect(access.known(manager, slide.imageId)).toBeUndefined()
    expect(await auditsOf(slide.id)).toEqual([])
    await access.show(manager, slide.labelId, 'thumbnail')
    await access.show(manager, slide.labelId)
    await access.show(manager, slide.macroId, 'thumbnail')
    const revealed = ['label.revealed', 'label.revealed']
    expect((await auditsOf(slide.id)).map(({ event }) => event)).toEqual(revealed)
    await access.show(manager, slide.imageId)
    expect((await auditsOf(slide.id)).map(({ event }) => event)).toEqual([...revealed, 'slide.viewed'])
  })

  test('marks a superadmin who visits', async () => {
    const { access } = await open()
    const visitor: Member = { ...manager, userId: stranger.userId, superadmin: true, acting: true }
    await access.show(visitor, slide.imageId)
    expect(await auditsOf(slide.id)).toEqual([
      { event: 'slide.viewed', user_id: stranger.userId, details: { superadmin: true } },
    ])
  })

  test('has the row before anything is shown: where it can not be written, nothing is', async () => {
    const { access } = await open()
    await access.show(guest, slide.imageId, 'thumbnail')
    await owner.query('alter table views rename to views_away')
    try {
      await expect(access.show(guest, slide.imageId)).rejects.toThrow()
      expect(access.known(guest, slide.imageId)).toBeUndefined()
    } finally {
      await owner.query('alter table views_away rename to views')
    }
    await access.show(guest, slide.imageId)
    expect(await auditsOf(slide.id)).toHaveLength(1)
  })
})
