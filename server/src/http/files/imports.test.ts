import { rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/id.ts'
import { bytesOf } from '../../platform/storage/test-support/samples.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { makeImportedFile } from '../test-support/files-examples.ts'

let api: TestApi
let owner: pg.Client
const content = bytesOf('a slide on a shelf', 100_000)

beforeAll(async () => {
  api = await openTestApi()
  owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await api.close()
})

const addImport = () => makeImportedFile(api, api.home.admin, content)

const ask = (id: string, member: TestMember = api.home.manager) =>
  request(api, member, { url: `/api/files/${id}/download-url/` })

function fetchFrom(
  address: string,
  given: { method?: 'GET' | 'HEAD'; headers?: Record<string, string> } = {},
) {
  const { host, pathname, search } = new URL(address)
  const { method = 'GET', headers } = given
  return api.app.inject({ method, url: pathname + search, headers: { host, ...headers } })
}

test('a file that lies elsewhere is served from there, by a signed address that is counted and audited', async () => {
  const { id } = await addImport()
  const { status, json } = await ask(id)
  expect([status, json.file_name, json.size, json.deidentified]).toEqual([
    ...[200, 'Schnitt.svs', content.length, false],
  ])
  expect(json.url.startsWith(`${api.context.config.uploadOrigin}/storage/imports/${id}?`)).toBe(true)
  const whole = await fetchFrom(json.url)
  expect([whole.statusCode, whole.rawPayload.equals(content)]).toEqual([200, true])
  expect(whole.headers).toMatchObject({
    'content-disposition': 'attachment; filename="Schnitt.svs"',
    'content-length': String(content.length),
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
  })
  const { rows } = await owner.query(
    `select d.bytes::int, a.user_id from downloads d join audits a on a.subject_id = d.file_id
     where d.file_id = $1 and a.event = 'file.downloaded'`,
    [id],
  )
  expect(rows).toEqual([{ bytes: content.length, user_id: api.home.manager.userId }])
})

test('a stretch of it can be asked for, and its size alone', async () => {
  const { json } = await ask((await addImport()).id)
  const part = await fetchFrom(json.url, { headers: { range: 'bytes=100-199' } })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-199/${content.length}`])
  expect(part.rawPayload.equals(content.subarray(100, 200))).toBe(true)
  const changed = await fetchFrom(json.url, { headers: { range: 'bytes=0-9', 'if-range': '"another"' } })
  expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, content.length])
  const beyond = await fetchFrom(json.url, { headers: { range: `bytes=${content.length}-` } })
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${content.length}`])
  const head = await fetchFrom(json.url, { method: 'HEAD' })
  expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
    ...[200, String(content.length), 0],
  ])
})

test('no address that was not given out like this serves anything', async () => {
  const [one, other] = [await addImport(), await addImport()]
  const { json } = await ask(one.id)
  for (const address of [
    json.url.replace(one.id, other.id),
    json.url.replace(api.home.admin.organizationId, api.away.admin.organizationId),
    json.url.replace(/expires=\d+/, 'expires=9999999999'),
    json.url.slice(0, json.url.indexOf('?')),
  ]) {
    const { statusCode, body } = await fetchFrom(address)
    expect([statusCode, JSON.parse(body).code], address).toEqual([403, 'signed_url_invalid'])
  }
})

test('a file that is gone, or whose slide was deleted, is told of when it is asked for and when it is fetched', async () => {
  const { id, path } = await addImport()
  const { json } = await ask(id)
  await rename(path, `${path}.moved`)
  for (const refusal of [(await ask(id)).json, JSON.parse((await fetchFrom(json.url)).body)]) {
    expect(refusal).toMatchObject({
      code: 'file_state',
      detail: expect.stringMatching(/no longer where it was/),
    })
  }
  await owner.query('update files set path = $1 where id = $2', [`${path}.moved`, id])
  expect((await fetchFrom(json.url)).statusCode).toBe(200)

  const [slide, image] = [newId(), newId()]
  const { organizationId } = api.home.admin
  await owner.query(
    `begin;
     insert into slides (id, organization_id, file_id, name, search_key, image_id, source_image_id, deleted_at)
       values ('${slide}', '${organizationId}', '${id}', 's', 's', '${image}', '${image}', now());
     insert into images (id, organization_id, slide_id, file_id, kind)
       values ('${image}', '${organizationId}', '${slide}', '${id}', 'source');
     commit`,
  )
  const deleted = await fetchFrom(json.url)
  expect([deleted.statusCode, JSON.parse(deleted.body).detail]).toEqual([
    409,
    expect.stringMatching(/deleted/),
  ])
  await rm(`${path}.moved`)
})

test('a link in its place is not followed, to whatever it leads', async () => {
  const { id, path } = await addImport()
  const { json } = await ask(id)
  const secret = join(api.context.config.dataDir, `${id}.secret`)
  await writeFile(secret, 'key of the server')
  await rm(path)
  await symlink(secret, path)
  const [asked, fetched] = [await ask(id), await fetchFrom(json.url)]
  expect([asked.status, asked.json.code]).toEqual([409, 'file_state'])
  expect([fetched.statusCode, fetched.body.includes('key of the server')]).toEqual([409, false])
})

test('a file that has grown since is told and counted as large as it is', async () => {
  const { id, path } = await addImport()
  await writeFile(path, Buffer.concat([content, content]))
  expect((await ask(id)).json.size).toBe(2 * content.length)
})

test('whoever may not see labels gets a copy of it too, never the file', async () => {
  const { id } = await addImport()
  const { status, json } = await ask(id, api.home.user)
  expect([status, json.code]).toEqual([409, 'being_prepared'])
})
