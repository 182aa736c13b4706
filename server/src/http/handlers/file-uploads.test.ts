import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadLimits } from '@cresyl/contract/api/limits'
import { messages } from '@cresyl/contract/api/messages'
import { chunkSizeFor } from '@cresyl/contract/files/uploads'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { failInterruptedFiles, storeAssembledFiles } from '../../domain/files/mend-uploads.ts'
import { addSlide } from '../../domain/slides/test-support/add-slide.ts'
import { openDiskStorage } from '../../platform/storage/disk/disk-storage.ts'
import type { Storage, StoragePoint } from '../../platform/storage/storage.ts'
import { newHooks, type StorageHarness } from '../../platform/storage/test-support/harness.ts'
import { bytesOf } from '../../platform/storage/test-support/samples.ts'
import { crash } from '../../platform/storage/test-support/test-crash.ts'
import type { Act, CrashPlace } from '../../platform/storage/test-support/test-crash-child.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import {
  announceFiles,
  askPartUrl,
  makeFile,
  makeSentFile,
  makeStoredFile,
  multipart,
  type SentPart,
  sendPart,
} from '../test-support/files-examples.ts'

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

const act = (id: string, name: 'init' | 'complete' | 'abort', body?: unknown) =>
  multipart(api, api.home.user, id, name, body)
const read = async (id: string) => (await request(api, api.home.user, { url: `/api/files/${id}/` })).json

async function rowsOf<Row extends pg.QueryResultRow>(sql: string, id: string): Promise<Row[]> {
  return (await owner.query<Row>(sql, [id])).rows
}

const jobsOf = (id: string) =>
  rowsOf<{ id: string; kind: string; payload: object }>(
    'select id, kind, payload from jobs where subject_id = $1 order by created_at',
    id,
  )
const eventsOf = async (id: string) =>
  (await rowsOf<{ event: string }>('select event from audits where subject_id = $1 order by id', id)).map(
    ({ event }) => event,
  )
const uploadsOf = async (id: string) =>
  (
    await rowsOf<{ state: string }>(
      "select state from uploads where path = 'files/' || $1 || '/original' order by created_at",
      id,
    )
  ).map(({ state }) => state)
const uploadIdOf = async (id: string) =>
  (await rowsOf<{ upload_id: string }>('select upload_id from files where id = $1', id))[0]?.upload_id ?? ''

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

