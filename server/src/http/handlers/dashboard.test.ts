import { Readable } from 'node:stream'
import type { Dashboard } from '@cresyl/contract/lab/dashboard'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { foldSums } from '../../domain/dashboard/fold-sums.ts'
import { purgeProjects } from '../../domain/projects/purge-projects.ts'
import { purgeSlides } from '../../domain/slides/purge-slides.ts'
import { newId } from '../../platform/id.ts'
import { usedBytes } from '../../platform/storage/object-queries.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { makeJob } from '../test-support/jobs-examples.ts'
import { makeProject } from '../test-support/projects-examples.ts'
import { editSlide, makeSlide } from '../test-support/slides-examples.ts'

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

async function read(member: TestMember = api.home.admin): Promise<Dashboard> {
  const reply = await request(api, member, { url: '/api/dashboard/' })
  expect(reply.status, reply.text).toBe(200)
  return reply.json
}

const act = (method: 'POST' | 'DELETE', url: string, body?: unknown) =>
  request(api, api.home.admin, { method, url, ...(body !== undefined && { body }) })

describe('the counts of slides', () => {
  const counts = async (projectId: string) => {
    const { json } = await request(api, api.home.guest, { url: `/api/projects/${projectId}/` })
    const { slide_count, unsorted_count } = await read(api.home.guest)
    return { project: json.slide_count, slide_count, unsorted_count }
  }
  /** What the rows themselves say. */
  const counted = async (projectId: string) => {
    const { rows } = await owner.query(
      `select count(*) filter (where project_id = $2)::int as project, count(*)::int as slide_count,
         count(*) filter (where not exists (select from projects p where p.id = s.project_id and p.deleted_at is null))::int
           as unsorted_count
       from slides s where organization_id = $1 and deleted_at is null`,
      [api.home.admin.organizationId, projectId],
    )
    return rows[0]
  }

  test('follow every way in which slides come, move, go and come back', async () => {
    const { id: projectId } = await makeProject(api, api.home.admin)
    const { id: otherId } = await makeProject(api, api.home.admin)
    const first = await makeSlide(api, api.home.admin, { projectId })
    const second = await makeSlide(api, api.home.admin, { projectId })
    const expectRight = async (project: number) => {
      expect(await counts(projectId)).toEqual(await counted(projectId))
      expect((await counts(projectId)).project).toBe(project)
    }
    await expectRight(2)
    await editSlide(api, first.id, { project_id: otherId })
    await expectRight(1)
    await editSlide(api, first.id, { project_id: null })
    await expectRight(1)
    await editSlide(api, first.id, { project_id: projectId })
    await act('DELETE', `/api/slides/${second.id}/`)
    await expectRight(1)
    await act('POST', `/api/slides/${second.id}/restore/`)
    await expectRight(2)
    await foldSums(api.context)
    await expectRight(2)
    await act('DELETE', `/api/slides/${second.id}/`)
    await owner.query(`update slides set deleted_at = now() - interval '40 days' where id = $1`, [second.id])
    expect(await purgeSlides(api.context)).toBe(1)
    await expectRight(1)
  })

  test('of a project that is deleted, and purged, are unsorted', async () => {
    const { id: projectId } = await makeProject(api, api.home.admin)
    const { id: otherId } = await makeProject(api, api.home.admin)
    const { imageId } = await makeSlide(api, api.home.admin, { projectId })
    const before = await read()
    await act('DELETE', `/api/projects/${projectId}/`)
    const after = await read()
    expect(after.unsorted_count).toBe(before.unsorted_count + 1)
    expect(after.unsorted_covers).toEqual({
      cover_image_ids: [imageId, ...before.unsorted_covers.cover_image_ids].slice(0, 4),
      virtual_cover_ids: [],
    })
    await owner.query(`update projects set deleted_at = now() - interval '40 days' where id = $1`, [
      projectId,
    ])
    expect(await purgeProjects(api.context)).toBe(1)
    expect(await counts(otherId)).toEqual(await counted(otherId))
    expect((await read()).slide_count).toBe(before.slide_count)
  })

  test('are right when many change them at once', async () => {
    const { id: projectId } = await makeProject(api, api.home.admin)
    const made = await Promise.all(
      Array.from({ length: 10 }, () => makeSlide(api, api.home.admin, { projectId })),
    )
    await Promise.all([
      ...made.slice(0, 5).map(({ id }) => act('DELETE', `/api/slides/${id}/`)),
      foldSums(api.context),
      ...made.slice(5, 8).map(({ id }) => editSlide(api, id, { project_id: null })),
      foldSums(api.context),
    ])
    expect(await counts(projectId)).toEqual(await counted(projectId))
    expect((await counts(projectId)).project).toBe(2)
  })

  test('come with the pictures of the four newest slides', async () => {
    const { id: projectId } = await makeProject(api, api.home.admin)
    const days = [3, 1, 5, 2, 4]
    const made = await Promise.all(
      days.map((day) =>
        makeSlide(api, api.home.admin, { projectId, createdAt: new Date(Date.UTC(2025, 0, day)) }),
      ),
    )
    const imageOf = (day: number) => made[days.indexOf(day)]?.imageId
    const { json } = await request(api, api.home.guest, { url: `/api/projects/?limit=-1` })
    const shown = json.results.find(({ id }: { id: string }) => id === projectId)
    expect(shown).toMatchObject({ slide_count: 5, cover_image_ids: [5, 4, 3, 2].map(imageOf) })
    expect(shown.virtual_cover_ids).toEqual([])
    // The oldest opens with one too, and is not among the covers.
    for (const day of [4, 1]) {
      await owner.query(`update images set kind = 'output', metadata = '{"Virtual": "yes"}' where id = $1`, [
        imageOf(day),
      ])
    }
    const marked = await request(api, api.home.guest, { url: `/api/projects/${projectId}/` })
    expect(marked.json.virtual_cover_ids).toEqual([imageOf(4)])
    await act('DELETE', `/api/slides/${made[2]?.id}/`)
    const after = await request(api, api.home.guest, { url: `/api/projects/${projectId}/` })
    expect(after.json.cover_image_ids).toEqual([4, 3, 2, 1].map(imageOf))
  })
})

