import { truncate } from 'node:fs/promises'
import { signedUrlSeconds } from '@cresyl/contract/api/limits'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { addressSigner } from '../files/download-address.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { askForSelected } from '../test-support/annotation-files-examples.ts'
import { makeAnnotation } from '../test-support/annotations-examples.ts'
import { makeFinishedExport } from '../test-support/exports-examples.ts'
import {
  askPartUrl,
  makeFile,
  makeImportedFile,
  makeStoredFile,
  multipart,
} from '../test-support/files-examples.ts'
import { makeRun } from '../test-support/inference-jobs-examples.ts'
import { makeSlide } from '../test-support/slides-examples.ts'
import { makeMember } from '../test-support/users-examples.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})

afterAll(async () => {
  await api.close()
})

const content = () => Buffer.alloc(2000, 'slide')

type Method = 'GET' | 'PUT'

/** Each kind of address that is given out, with how it is used. */
const kinds: Record<string, [Method, () => Promise<string>]> = {
  'of a part': [
    'PUT',
    async () => {
      const { id } = await makeFile(api, api.home.admin)
      await multipart(api, api.home.admin, id, 'init')
      return (await askPartUrl(api, api.home.admin, id)).json.url
    },
  ],
  'of a file': [
    'GET',
    async () => {
      const { id } = await makeStoredFile(api, api.home.admin)
      return (await request(api, api.home.admin, { url: `/api/files/${id}/download-url/` })).json.url
    },
  ],
  'of an export': [
    'GET',
    async () => {
      const { id } = await makeFinishedExport(api, api.home.admin)
      return (await request(api, api.home.admin, { url: `/api/exports/${id}/download-url/` })).json.url
    },
  ],
  'of a file that lies elsewhere': [
    'GET',
    async () => {
      const { id } = await makeImportedFile(api, api.home.admin)
      return (await request(api, api.home.admin, { url: `/api/files/${id}/download-url/` })).json.url
    },
  ],
  'of what a run has counted': [
    'GET',
    async () => {
      const { runId } = await makeRun(api, api.home.admin)
      const url = `/api/inference-jobs/${runId}/download-url/?format=csv`
      return (await request(api, api.home.admin, { url })).json.url
    },
  ],
  'of annotations': [
    'GET',
    async () => {
      const { image_id } = await makeAnnotation(api, api.home.admin)
      const url = `/api/annotations/download-url/?image_id=${image_id}&format=geojson`
      return (await request(api, api.home.admin, { url })).json.url
    },
  ],
  'of annotations that were selected': [
    'GET',
    async () => {
      const { image_id, id } = await makeAnnotation(api, api.home.admin)
      return (await askForSelected(api, api.home.admin, { image_id, id: [id] })).json.url
    },
  ],
  'of the audit log': [
    'GET',
    async () => (await request(api, api.home.admin, { url: '/api/audits/export/' })).json.url,
  ],
}

async function use(
  method: Method | 'POST' | 'DELETE',
  address: string,
  headers: Record<string, string> = {},
) {
  const { host } = new URL(address)
  const reply = await api.app.inject({
    method,
    // As it is written: what a parser makes of it is not what was signed.
    url: address.slice(new URL(address).origin.length),
    headers: { host, ...headers },
    ...(method === 'PUT' && { payload: content() }),
  })
  return { status: reply.statusCode, code: reply.body.startsWith('{') ? reply.json().code : undefined }
}

/** Everything that someone could change about an address that they were given. */
function tampered(address: string, other: string): Record<string, string> {
  const [path = '', search = ''] = address.split('?')
  const parameters = search.split('&')
  const join = (parts: string[]) => `${path}?${parts.join('&')}`
  const changes: Record<string, string> = {
    'the path of another': `${other.split('?')[0]}?${search}`,
    'the parameters of another': `${path}?${other.split('?')[1]}`,
    'the signature of another': address.replace(/signature=.*$/, other.slice(other.indexOf('signature='))),
    'no signature': address.replace(/&signature=.*$/, ''),
    'an empty signature': address.replace(/signature=.*$/, 'signature='),
    'a parameter more': address.replace('&signature=', '&type=text/html&signature='),
    'a parameter behind it': `${address}&type=text/html`,
    'a second signature': `${address}&signature=x`,
    'a later expiry': address.replace(/expires=(\d+)/, (_all, at) => `expires=${Number(at) + 86_400}`),
    'an expiry that is no number': address.replace(/expires=\d+/, 'expires=NaN'),
    'a second expiry': address.replace('?', '?expires=99999999999&'),
    'parameters in another order': join([...parameters.slice(0, -1).reverse(), parameters.at(-1) ?? '']),
    'another case': address.replace(/signature=(.*)$/, (all) => all.toUpperCase()),
  }
  for (const [index, each] of parameters.slice(0, -1).entries()) {
    const [name = ''] = each.split('=')
    changes[`no ${name}`] = join(parameters.toSpliced(index, 1))
    changes[`another ${name}`] = join(parameters.with(index, `${each}1`))
  }
  return changes
}

