import { bytes, textLimits } from '@cresyl/contract/api/limits'
import { messages } from '@cresyl/contract/api/messages'
import {
  type File,
  type FileState,
  type FileStatus,
  fileStatuses,
  fileStatusOf,
  statesOf,
} from '@cresyl/contract/files/files'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { makeFile, makeSentFile, makeStoredFile, multipart } from '../test-support/files-examples.ts'
import { makeProject } from '../test-support/projects-examples.ts'
import { makeSlide } from '../test-support/slides-examples.ts'
import { makeStainer } from '../test-support/stainers-examples.ts'
import { makeTissue } from '../test-support/tissues-examples.ts'

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

const create = (body: object, member = api.home.user) =>
  request(api, member, {
    method: 'POST',
    url: '/api/files/',
    body: { name: 'slide.svs', media_type: 'svs', size: 5000, ...body },
  })
const edit = (id: string, body: object, member = api.home.user) =>
  request(api, member, { method: 'PATCH', url: `/api/files/${id}/`, body })
const read = async (id: string): Promise<File> =>
  (await request(api, api.home.user, { url: `/api/files/${id}/` })).json

async function list(query: string, member: TestMember = api.home.user): Promise<File[]> {
  const reply = await request(api, member, { url: `/api/files/?${query}` })
  expect(reply.status, reply.text).toBe(200)
  return reply.json.results
}

async function eventsOf(id: string): Promise<string[]> {
  const { rows } = await owner.query('select event from audits where subject_id = $1 order by id', [id])
  return rows.map(({ event }) => event)
}

/** A slide of the file, as reading it would make. */
async function makeSlideOf(fileId: string): Promise<string> {
  const [slide, image] = [newId(), newId()]
  const { organizationId } = api.home.user
  await owner.query(
    `begin;
     insert into slides (id, organization_id, file_id, name, search_key, image_id, source_image_id)
       values ('${slide}', '${organizationId}', '${fileId}', 's', 's', '${image}', '${image}');
     insert into images (id, organization_id, slide_id, file_id, kind)
       values ('${image}', '${organizationId}', '${slide}', '${fileId}', 'source');
     commit`,
  )
  return slide
}

describe('a new file', () => {
  test('waits for its parts', async () => {
    const { status, json } = await create({ name: 'A_(1).ome.TIFF', media_type: 'ome.TIFF' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      name: 'A_(1).ome.TIFF',
      media_type: 'ome.tiff',
      size: 5000,
      state: 'created',
      state_message: '',
      reading_state: 'none',
      origin: 'upload',
      hash: null,
      job_id: null,
      slide_id: null,
      created_by: { id: api.home.user.userId },
      version: 1,
    })
    expect(await eventsOf(json.id)).toEqual(['file.created'])
  })

  test('is refused with everything that is wrong, each in its field', async () => {
    const { status, json } = await create({ name: 'ä slide.1.2.jpeg', media_type: 'svs', size: 10 })
    expect([status, json.code, json.detail]).toEqual([400, 'invalid_input', messages.file.tooSmall])
    expect(json.fields).toEqual({
      size: [messages.file.tooSmall],
      name: [
        messages.file.nameHasSpaces,
        messages.file.nameHasInvalidCharacters(['ä']),
        messages.file.extensionNotAllowed('1.2.jpeg'),
        messages.file.tooManyDots,
      ],
      media_type: ['Must be the extension of the file name'],
    })
  })

  test.each<[string, object, object]>([
    ['larger than 40 GB', { size: 40 * bytes.GB + 1 }, { size: [messages.file.tooLarge] }],
    ['of a negative size', { size: -1 }, { size: [messages.file.tooSmall] }],
    ['without a name', { name: '' }, { name: [messages.file.nameRequired] }],
    ['without an extension', { name: 'slide' }, { name: [messages.file.extensionRequired] }],
    ['of another media type', { media_type: 'tiff' }, { media_type: [expect.stringMatching(/extension/)] }],
  ])('%s is refused', async (_what, body, fields) => {
    const reply = await create(body)
    expect([reply.status, reply.json.fields]).toEqual([400, fields])
  })

  test('as large as 40 GB is taken, where there is no quota', async () => {
    expect((await create({ size: 40 * bytes.GB })).status).toBe(201)
  })

  test('may say where its slide belongs', async () => {
    const name = 'Where slides belong'
    const project = await makeProject(api, api.home.admin, name)
    const tissue = await makeTissue(api, api.home.admin)
    const stainer = await makeStainer(api, api.home.admin)
    const named = { project_id: project.id, tissue_id: tissue.id, stainer_id: stainer.id }
    const { json } = await create(named)
    expect(json).toMatchObject({ ...named, project: { id: project.id, name }, image_id: null })
  })

  test('names nothing of another organisation, nothing deleted and nothing merged', async () => {
    const theirs = {
      project_id: (await makeProject(api, api.away.admin)).id,
      tissue_id: (await makeTissue(api, api.away.admin)).id,
      stainer_id: (await makeStainer(api, api.away.admin)).id,
    }
    const reply = await create(theirs)
    expect([reply.status, Object.keys(reply.json.fields)]).toEqual([400, Object.keys(theirs)])

    const { id: project_id } = await makeProject(api, api.home.admin)
    await request(api, api.home.admin, { method: 'DELETE', url: `/api/projects/${project_id}/` })
    const [merged, kept] = [await makeTissue(api, api.home.admin), await makeTissue(api, api.home.admin)]
    await request(api, api.home.admin, {
      method: 'POST',
      url: `/api/tissues/${merged.id}/merge/`,
      body: { into_id: kept.id },
    })
    const gone = await create({ project_id, tissue_id: merged.id })
    expect([gone.status, Object.keys(gone.json.fields)]).toEqual([400, ['project_id', 'tissue_id']])
  })
})