describe('an upload', () => {
  test('of several parts becomes a stored file that is queued to be read', async () => {
    const size = chunkSizeFor(0) + 1234
    const content = bytesOf('several parts', size)
    const { id } = await makeFile(api, api.home.user, { size })
    const begun = await act(id, 'init')
    expect(begun.json).toEqual({ part_size: chunkSizeFor(size), part_count: 2 })
    const pieces = [content.subarray(0, begun.json.part_size), content.subarray(begun.json.part_size)]
    const parts: SentPart[] = []
    for (const [at, piece] of pieces.entries())
      parts.push(await sendPart(api, api.home.user, id, at + 1, piece))

    const reply = await act(id, 'complete', { parts: parts.toReversed() })
    expect([reply.status, reply.json]).toEqual([
      200,
      expect.objectContaining({
        state: 'stored',
        state_message: messages.upload.completedState,
        hash: digest(Buffer.concat(pieces.map(digest))).toString('hex'),
        reading_state: 'pending',
        version: 2,
      }),
    ])
    const [job] = await jobsOf(id)
    expect(job).toEqual({ id: reply.json.job_id, kind: 'ingest', payload: { file_id: id } })
    expect(await eventsOf(id)).toEqual(['file.created', 'file.upload_begun', 'file.stored'])
    const { organizationId } = api.home.user
    const stored = await api.context.storage.stat({ organizationId, path: `files/${id}/original` })
    expect(stored?.size).toBe(size)
  })

  test('asked for again goes on; after an abort a new one begins', async () => {
    const { id } = await makeSentFile(api, api.home.user)
    const first = await uploadIdOf(id)
    expect((await act(id, 'init')).status).toBe(200)
    expect(await uploadIdOf(id)).toBe(first)
    await act(id, 'abort')
    expect((await act(id, 'init')).status).toBe(200)
    expect(await uploadIdOf(id)).not.toBe(first)
    const parts = [await sendPart(api, api.home.user, id, 1, bytesOf('another try', 2000))]
    expect((await act(id, 'complete', { parts })).json.state).toBe('stored')
  })

  test('begun by many at once is one upload', async () => {
    const { id } = await makeFile(api, api.home.user)
    const replies = await Promise.all(Array.from({ length: 4 }, () => act(id, 'init')))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await uploadsOf(id)).filter((state) => state === 'open')).toHaveLength(1)
    expect(await eventsOf(id)).toEqual(['file.created', 'file.upload_begun'])
  })

  test('completed by many at once is stored once', async () => {
    const { id, parts } = await makeSentFile(api, api.home.user)
    const replies = await Promise.all(Array.from({ length: 4 }, () => act(id, 'complete', { parts })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(replies.map(({ json }) => json.job_id)).size).toBe(1)
    expect(await jobsOf(id)).toHaveLength(1)
    expect((await eventsOf(id)).filter((event) => event === 'file.stored')).toHaveLength(1)
  })

  test('completed and aborted at once is one or the other', async () => {
    const { id, parts } = await makeSentFile(api, api.home.user)
    const [completed, aborted] = await Promise.all([act(id, 'complete', { parts }), act(id, 'abort')])
    expect(aborted.status).toBe(200)
    const { state } = await read(id)
    expect([state, completed.status]).toEqual(state === 'stored' ? ['stored', 200] : ['created', 409])
  })

  test('takes no part that it does not have', async () => {
    const { id } = await makeSentFile(api, api.home.user)
    for (const number of [0, 2, 10_000]) {
      const reply = await askPartUrl(api, api.home.user, id, number)
      expect([reply.status, Object.keys(reply.json.fields)]).toEqual([400, ['partNumber']])
    }
  })

  test('that has not begun takes none at all', async () => {
    const { id } = await makeFile(api, api.home.user)
    for (const reply of [
      await askPartUrl(api, api.home.user, id),
      await act(id, 'complete', { parts: [] }),
    ]) {
      expect([reply.status, reply.json.code]).toEqual([409, 'upload_closed'])
      expect(reply.json.detail).toMatch(/not started/)
    }
  })

  test('refuses to be completed with parts that are missing, doubled or wrong, and goes on', async () => {
    const { id, parts } = await makeSentFile(api, api.home.user)
    const [part] = parts as [SentPart]
    expect((await act(id, 'complete', { parts: [] })).json.detail).toBe('No parts uploaded')
    for (const wrong of [[], [part, part], [{ ...part, PartNumber: 2 }], [{ ...part, ETag: '"0"' }]]) {
      const reply = await act(id, 'complete', { parts: wrong })
      expect([reply.status, reply.json.code]).toEqual([409, 'parts_mismatch'])
    }
    expect((await act(id, 'complete', { parts })).json.state).toBe('stored')
  })

  test('is ended by who began it and by managers, and by no other user', async () => {
    const { id } = await makeSentFile(api, api.home.admin)
    const edit = (state: string) =>
      request(api, api.home.user, { method: 'PATCH', url: `/api/files/${id}/`, body: { state } })
    for (const reply of [await act(id, 'abort'), await edit('failed'), await edit('aborted')]) {
      expect([reply.status, reply.json.detail]).toEqual([
        403,
        'You can only end uploads that you started yourself. Ask the person who started it, or a manager.',
      ])
    }
    expect(await uploadsOf(id)).toEqual(['open'])
    expect((await multipart(api, api.home.manager, id, 'abort')).status).toBe(200)
    expect(await uploadsOf(id)).toEqual(['aborted'])
  })

  test('is announced no more often by one person than anyone sends in one go', async () => {
    await announceFiles(api, api.away.user, uploadLimits.expected)
    const body = { name: 'more.svs', media_type: 'svs', size: 2000 }
    const announce = (member: TestMember) =>
      request(api, member, { method: 'POST', url: '/api/files/', body })
    const { status, json } = await announce(api.away.user)
    expect([status, json.detail]).toEqual([
      409,
      'You have 1000 uploads that are not finished. Wait until some are, or cancel them.',
    ])
    expect((await announce(api.away.manager)).status).toBe(201)
    // Each would be failed by itself where uploads are given up.
    await owner.query('delete from files where created_by = $1', [api.away.user.userId])
  })

  test('that is complete is left alone by an abort', async () => {
    const { id } = await makeStoredFile(api, api.home.user)
    const [before, events] = [await read(id), await eventsOf(id)]
    const reply = await act(id, 'abort')
    expect([reply.status, reply.json]).toEqual([200, before])
    expect(await eventsOf(id)).toEqual(events)
  })

  test('that is aborted leaves the file to be said why, and its bytes nowhere', async () => {
    const { id } = await makeSentFile(api, api.home.user)
    const uploadId = await uploadIdOf(id)
    expect((await act(id, 'abort')).json).toMatchObject({ state: 'created', reading_state: 'none' })
    expect(await act(id, 'abort')).toMatchObject({ status: 200 })
    expect((await eventsOf(id)).filter((event) => event === 'file.upload_aborted')).toHaveLength(1)
    const left = await readdir(join(storageFolder(), 'uploads'))
    expect(left.filter((name) => name.startsWith(uploadId))).toEqual([])
  })
})