const ofBytes = (count: number) => Readable.from([Buffer.alloc(count)])

describe('the storage that is used', () => {
  test('is that of all objects but those of the platform itself, and of unfinished uploads', async () => {
    const { organizationId } = api.home.admin
    const { storage, database } = api.context
    const before = (await read()).storage?.used_bytes ?? Number.NaN
    await storage.put({ organizationId, path: 'files/a/original' }, ofBytes(1000))
    await storage.put({ organizationId, path: 'files/b/original' }, ofBytes(500))
    await storage.put({ organizationId, path: 'audit/seals/x' }, ofBytes(70))
    await storage.put({ organizationId, path: 'files/a/original' }, ofBytes(2000))
    await foldSums(api.context)
    await storage.delete({ organizationId, path: 'files/b/original' })
    expect((await read()).storage).toEqual({ used_bytes: before + 2000, quota_bytes: null })
    const { rows } = await owner.query(
      `select coalesce(sum(size), 0)::int as bytes from stored_objects where organization_id = $1 and path not like 'audit/%'`,
      [organizationId],
    )
    expect(await database.asSystem((tx) => usedBytes(tx, organizationId))).toBe(rows[0].bytes)
  })

  test('is not for those who may not read files', async () => {
    expect((await read(api.home.guest)).storage).toBeNull()
  })
})