describe.each(Object.entries(kinds))('the address %s', (_kind, [method, make]) => {
  test('opens nothing once a letter of it is changed, and what it was given for, whoever comes with it', async () => {
    const [address, other] = [await make(), await make()]
    const opened: string[] = []
    for (const [what, changed] of Object.entries(tampered(address, other))) {
      expect([address, other], what).not.toContain(changed)
      const { status, code } = await use(method, changed)
      if (status !== 403 || code !== 'signed_url_invalid') opened.push(`${what}: ${status} ${code}`)
    }
    expect(opened).toEqual([])
    expect((await use(method, address)).status).toBe(200)
  })

  test('opens nothing by another method, on another host, or half an hour later', async () => {
    const address = await make()
    for (const another of (['GET', 'PUT', 'POST', 'DELETE'] as const).filter((each) => each !== method)) {
      expect((await use(another, address)).status).toBeGreaterThanOrEqual(400)
    }
    expect((await use(method, address, { host: 'evil.example' })).status).toBe(421)
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + signedUrlSeconds * 1000 + 1000 })
    expect(await use(method, address)).toEqual({ status: 403, code: 'signed_url_expired' })
  })
})

test('what is written while it is sent is not sent once who asked for it may not read it any more', async () => {
  const urls = {
    annotations: async (member: TestMember) => {
      const { image_id } = await makeAnnotation(api, api.home.admin)
      return (await request(api, member, { url: `/api/annotations/download-url/?image_id=${image_id}` })).json
        .url
    },
    audits: async (member: TestMember) =>
      (await request(api, member, { url: '/api/audits/export/' })).json.url,
  }
  const change = ({ userId }: TestMember, body: object) =>
    request(api, api.home.admin, { method: 'PATCH', url: `/api/users/${userId}/`, body })
  for (const make of Object.values(urls)) {
    const person = await makeMember(api, api.home.admin, { role: 'manager' })
    const address = await make(person)
    expect((await use('GET', address)).status).toBe(200)
    expect((await change(person, { disabled: true })).status).toBe(200)
    expect(await use('GET', address)).toEqual({ status: 403, code: 'signed_url_expired' })
  }
  const demoted = await makeMember(api, api.home.admin, { role: 'manager' })
  const address = await urls.audits(demoted)
  expect((await change(demoted, { role: 'guest' })).status).toBe(200)
  expect(await use('GET', address)).toEqual({ status: 403, code: 'signed_url_expired' })
})

test('what lies on the disk is not sent once who asked for it may not have it any more', async () => {
  const change = ({ userId }: TestMember, body: object) =>
    request(api, api.home.admin, { method: 'PATCH', url: `/api/users/${userId}/`, body })
  const expired = { status: 403, code: 'signed_url_expired' }
  const ask = async (member: TestMember, url: string) => (await request(api, member, { url })).json.url
  const file = await makeStoredFile(api, api.home.admin)
  const elsewhere = await makeImportedFile(api, api.home.admin)
  const exported = await makeFinishedExport(api, api.home.admin)
  const urls = [
    `/api/files/${file.id}/download-url/`,
    `/api/files/${elsewhere.id}/download-url/`,
    `/api/exports/${exported.id}/download-url/`,
  ]
  const [disabled, demoted] = [
    await makeMember(api, api.home.admin, { role: 'manager' }),
    await makeMember(api, api.home.admin, { role: 'manager' }),
  ]
  for (const [person, body] of [
    [disabled, { disabled: true }],
    [demoted, { role: 'guest' }],
  ] as const) {
    const addresses = await Promise.all(urls.map((url) => ask(person, url)))
    for (const address of addresses) expect((await use('GET', address)).status).toBe(200)
    expect((await change(person, body)).status).toBe(200)
    for (const address of addresses) expect(await use('GET', address)).toEqual(expired)
  }
  const slide = await makeSlide(api, api.home.admin)
  const address = await ask(api.home.admin, `/api/files/${slide.fileId}/download-url/`)
  expect((await use('GET', address)).code).not.toBe('file_state')
  await request(api, api.home.admin, { method: 'DELETE', url: `/api/slides/${slide.id}/` })
  expect(await use('GET', address)).toEqual({ status: 409, code: 'file_state' })
})

test('nor is what is left of a file that was cut off: its size is compared before anything is sent', async () => {
  const { id } = await makeStoredFile(api, api.home.admin)
  const { url } = (await request(api, api.home.admin, { url: `/api/files/${id}/download-url/` })).json
  const { storage } = api.context
  if (storage.kind !== 'disk') throw new Error('this is about a disk')
  const { organizationId } = api.home.admin
  await truncate(storage.fileOf({ organizationId, path: `files/${id}/original` }), 1000)
  expect(await use('GET', url)).toEqual({ status: 422, code: 'undecodable' })
})

test('what is signed for one method is not for another, whatever the routes are', () => {
  const signer = addressSigner(api.context)
  for (const [signed, used] of [
    ['GET', 'PUT'],
    ['PUT', 'GET'],
  ] as const) {
    const address = signer.sign(signed, '/storage/x', {})
    expect(() => signer.verify(signed, address)).not.toThrow()
    expect(() => signer.verify(used, address)).toThrow(
      expect.objectContaining({ code: 'signed_url_invalid' }),
    )
  }
})

test('an address of a part is good for that part until the upload is over, and for no more bytes', async () => {
  const { id } = await makeFile(api, api.home.admin)
  await multipart(api, api.home.admin, id, 'init')
  const { url } = (await askPartUrl(api, api.home.admin, id)).json
  const { host, pathname, search } = new URL(url)
  const put = (payload: Buffer) =>
    api.app.inject({ method: 'PUT', url: pathname + search, headers: { host }, payload })
  expect((await put(Buffer.alloc(2001))).statusCode).toBe(400)
  expect((await put(Buffer.alloc(1999))).statusCode).toBe(400)
  expect((await put(content())).statusCode).toBe(200)
  await multipart(api, api.home.admin, id, 'abort')
  expect((await put(content())).statusCode).toBeGreaterThanOrEqual(400)
})
