import { expect, test } from 'vitest'
import { createApi } from '../../lib/api/api.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { createUploadApi } from './upload-api.ts'
import { failureOf, PartError, UploadError } from './upload-error.ts'

const { signal } = new AbortController()

interface Request {
  call: string
  body: unknown
  key: string | null
}

test('each step is one call of the contract', async () => {
  const requests: Request[] = []
  const answer = async (url: string | URL | globalThis.Request, init: RequestInit = {}) => {
    const { pathname, search } = new URL(String(url))
    const body = init.body ? JSON.parse(String(init.body)) : null
    const key = new Headers(init.headers).get('Idempotency-Key')
    requests.push({ call: `${init.method} ${pathname}${search}`, body, key })
    return Response.json({ id: 'f', url: 'u', state: 'created' })
  }
  const session = { accessToken: async () => 't', renew: async () => null, expire: () => undefined }
  const api = createUploadApi(createApi({ origin: 'https://a.example', session, fetch: answer }))
  const file = { name: 'a.svs', mediaType: 'svs', size: 9, projectId: 'p', tissueId: 't', stainerId: null }
  expect(await api.create(file, 'k', signal)).toMatchObject({ id: 'f' })
  await api.begin('f', signal)
  expect(await api.partUrl('f', 7, signal)).toBe('u')
  await api.complete('f', [{ partNumber: 1, etag: '"e"' }], signal)
  expect(await api.abort('f', signal)).toBe('created')
  await api.setState('f', 'failed', 'why', signal)
  expect(requests).toMatchObject([
    {
      call: 'POST /api/files/',
      body: { name: 'a.svs', media_type: 'svs', size: 9, project_id: 'p', tissue_id: 't' },
      key: 'k',
    },
    { call: 'POST /api/files/f/multipart/init/', key: null },
    { call: 'GET /api/files/f/multipart/part-url/?partNumber=7' },
    { call: 'POST /api/files/f/multipart/complete/', body: { parts: [{ PartNumber: 1, ETag: '"e"' }] } },
    { call: 'POST /api/files/f/multipart/abort/' },
    { call: 'PATCH /api/files/f/', body: { state: 'failed', state_message: 'why' } },
  ])
})

test('a failure says what happened, then what lies behind it, but nothing for developers', () => {
  const call = new CallError({ status: 0, code: null, message: 'Away.', cause: new TypeError('fetch') })
  const address = new UploadError('No address', { cause: call })
  expect(failureOf(new UploadError('2 chunks failed', { cause: address }))).toEqual({
    message: '2 chunks failed',
    reason: 'No address: Away.',
  })
  expect(failureOf(new PartError('Full.', 507))).toEqual({ message: 'Full.', reason: '' })
  expect(failureOf(new TypeError('a bug'))).toEqual({ message: 'Upload failed', reason: 'a bug' })
  expect(failureOf('odd')).toEqual({ message: 'Upload failed', reason: '' })
  expect(failureOf(new UploadError(''))).toEqual({ message: 'Upload failed', reason: '' })
})