function storageFolder(): string {
  const { storage } = api.context.config
  if (storage.kind !== 'disk') throw new Error('These tests are on disk.')
  return storage.folder
}

/** Something is done to storage for the api by what stops for good at the point, as if it had been killed there. */
async function stopAt(
  point: StoragePoint,
  act: (uploads: Storage['uploads']) => Promise<unknown>,
): Promise<void> {
  const { database, log, clock, config } = api.context
  const stopped = Promise.withResolvers<void>()
  const storage = await openDiskStorage({
    folder: storageFolder(),
    database,
    log,
    clock,
    urlKey: 'key',
    uploadOrigin: config.uploadOrigin,
    pause: async (reached) => {
      if (reached !== point) return
      stopped.resolve()
      await new Promise(() => {})
    },
  })
  onTestFinished(() => storage.close())
  const done = act(storage.uploads).then(() => Promise.reject(new Error(`It never came to "${point}"`)))
  await Promise.race([stopped.promise, done])
}

/** Another process does the same, and is really killed. */
function killAt(point: StoragePoint, act: Act): Promise<void> {
  const { storage, database } = api.context
  const harness: StorageHarness & { place: CrashPlace } = {
    storage,
    database,
    databaseUrl: api.databaseUrl,
    hooks: newHooks(),
    close: async () => {},
    organizationId: api.home.user.organizationId,
    otherOrganizationId: api.away.user.organizationId,
    place: { kind: 'disk', folder: storageFolder() },
  }
  return crash(harness, point, act)
}

/** A file of which whoever was to complete it has died there. */
async function makeHalfCompleted(point: StoragePoint, { isKilled = false } = {}) {
  const { id, parts } = await makeSentFile(api, api.home.user)
  const upload = { organizationId: api.home.user.organizationId, uploadId: await uploadIdOf(id) }
  const named = parts.map(({ PartNumber, ETag }) => ({ partNumber: PartNumber, etag: ETag }))
  if (isKilled) await killAt(point, { kind: 'complete', upload, parts: named })
  else await stopAt(point, (uploads) => uploads.complete(upload, named))
  expect(await read(id)).toMatchObject({ state: 'created', job_id: null })
  return { id, parts }
}

const passMinutes = () => owner.query("update uploads set touched_at = touched_at - interval '5 minutes'")
const passDay = () =>
  owner.query(`update uploads set touched_at = touched_at - interval '25 hours' where state = 'open';
    update files set updated_at = updated_at - interval '25 hours'`)

/** What is done with it must not depend on the point: each is tried at another one. One process is really killed. */
describe('killed while it is completed', () => {
  test('an upload is finished by asking again', async () => {
    const { id, parts } = await makeHalfCompleted('complete: closed')
    const { json } = await act(id, 'complete', { parts })
    expect(json).toMatchObject({ state: 'stored', hash: expect.any(String) })
    expect(await jobsOf(id)).toHaveLength(1)
  })

  test('an upload is finished by the janitor', async () => {
    const { id } = await makeHalfCompleted('complete: moved', { isKilled: true })
    await passMinutes()
    await api.context.storage.clean()
    expect(await storeAssembledFiles(api.context)).toBe(1)
    expect(await storeAssembledFiles(api.context)).toBe(0)
    expect(await read(id)).toMatchObject({
      state: 'stored',
      state_message: messages.upload.completedState,
      hash: expect.any(String),
    })
    expect(await jobsOf(id)).toHaveLength(1)
    expect((await eventsOf(id)).at(-1)).toBe('file.stored')
  })

  test('an upload is not given up any more', async () => {
    const { id } = await makeHalfCompleted('complete: recorded')
    const edited = await request(api, api.home.user, {
      method: 'PATCH',
      url: `/api/files/${id}/`,
      body: { state: 'aborted' },
    })
    expect([edited.status, edited.json.code]).toEqual([409, 'file_state'])
    const begun = await act(id, 'init')
    expect([begun.status, begun.json.code]).toEqual([409, 'file_state'])
    expect(await act(id, 'abort')).toMatchObject({ status: 200, json: { state: 'stored' } })
    expect(await jobsOf(id)).toHaveLength(1)
  })
})