describe('the list of files', () => {
  test('is searched, filtered, ordered and paged', async () => {
    const { id: project_id } = await makeProject(api, api.home.admin)
    const names = ['Kidney_b.svs', 'kidney_A.svs', 'liver.svs']
    const made: string[] = []
    for (const [at, name] of names.entries())
      made.push((await create({ name, project_id, size: 2000 + at })).json.id)
    await edit(made[2] ?? '', { state: 'failed' })
    const of = `project_id=${project_id}`
    const found = async (query: string) => (await list(`${of}&${query}`)).map(({ name }) => name)
    expect(await found('')).toEqual(names.toReversed())
    expect(await found('ordering=name')).toEqual(['kidney_A.svs', 'Kidney_b.svs', 'liver.svs'])
    expect(await found('ordering=-size')).toEqual(names.toReversed())
    expect(await found('search=KIDNEY+svs&ordering=name')).toEqual(['kidney_A.svs', 'Kidney_b.svs'])
    expect(await found('search=%25')).toEqual([])
    expect(await found('state=failed&state=aborted')).toEqual(['liver.svs'])
    expect(await found('reading_state=ready')).toEqual([])
    expect(await found(`created_by=${api.home.admin.userId}`)).toEqual([])
    const { json } = await request(api, api.home.user, { url: `/api/files/?${of}&limit=2&offset=0` })
    expect([json.count, json.results.length, json.previous]).toEqual([3, 2, null])
    expect(json.next).toBe(`/api/files/?${of}&limit=2&offset=2`)
  })

  test('finds the file of a slide, and names the slide', async () => {
    const { id } = await makeStoredFile(api, api.home.user)
    const slide_id = await makeSlideOf(id)
    const { rows } = await owner.query('select image_id from slides where id = $1', [slide_id])
    const { image_id } = rows[0]
    expect(await list(`slide_id=${slide_id}`)).toMatchObject([{ id, slide_id, image_id }])
    await owner.query('update slides set deleted_at = now() where id = $1', [slide_id])
    expect(await read(id)).toMatchObject({ slide_id: null, image_id: null })
  })

  test('finds files where they are now: with their slide, once it was moved', async () => {
    const first = await makeProject(api, api.home.admin)
    const second = await makeProject(api, api.home.admin, 'Moved to')
    const { id } = await makeStoredFile(api, api.home.user)
    await edit(id, { project_id: first.id })
    const found = async ({ id }: { id: string }) => (await list(`project_id=${id}`)).map((each) => each.id)
    expect([await found(first), await found(second)]).toEqual([[id], []])

    const slide = await makeSlideOf(id)
    await owner.query('update slides set project_id = $2 where id = $1', [slide, second.id])
    expect([await found(first), await found(second)]).toEqual([[], [id]])
    expect(await read(id)).toMatchObject({
      project_id: first.id,
      project: { id: second.id, name: 'Moved to' },
    })

    await owner.query('update slides set project_id = null where id = $1', [slide])
    expect((await read(id)).project).toBeNull()
    expect(await list(`project_id=${first.id}&project_id=${second.id}`)).toEqual([])
  })

  test('names no project that was deleted', async () => {
    const project = await makeProject(api, api.home.admin)
    const { id } = await makeFile(api, api.home.user, { project_id: project.id })
    await request(api, api.home.admin, { method: 'DELETE', url: `/api/projects/${project.id}/` })
    expect(await read(id)).toMatchObject({ project_id: project.id, project: null })
  })

  test('is filtered by all its states in one word, and by several of them at once', async () => {
    const { id: project_id } = await makeProject(api, api.home.admin)
    const made = new Map<FileStatus, string>()
    for (const status of fileStatuses) {
      const { state, reading, checking } = statesOf(status)
      const { id } = checking
        ? { id: (await makeSlide(api, api.home.user, { projectId: project_id, qcState: 'running' })).fileId }
        : await makeFile(api, api.home.user, { project_id })
      await owner.query('update files set state = $2, reading_state = $3 where id = $1', [
        id,
        state,
        reading[0],
      ])
      made.set(status, id)
    }
    const found = async (query: string) =>
      (await list(`project_id=${project_id}&${query}`)).map(({ id }) => id)
    for (const [status, id] of made) expect(await found(`status=${status}`), status).toEqual([id])
    expect(await found('status=failed&status=ready&status=uploading&ordering=created_at')).toEqual([
      made.get('uploading'),
      made.get('ready'),
      made.get('failed'),
    ])
    for (const file of await list(`project_id=${project_id}`)) {
      expect(made.get(fileStatusOf(file))).toBe(file.id)
    }
  })

  test('shows one’s own', async () => {
    const { id: project_id } = await makeProject(api, api.home.admin)
    const own = await makeFile(api, api.home.user, { project_id })
    await makeFile(api, api.home.admin, { project_id })
    expect((await list(`project_id=${project_id}&mine=true`)).map(({ id }) => id)).toEqual([own.id])
    expect(await list(`project_id=${project_id}&mine=false`)).toHaveLength(2)
  })
})

