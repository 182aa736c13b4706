import { request as ask } from 'node:http'
import { messages } from '@cresyl/contract/api/messages'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failInterruptedFiles } from '../../domain/files/mend-uploads.ts'
import { uploadEnds } from '../../platform/metrics/upload-metrics.ts'
import { bytesOf } from '../../platform/storage/test-support/samples.ts'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import {
  askPartUrl,
  makeFile,
  makeSentFile,
  makeStoredFile,
  multipart,
  sendPart,
} from '../test-support/files-examples.ts'

const size = 2000

let api: TestApi
let owner: pg.Client
let port: number

beforeAll(async () => {
  api = await openTestApi()
  owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
  port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port)
})

afterAll(async () => {
  await owner?.end()
  await api?.close()
})

async function scrape(): Promise<string> {
  const { body } = await api.app.inject({ url: '/metrics', headers: { host: 'localhost:18080' } })
  return body
}

/** The value of a series, such as `uploads_ended_total{how="stored"}`; undefined where there is none. */
function figureIn(text: string, series: string): number | undefined {
  const own = series.endsWith('}') ? `${series.slice(0, -1)},process="api"}` : `${series}{process="api"}`
  const line = text.split('\n').find((each) => each.startsWith(`cresyl_${own} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

/** By how much the work changes each of the figures. */
async function changeOf<Names extends string>(names: Names[], work: () => Promise<unknown>) {
  const before = await scrape()
  await work()
  const after = await scrape()
  const change = (name: Names) => (figureIn(after, name) ?? 0) - (figureIn(before, name) ?? 0)
  return Object.fromEntries(names.map((name) => [name, change(name)]))
}

const partUrlOf = async (id: string) => {
  const { json } = await askPartUrl(api, api.home.user, id)
  return new URL(json.url)
}

async function makeOpenFile(): Promise<string> {
  const { id } = await makeFile(api, api.home.user, { size })
  await multipart(api, api.home.user, id, 'init')
  return id
}

/** Begins to send a part, over a real connection, and resolves once the server has seen it. */
async function sendHalf(id: string) {
  const { host, pathname, search } = await partUrlOf(id)
  const sent = ask({
    port,
    host: '127.0.0.1',
    method: 'PUT',
    path: pathname + search,
    agent: false,
    headers: { host, 'content-length': size },
  })
  sent.on('error', () => {})
  sent.write(bytesOf('a slide', size).subarray(0, size / 2))
  const claimed = () =>
    owner.query('select from upload_parts p join files f using (upload_id) where f.id = $1', [id])
  await expect.poll(async () => (await claimed()).rowCount).toBe(1)
  return sent
}

const ended = uploadEnds.map((how) => `uploads_ended_total{how="${how}"}`)
const edit = (id: string, body: unknown) =>
  request(api, api.home.user, { method: 'PATCH', url: `/api/files/${id}/`, body })

describe('uploads', () => {
  it('are there with every end before the first has begun', async () => {
    const text = await scrape()
    for (const name of ['uploads_begun_total', ...ended]) expect(figureIn(text, name)).toBe(0)
  })

  it('are counted when they begin, and once when the same request is repeated', async () => {
    const body = { name: 'a.svs', media_type: 'svs', size }
    const announce = () =>
      request(api, api.home.user, {
        method: 'POST',
        url: '/api/files/',
        body,
        headers: { 'idempotency-key': 'the-same-file' },
      })
    const change = await changeOf(['uploads_begun_total'], async () => {
      expect((await announce()).status).toBe(201)
      expect((await announce()).status).toBe(201)
      expect((await announce()).json.id).toBe((await announce()).json.id)
    })
    expect(change).toEqual({ uploads_begun_total: 1 })
  })

  it('that are refused have not begun', async () => {
    const change = await changeOf(['uploads_begun_total'], async () => {
      const body = { name: 'a b.svs', media_type: 'svs', size }
      const reply = await request(api, api.home.user, { method: 'POST', url: '/api/files/', body })
      expect(reply.status).toBe(400)
    })
    expect(change).toEqual({ uploads_begun_total: 0 })
  })

  it('are counted once when they are stored, with their bytes, whoever says so and how often', async () => {
    const figures = ['uploads_ended_total{how="stored"}', 'uploads_stored_bytes_total']
    const change = await changeOf(figures, async () => {
      const { id } = await makeStoredFile(api, api.home.user)
      await multipart(api, api.home.user, id, 'complete', { parts: [] })
      await edit(id, { state: 'stored', state_message: messages.upload.completedState })
    })
    expect(Object.values(change)).toEqual([1, size])
  })

  it.each([
    ['failed', { state: 'failed', state_message: messages.upload.chunksFailed(2) }],
    ['aborted', { state: 'aborted', state_message: messages.upload.cancelledState }],
    ['interrupted', { state: 'failed', state_message: messages.upload.interrupted }],
  ])('that end as %s are counted as such, once', async (how, body) => {
    const change = await changeOf(ended, async () => {
      const { id } = await makeSentFile(api, api.home.user)
      await multipart(api, api.home.user, id, 'abort')
      await edit(id, body)
      await edit(id, body)
    })
    const expected = ended.map((name) => [name, name.includes(`"${how}"`) ? 1 : 0])
    expect(change).toEqual(Object.fromEntries(expected))
  })

  it('that nobody goes on with are counted when they are given up', async () => {
    const id = await makeOpenFile()
    await multipart(api, api.home.user, id, 'abort')
    await owner.query(`update files set updated_at = now() - interval '2 days' where id = $1`, [id])
    const change = await changeOf(ended, () => failInterruptedFiles(api.context))
    expect(change).toMatchObject({ 'uploads_ended_total{how="abandoned"}': 1 })
    expect(change).toMatchObject({ 'uploads_ended_total{how="interrupted"}': 0 })
  })
})

describe('parts', () => {
  const partFigures = ['stored', 'refused', 'broken_off'].map(
    (outcome) => `upload_part_seconds_count{outcome="${outcome}"}`,
  )

  it('that are stored are counted with their bytes, and each address given out for one', async () => {
    const id = await makeOpenFile()
    const figures = ['upload_addresses_total', 'upload_part_bytes_total', ...partFigures]
    const change = await changeOf(figures, async () => {
      await partUrlOf(id)
      await sendPart(api, api.home.user, id, 1, bytesOf('a slide', size))
    })
    expect(Object.values(change)).toEqual([2, size, 1, 0, 0])
  })

  it('that are refused are counted by why, and their bytes are not', async () => {
    const id = await makeOpenFile()
    const { host, pathname, search } = await partUrlOf(id)
    const send = (query: string, length: number) =>
      api.app.inject({
        method: 'PUT',
        url: pathname + query,
        headers: { host },
        payload: bytesOf('a slide', length),
      })
    const codes = ['invalid_input', 'signed_url_invalid', 'upload_closed'].map(
      (code) => `upload_parts_refused_total{code="${code}"}`,
    )
    const change = await changeOf([...codes, 'upload_part_bytes_total', ...partFigures], async () => {
      expect((await send(search, size - 1)).json().code).toBe('invalid_input')
      expect((await send(`${search}0`, size)).json().code).toBe('signed_url_invalid')
      await multipart(api, api.home.user, id, 'abort')
      expect((await send(search, size)).json().code).toBe('upload_closed')
    })
    expect(Object.values(change)).toEqual([1, 1, 1, 0, 0, 3, 0])
  })

  it('that are broken off are counted as such', async () => {
    const id = await makeOpenFile()
    const change = await changeOf(partFigures, async () => {
      const before = figureIn(await scrape(), partFigures[2] ?? '') ?? 0
      const sent = await sendHalf(id)
      sent.destroy()
      await expect.poll(async () => figureIn(await scrape(), partFigures[2] ?? '')).toBe(before + 1)
    })
    expect(Object.values(change)).toEqual([0, 0, 1])
  })
})

describe('what is told of uploads', () => {
  it('names nobody, no file and no upload', async () => {
    const { id } = await makeSentFile(api, api.home.user)
    const { rows } = await owner.query('select upload_id, name from files where id = $1', [id])
    const lines = (await scrape()).split('\n').filter((line) => line.startsWith('cresyl_upload'))
    expect(lines.length).toBeGreaterThan(20)
    for (const secret of [id, rows[0].upload_id, rows[0].name, api.home.user.userId]) {
      expect(lines.filter((line) => line.includes(secret))).toEqual([])
    }
    expect(lines.filter((line) => line.includes(api.home.user.organizationId))).toEqual([])
  })
})