describe('what needs attention', () => {
  const home = () => api.home.admin

  beforeEach(async () => {
    await owner.query(
      `delete from attention_seen; delete from images where file_id in (select id from files where state = 'failed' or reading_state = 'failed');
       delete from files where state = 'failed' or reading_state = 'failed';
       update jobs set state = 'succeeded' where state = 'failed'`,
    )
  })

  interface MadeFile {
    name?: string
    state?: string
    reading?: string
    message?: string
    by?: TestMember
    hoursAgo?: number
  }

  async function addFile(given: MadeFile = {}): Promise<string> {
    const {
      name = 'a.svs',
      state = 'failed',
      reading = 'none',
      message = '',
      by = home(),
      hoursAgo = 1,
    } = given
    const id = newId()
    await owner.query(
      `insert into files (id, organization_id, name, search_key, media_type, size, path, state, state_message, reading_state, reading_message, created_by, created_at, updated_at)
       values ($1, $2, $3, $3, 'svs', 5, $9, $4, $5, $6, $5, $7, now() - $8 * interval '1 hour', now() - $8 * interval '1 hour')`,
      [id, by.organizationId, name, state, message, reading, by.userId, hoursAgo, `files/${id}`],
    )
    return id
  }

  const told = async (member = home()) => (await read(member)).attention.results.map(({ id }) => id)

  test('is what failed, newest first, in sentences that say what to do', async () => {
    const upload = await addFile({ message: 'Upload failed', hoursAgo: 3 })
    const unreadable = await addFile({
      name: 'b.svs',
      state: 'stored',
      reading: 'failed',
      hoursAgo: 2,
      message: 'The file ends too early. Send it again.',
    })
    const job = await makeJob(api, home(), { kind: 'check_storage', state: 'failed' })
    await owner.query(`update jobs set message = 'Two files are missing. Restore them.' where id = $1`, [job])
    const { attention } = await read()
    expect(attention.count).toBe(3)
    expect(attention.results).toMatchObject([
      {
        kind: 'job_failed',
        id: job,
        title: 'Check stored files',
        message: 'Two files are missing. Restore them.',
      },
      {
        kind: 'file_unreadable',
        id: unreadable,
        title: 'b.svs',
        message: 'The file ends too early. Send it again.',
      },
      {
        kind: 'upload_failed',
        id: upload,
        title: 'a.svs',
        message: 'Upload failed. Send the file again.',
        by: { id: home().userId },
      },
    ])
  })

  test('is neither what was given up, nor what is old, nor a reading told of as a file, nor a part', async () => {
    await addFile({ state: 'aborted' })
    await addFile({ hoursAgo: 31 * 24 })
    await makeJob(api, home(), { kind: 'ingest', state: 'failed' })
    const parentId = await makeJob(api, home(), { kind: 'edit_slides', isParent: true, state: 'succeeded' })
    await makeJob(api, home(), { kind: 'edit_some_slides', parentId, state: 'failed' })
    expect((await read()).attention).toEqual({ count: 0, results: [] })
  })

  test('ends with the same file sent again by the same person', async () => {
    const id = await addFile({ name: 'again.svs', hoursAgo: 5 })
    await addFile({ name: 'again.svs', state: 'stored', reading: 'ready', by: api.home.user, hoursAgo: 4 })
    expect(await told()).toEqual([id])
    await addFile({ name: 'again.svs', state: 'stored', reading: 'ready', hoursAgo: 4 })
    expect(await told()).toEqual([])
    const unreadable = await addFile({ name: 'bad.svs', state: 'stored', reading: 'failed', hoursAgo: 3 })
    const still = await addFile({ name: 'bad.svs', state: 'stored', reading: 'failed', hoursAgo: 2 })
    expect(await told()).toEqual([still, unreadable])
    await addFile({ name: 'bad.svs', state: 'stored', reading: 'pending', hoursAgo: 1 })
    expect(await told()).toEqual([])
  })

  test('is not told again to who has seen it, and to others it is', async () => {
    const old = await addFile({ hoursAgo: 2 })
    const seen = await act('POST', '/api/dashboard/seen/', {
      until: new Date(Date.now() - 3_600_000).toISOString(),
    })
    expect(seen.status).toBe(204)
    const late = await addFile({ name: 'late.svs', hoursAgo: 0.5 })
    expect(await told()).toEqual([late])
    expect(await told(api.home.user)).toEqual([late, old])
    // Nobody has seen what is still to come, and nothing is unseen again.
    await act('POST', '/api/dashboard/seen/', { until: '2999-01-01T00:00:00Z' })
    await act('POST', '/api/dashboard/seen/', { until: '2001-01-01T00:00:00Z' })
    expect(await told()).toEqual([])
    await owner.query("update files set updated_at = now() + interval '1 second' where id = $1", [late])
    expect(await told()).toEqual([late])
  })

  test('is only what the person may read, in their organisation', async () => {
    await addFile()
    await makeJob(api, home(), { kind: 'check_storage', state: 'failed' })
    expect((await read(api.home.guest)).attention.count).toBe(0)
    expect((await read(api.home.user)).attention.results.map(({ kind }) => kind)).toEqual(['upload_failed'])
    expect((await read(api.away.admin)).attention.count).toBe(0)
  })

  test('counts more than it shows', async () => {
    for (let n = 0; n < 25; n += 1) await addFile({ name: `${n}.svs` })
    const { attention } = await read()
    expect([attention.count, attention.results.length]).toEqual([25, 20])
  })
})

describe('the slides that one looked at last', () => {
  const recent = async (member: TestMember, query = '') => {
    const reply = await request(api, member, { url: `/api/slides/recent/${query}` })
    return reply.json
  }
  const open = (imageId: string, member: TestMember) =>
    request(api, member, { url: `/api/viewers/pyramids/${imageId}/` })

  test('are those that are still there, newest first, each once', async () => {
    const made = await Promise.all([1, 2, 3].map(() => makeSlide(api, api.home.admin)))
    const [a, b, c] = made.map(({ id, imageId }) => ({ id, imageId }))
    for (const each of [a, b, c, a]) await open(each?.imageId ?? '', api.home.user)
    const ids = async () => {
      const { results } = await recent(api.home.user)
      return results.map(({ slide }: { slide: { id: string } }) => slide.id)
    }
    expect(await ids()).toEqual([a?.id, c?.id, b?.id])
    await act('DELETE', `/api/slides/${c?.id}/`)
    expect(await ids()).toEqual([a?.id, b?.id])
    expect(await recent(api.home.user, '?limit=1')).toMatchObject({
      count: 2,
      results: [{ slide: { id: a?.id } }],
    })
    expect((await recent(api.home.manager)).count).toBe(0)
  })
})

describe('the people whose slides there are', () => {
  test('are told for all, for some projects and for those in none', async () => {
    const { id: projectId } = await makeProject(api, api.home.admin)
    await makeSlide(api, api.home.manager, { projectId })
    await makeSlide(api, api.home.user)
    const people = async (query: string) => {
      const { json } = await request(api, api.home.guest, { url: `/api/slides/uploaders/?${query}` })
      expect(json.next).toBeNull()
      return json.results.map(({ id }: { id: string }) => id)
    }
    expect(await people('')).toEqual(
      expect.arrayContaining([api.home.manager.userId, api.home.user.userId, api.home.admin.userId]),
    )
    expect(await people(`project_id=${projectId}`)).toEqual([api.home.manager.userId])
    expect(await people('unsorted=true')).toContain(api.home.user.userId)
    expect(await people('unsorted=true')).not.toContain(api.home.manager.userId)
    const theirs = await makeProject(api, api.away.admin)
    expect(await people(`project_id=${theirs.id}`)).toEqual([])
  })
})