test('whoever sent a file that came to nothing removes it, and nobody another', async () => {
  const remove = async (id: string, member = api.home.user) =>
    (await request(api, member, { method: 'DELETE', url: `/api/files/${id}/` })).status
  const unreadable = await makers.stored()
  const set = sql`update files set reading_state = 'failed' where id = ${unreadable}`
  await api.context.database.asSystem((tx) => tx.execute(set))
  for (const id of [await makers.failed(), await makers.aborted(), unreadable]) {
    expect(await remove(id, api.home.manager)).toBe(403)
    expect(await remove(id)).toBe(204)
    expect((await request(api, api.home.user, { url: `/api/files/${id}/` })).status).toBe(404)
  }
  expect(await remove(await makers.failed(), api.home.admin)).toBe(204)
  for (const id of [await makers.created(), await makers.stored()]) expect(await remove(id)).toBe(409)
})

/** How a file gets into each state. */
const makers: Record<FileState, () => Promise<string>> = {
  created: async () => (await makeFile(api, api.home.user)).id,
  stored: async () => (await makeStoredFile(api, api.home.user)).id,
  failed: () => endedFile('failed'),
  aborted: () => endedFile('aborted'),
}

async function endedFile(state: FileState): Promise<string> {
  const { id } = await makeFile(api, api.home.user)
  await edit(id, { state })
  return id
}

