import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import { makeCopiedFile, makeSentFile, makeStoredFile, multipart } from '../test-support/files-examples.ts'
import { followDownloads } from '../test-support/follow-downloads.ts'

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

const { ask, fetchFrom, downloadsOf, audited } = followDownloads(
  () => api,
  () => owner,
)

async function show(visibility: 'members' | 'managers'): Promise<void> {
  await owner.query('update organization_settings set label_visibility = $1 where organization_id = $2', [
    visibility,
    api.home.user.organizationId,
  ])
}

const endJob = (id: string, state: 'failed' | 'cancelled', message: string) =>
  owner.query('update jobs set state = $2, message = $3, finished_at = now() where id = $1', [
    id,
    state,
    message,
  ])

describe('whoever may see labels', () => {
  test('gets the file itself by its name, counted and audited each time', async () => {
    const { id } = await makeStoredFile(api, api.home.user)
    const { json } = await ask(id, api.home.manager)
    const { name, size } = (await request(api, api.home.user, { url: `/api/files/${id}/` })).json
    expect(json).toMatchObject({ file_name: name, size, deidentified: false })
    expect(await fetchFrom(json.url)).toHaveLength(size)
    await ask(id, api.home.admin)
    const people = [api.home.manager.userId, api.home.admin.userId]
    const counted = { bytes: size, deidentified: false }
    expect(await downloadsOf(id)).toEqual(people.map((user_id) => ({ kind: 'file', user_id, ...counted })))
    expect(await audited(id)).toEqual(people.map((user_id) => ({ user_id, details: counted })))
  })

  test('gets it before it has been read', async () => {
    const { id, parts } = await makeSentFile(api, api.home.user)
    await multipart(api, api.home.user, id, 'complete', { parts })
    expect((await ask(id, api.home.manager)).status).toBe(200)
  })

  test('is everybody who may download files, where the organisation wants it so', async () => {
    const { id } = await makeCopiedFile(api, api.home.user)
    await show('members')
    onTestFinished(() => show('managers'))
    expect((await ask(id, api.home.user)).json).toMatchObject({ deidentified: false })
    expect((await ask(id, api.home.guest)).status).toBe(403)
    await show('managers')
    expect((await ask(id, api.home.user)).json).toMatchObject({
      deidentified: true,
      file_name: expect.stringMatching(/^slide-\d+-without-label\.svs$/),
    })
  })
})

describe('whoever may not see labels', () => {
  test('is told why it failed before, and has it tried again', async () => {
    const { id } = await makeStoredFile(api, api.home.user)
    const first = (await ask(id, api.home.user)).json.current.job_id
    await endJob(first, 'failed', 'The disk is full. Free some space.')
    const again = await ask(id, api.home.user)
    expect([again.status, again.json.code]).toEqual([409, 'being_prepared'])
    expect(again.json.detail).toBe(
      'A copy of this file without label could not be created before: The disk is full. Free some space. It is tried again.',
    )
    expect(again.json.current.job_id).not.toBe(first)
    await endJob(again.json.current.job_id, 'cancelled', 'It was cancelled.')
    const third = await ask(id, api.home.user)
    expect(third.json.detail).toMatch(/is being created/)
    const jobs = await request(api, api.home.user, { url: `/api/jobs/?subject_id=${id}&kind=deidentify` })
    expect(jobs.json.count).toBe(3)
  })

  test.each([
    ['pending', /once the file has been read/],
    ['failed', /could not be read/],
  ])('gets nothing of a file whose reading is %s', async (state, sentence) => {
    const { id } = await makeStoredFile(api, api.home.user)
    await owner.query('update files set reading_state = $1 where id = $2', [state, id])
    const { status, json } = await ask(id, api.home.user)
    expect([status, json.code]).toEqual([403, 'forbidden'])
    expect(json.detail).toMatch(sentence)
  })

  test('has another copy made when the file was read again', async () => {
    const { id } = await makeCopiedFile(api, api.home.user)
    expect((await ask(id, api.home.user)).status).toBe(200)
    await request(api, api.home.user, { method: 'POST', url: `/api/files/${id}/read/` })
    expect((await ask(id, api.home.user)).status).toBe(403)
    await owner.query(`update files set reading_state = 'ready' where id = $1`, [id])
    expect((await ask(id, api.home.user)).json.code).toBe('being_prepared')
  })
})