test('a stored file whose reading is cancelled says so, and waits again when it is tried again', async () => {
  const { id, parts } = await makeSentFile(api, api.home.user)
  const { job_id } = (await act(id, 'complete', { parts })).json
  const actOn = (name: string) =>
    request(api, api.home.user, { method: 'POST', url: `/api/jobs/${job_id}/${name}/` })
  expect((await actOn('cancel')).json.state).toBe('cancelled')
  expect(await read(id)).toMatchObject({
    state: 'stored',
    reading_state: 'failed',
    reading_message: expect.stringMatching(/cancelled/),
  })
  expect((await actOn('retry')).json.state).toBe('queued')
  expect(await read(id)).toMatchObject({ reading_state: 'pending', reading_message: '', job_id })
})

test('a file that is being read is not said to have failed when that is to stop, but when it has stopped', async () => {
  const { id, parts } = await makeSentFile(api, api.home.user)
  const { job_id } = (await act(id, 'complete', { parts })).json
  await owner.query(`update jobs set state = 'running', incarnation = gen_random_uuid() where id = $1`, [
    job_id,
  ])
  await owner.query(`update files set reading_state = 'reading' where id = $1`, [id])
  const { json } = await request(api, api.home.user, { method: 'POST', url: `/api/jobs/${job_id}/cancel/` })
  expect(json.state).toBe('running')
  expect(await read(id)).toMatchObject({ reading_state: 'reading', reading_message: '' })
})

test('reading again can be cancelled although the slide was deleted meanwhile', async () => {
  const { organizationId } = api.home.admin
  const slide = await api.context.database.asMember({ organizationId }, (tx) => addSlide(tx, organizationId))
  const admin = (method: 'POST' | 'DELETE', url: string) => request(api, api.home.admin, { method, url })
  const { job_id } = (await admin('POST', `/api/files/${slide.fileId}/read/`)).json
  expect((await admin('DELETE', `/api/slides/${slide.id}/`)).status).toBe(204)
  expect((await admin('POST', `/api/jobs/${job_id}/cancel/`)).json.state).toBe('cancelled')
  expect((await admin('POST', `/api/slides/${slide.id}/restore/`)).json.image_id).toBe(slide.imageId)
})

test('a stored file is read again by a new job, once the old one has ended', async () => {
  const { id } = await makeStoredFile(api, api.home.user)
  const again = () => request(api, api.home.user, { method: 'POST', url: `/api/files/${id}/read/` })
  const replies = await Promise.all([again(), again()])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const jobs = await jobsOf(id)
  expect(jobs).toHaveLength(2)
  expect(await read(id)).toMatchObject({ reading_state: 'pending', job_id: jobs[1]?.id })
})

test('a file whose parts are assembled becomes stored when it is said to be', async () => {
  const { id } = await makeHalfCompleted('complete: recorded')
  const body = { state: 'stored', state_message: 'Upload completed' }
  const { json } = await request(api, api.home.user, { method: 'PATCH', url: `/api/files/${id}/`, body })
  expect(json).toMatchObject({ state: 'stored', reading_state: 'pending', version: 2 })
  expect(await jobsOf(id)).toHaveLength(1)
})

test('an upload begun by who died before the file knew of it gives its room to the next', async () => {
  const { id } = await makeFile(api, api.home.user)
  const key = { organizationId: api.home.user.organizationId, path: `files/${id}/original` }
  await stopAt('begin: made', (uploads) => uploads.begin({ ...key, size: 2000, partSize: 2000 }))
  expect(await uploadsOf(id)).toEqual(['open'])
  await owner.query("update uploads set created_at = created_at - interval '2 minutes'")
  await owner.query('update organizations set quota_bytes = 1e9 where id = $1', [key.organizationId])
  expect((await act(id, 'init')).status).toBe(200)
  expect(await uploadsOf(id)).toEqual(['aborted', 'open'])
})

describe('an upload that nobody goes on with', () => {
  test('fails after a day with the sentence of an interrupted one', async () => {
    const { id } = await makeSentFile(api, api.home.user)
    const { id: unbegun } = await makeFile(api, api.home.user)
    await passDay()
    const { id: young } = await makeSentFile(api, api.home.user)
    const { id: announced } = await makeFile(api, api.home.user)
    await api.context.storage.clean()
    await failInterruptedFiles(api.context)
    for (const each of [id, unbegun]) {
      expect(await read(each)).toMatchObject({ state: 'failed', state_message: messages.upload.interrupted })
      expect((await eventsOf(each)).at(-1)).toBe('file.interrupted')
    }
    for (const each of [young, announced]) expect(await read(each)).toMatchObject({ state: 'created' })
    expect(await failInterruptedFiles(api.context)).toBe(0)
  })
})