describe('the state of a file', () => {
  const states: FileState[] = ['created', 'stored', 'failed', 'aborted']
  const allowed = new Set(['created > failed', 'created > aborted'])
  const transitions = states.flatMap((from) => states.map((to) => [from, to] as const))

  test.each(transitions)('%s is asked to become %s', async (from, to) => {
    const id = await makers[from]()
    const [before, events] = [await read(id), await eventsOf(id)]
    const reply = await edit(id, { state: to, state_message: 'Said by the browser' })
    if (from === to) {
      expect([reply.status, reply.json]).toEqual([200, before])
      expect(await eventsOf(id)).toEqual(events)
    } else if (allowed.has(`${from} > ${to}`)) {
      expect([reply.status, reply.json.state, reply.json.state_message]).toEqual([
        200,
        to,
        'Said by the browser',
      ])
      expect(await eventsOf(id)).toEqual([...events, 'file.updated'])
    } else {
      expect([reply.status, reply.json.code]).toEqual([409, 'file_state'])
      expect(reply.json.detail).toMatch(/^[A-Z].*\.$/)
      expect(await read(id)).toEqual(before)
    }
  })

  test('has the usual message where none is given', async () => {
    const [failed, aborted] = [await makers.failed(), await makers.aborted()]
    expect((await read(failed)).state_message).toBe(messages.upload.failed)
    expect((await read(aborted)).state_message).toBe(messages.upload.cancelledState)
  })

  test('takes a message of several lines, but none without a state or beyond the limit', async () => {
    const id = await makers.created()
    expect((await edit(id, { state_message: 'why' })).json.fields).toHaveProperty('state_message')
    const long = 'x'.repeat(textLimits.message + 1)
    expect((await edit(id, { state: 'failed', state_message: long })).status).toBe(400)
    const lines = 'It failed:\nthe network is away'
    expect((await edit(id, { state: 'failed', state_message: lines })).json.state_message).toBe(lines)
  })

  test('that ends an upload lets no more parts in and gives the room back', async () => {
    const { id, parts } = await makeSentFile(api, api.home.user)
    expect((await edit(id, { state: 'aborted' })).status).toBe(200)
    const { rows } = await owner.query(
      'select u.state from uploads u join files f on f.upload_id = u.id where f.id = $1',
      [id],
    )
    expect(rows).toEqual([{ state: 'aborted' }])
    const late = await multipart(api, api.home.user, id, 'complete', { parts })
    expect([late.status, late.json.code]).toEqual([409, 'file_state'])
    expect(late.json.detail).toMatch(/^The upload of this file was cancelled\./)
  })

  test('is decided once by many who end it at the same moment', async () => {
    const { id, parts } = await makeSentFile(api, api.home.user)
    const replies = await Promise.all([
      multipart(api, api.home.user, id, 'complete', { parts }),
      edit(id, { state: 'aborted' }),
      edit(id, { state: 'failed' }),
      multipart(api, api.home.admin, id, 'complete', { parts }),
    ])
    const { state } = await read(id)
    const [completed, aborted, failed, again] = replies.map(({ status }) => status)
    expect({ completed: completed === 200, aborted: aborted === 200, failed: failed === 200 }).toEqual({
      completed: state === 'stored',
      aborted: state === 'aborted',
      failed: state === 'failed',
    })
    expect(again === 200).toBe(state === 'stored')
    const { rows } = await owner.query('select from jobs where subject_id = $1', [id])
    expect(rows).toHaveLength(state === 'stored' ? 1 : 0)
  })
})

describe('where the slide of a file belongs', () => {
  test('can be said, changed and taken back until the slide is there', async () => {
    const { id } = await makeStoredFile(api, api.home.user)
    const { id: project_id } = await makeProject(api, api.home.admin)
    const said = await edit(id, { project_id, state: 'stored' })
    expect([said.status, said.json.project_id]).toEqual([200, project_id])
    expect((await edit(id, { project_id: null })).json.project_id).toBeNull()
    await makeSlideOf(id)
    const late = await edit(id, { project_id })
    expect([late.status, late.json.code]).toEqual([409, 'file_state'])
    expect(late.json.detail).toMatch(/slide/)
  })

  test('does not keep a file of an archived project from being ended', async () => {
    const { id: project_id } = await makeProject(api, api.home.admin)
    const { id } = await makeFile(api, api.home.user, { project_id })
    await request(api, api.home.admin, {
      method: 'PATCH',
      url: `/api/projects/${project_id}/`,
      body: { archived: true },
    })
    expect((await edit(id, { project_id, state: 'failed' })).status).toBe(200)
  })
})
