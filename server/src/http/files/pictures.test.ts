import { pictureLimits } from '@cresyl/contract/api/limits'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeUnusedPictures } from '../../domain/pictures/pictures.ts'
import { dataUrl, pngOf, samples } from '../../domain/pictures/test-pictures.ts'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import { readSettings } from '../test-support/organizations-examples.ts'

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

async function setLogo(logo: string | null) {
  const { id } = await readSettings(api, api.home.admin)
  const url = `/api/organization-settings/${id}/`
  return request(api, api.home.admin, { method: 'PATCH', url, body: { branding: { logo } } })
}

async function countPictures(): Promise<number> {
  const { rows } = await owner.query('select count(*)::int as count from pictures')
  return rows[0].count
}

const get = (url: string, method: 'GET' | 'HEAD' = 'GET') =>
  api.app.inject({ method, url, headers: { host: new URL(api.context.config.origin).host } })

describe('a stored picture', () => {
  test.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['transparentWebp', 'image/webp'],
  ] as const)('is served as the %s it is, to whoever knows its address', async (sample, mediaType) => {
    const { json } = await setLogo(dataUrl(samples[sample], 'image/png'))
    expect(json.branding.logo).toMatch(/^\/pictures\/[0-9a-f]{32}$/)
    const reply = await get(json.branding.logo)
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.equals(samples[sample])).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': mediaType,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test('can be asked for by HEAD', async () => {
    const { json } = await setLogo(dataUrl(samples.png))
    const reply = await get(json.branding.logo, 'HEAD')
    expect([reply.statusCode, reply.body]).toEqual([200, ''])
    expect(reply.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(samples.png.length),
    })
  })

  test('has the size that is allowed, and not a byte more', async () => {
    const most = pngOf(8, 8, pictureLimits.bytes - pngOf(8, 8, 1).length + 1)
    expect(most.length).toBe(pictureLimits.bytes)
    expect((await setLogo(dataUrl(most))).status).toBe(200)
    const larger = pngOf(8, 8, pictureLimits.bytes - pngOf(8, 8, 1).length + 2)
    const reply = await setLogo(dataUrl(larger))
    expect([reply.status, reply.json.code]).toEqual([400, 'invalid_input'])
    expect(reply.json.fields['branding.logo']).toEqual([
      'The picture has 257 KB; at most 256 are allowed. Choose a smaller one.',
    ])
  })
})

describe('an address without a picture', () => {
  test.each([
    '/pictures/00000000000000000000000000000000',
    '/pictures/0',
    '/pictures/..%2f..%2fetc%2fpasswd',
    "/pictures/'%20or%20'1'='1",
    '/pictures/%00',
    `/pictures/${'F'.repeat(32)}`,
    `/pictures/${'f'.repeat(200)}`,
    '/pictures/',
    '/pictures/a/b',
  ])('%s is answered with a sentence', async (url) => {
    const reply = await get(url)
    expect(reply.statusCode).toBe(404)
    expect(reply.json().detail).toMatch(/\.$/)
    expect(reply.headers['cache-control']).toBe('no-store')
  })
})

describe('what is refused as a picture, and not kept', () => {
  test.each<[string, string]>([
    ['SVG that says it is a PNG', dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['HTML that says it is a PNG', dataUrl(Buffer.from('<script>alert(1)</script>'))],
    ['a PNG with a page behind it', dataUrl(Buffer.concat([samples.png, Buffer.from('<script>')]))],
    ['a picture of too many pixels', dataUrl(pngOf(4097, 1))],
    ['a picture without pixels', dataUrl(pngOf(0, 0))],
    ['text', 'data:text/plain,hello'],
    ['nothing', 'data:image/png;base64,'],
    ['an address elsewhere', 'https://evil.example/logo.png'],
    ['a script', 'javascript:alert(1)'],
    ['an address that is not the one it has', `/pictures/${'0'.repeat(32)}`],
  ])('%s', async (_what, logo) => {
    const before = await countPictures()
    const reply = await setLogo(logo)
    expect([reply.status, reply.json.code], reply.text).toEqual([400, 'invalid_input'])
    expect(reply.json.fields['branding.logo']).toEqual([reply.json.detail])
    expect(reply.json.detail).toMatch(/Choose .*\.$/)
    expect(await countPictures()).toBe(before)
  })
})

test('pictures that nobody shows are removed after a day', async () => {
  const replaced = (await setLogo(dataUrl(samples.png))).json.branding.logo as string
  const used = (await setLogo(dataUrl(samples.jpeg))).json.branding.logo as string
  const ofPerson = (await setLogo(dataUrl(samples.png))).json.branding.logo as string
  const young = (await setLogo(dataUrl(samples.png))).json.branding.logo as string
  await owner.query(
    "update organizations set branding = jsonb_set(branding, '{logo}', to_jsonb($1::text)) where id = $2",
    [used, api.away.admin.organizationId],
  )
  await owner.query('update users set picture = $1 where id = $2', [ofPerson, api.home.guest.userId])
  await setLogo(null)
  await owner.query(
    "update pictures set created_at = now() - interval '25 hours' where '/pictures/' || id <> $1",
    [young],
  )
  await removeUnusedPictures(api.context)
  const status = async (address: string) => (await get(address)).statusCode
  expect(await status(replaced)).toBe(404)
  expect(await Promise.all([used, ofPerson, young].map(status))).toEqual([200, 200, 200])
})
