import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RealSlide } from '../../domain/slides/test-support/real-slides.ts'
import { slides } from '../../platform/db/schema/index.ts'
import { request, type TestApi } from '../test-api.ts'
import { askExport } from '../test-support/exports-examples.ts'
import { askOverTcp } from '../test-support/raw-requests.ts'
import { openSlideApi, type SlideApi } from '../test-support/slide-api.ts'

let opened: SlideApi
let api: TestApi
let slide: RealSlide

beforeAll(async () => {
  opened = await openSlideApi()
  ;({ api, slide } = opened)
})

afterAll(() => opened.close())

/** One name in quotes without anything that ends them, and the same once more in the letters of RFC 5987. */
const harmless = /^attachment; filename="[ !#-[\]-~]+"(; filename\*=UTF-8''[\w!#$&+.^`|~%-]+)?$/

const names = [
  'a"; filename="evil.exe',
  "a'; filename*=UTF-8''evil.exe",
  '%0d%0aSet-Cookie: a=b',
  '..\\..\\evil',
  '../../evil',
  '\u202egnp.exe',
  '💜 نسيج',
  '.htaccess',
]

test.each(names)('a slide called %j gives its regions a name that says nothing else', async (name) => {
  const renamed = { method: 'PATCH', url: `/api/slides/${slide.id}/`, body: { name } } as const
  expect((await request(api, api.home.admin, renamed)).status).toBe(200)
  await expectHarmless()
})

test('so does one whose file was called by something that no person can type here', async () => {
  await api.context.database.asSystem((tx) =>
    tx.update(slides).set({ name: 'a\r\nSet-Cookie: a=b\r\n\r\n<html>' }).where(eq(slides.id, slide.id)),
  )
  await expectHarmless()
})

async function expectHarmless(): Promise<void> {
  const region = { x: 0, y: 0, width: 9, height: 9, format: 'png' }
  const query = 'x=0&y=0&width=9&height=9&format=png'
  const reply = await askOverTcp(api, api.home.admin, `/api/viewers/regions/${slide.imageId}/?${query}`)
  expect(reply.status).toBe(200)
  expect(reply.headers['content-disposition']).toMatch(harmless)
  expect(reply.headers['content-disposition']).not.toMatch(/[/\\]|filename="\./)
  expect(reply.headers['set-cookie']).toBeUndefined()

  const asked = await askExport(api, api.home.admin, slide.imageId, region)
  expect(asked.status).toBe(201)
  const { organizationId } = api.home.admin
  const key = { organizationId, path: `exports/${asked.json.id}/region.png` }
  const url = new URL(await api.context.storage.downloadUrl(key, { fileName: asked.json.file_name }))
  expect(url.searchParams.get('disposition')).toMatch(harmless)
}
