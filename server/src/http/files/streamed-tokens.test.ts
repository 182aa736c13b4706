import { routes } from '@cresyl/contract/routes'
import { pictureRoutes } from '@cresyl/contract/streamed-routes'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { addRealSlide, type RealSlide } from '../../domain/slides/test-support/real-slides.ts'
import { newId } from '../../platform/id.ts'
import { type MadeSlides, makeTestSlides } from '../../platform/tiles/test-support/made-slides.ts'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import { askOverTcp, type RawRequest } from '../test-support/raw-requests.ts'

let api: TestApi
let made: MadeSlides
let slide: RealSlide
let theirs: RealSlide

beforeAll(async () => {
  ;[api, made] = await Promise.all([openTestApi(), makeTestSlides()])
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  slide = await addRealSlide(api.context, api.home.admin.organizationId, made.brightfield)
  theirs = await addRealSlide(api.context, api.away.admin.organizationId, made.brightfield)
})

afterAll(async () => {
  await api.close()
  await made.remove()
})

const anonymously = (url: string, asked?: RawRequest) => askOverTcp(api, null, url, asked)
const streamedUrls = (imageId: string, token: string) => ({
  readTile: `/api/viewers/tiles/${imageId}/0/0/0/?token=${token}`,
  readThumbnail: `/api/viewers/thumbnails/${imageId}/?token=${token}`,
  readRegion: `/api/viewers/regions/${imageId}/?x=0&y=0&width=50&height=40&mpp=1&format=png&token=${token}`,
})
const streamedNames = Object.keys(pictureRoutes) as (keyof typeof pictureRoutes)[]

describe('a token in the address', () => {
  test('opens no route of the contract but those that are answered with pictures', async () => {
    const others = Object.entries(routes)
    expect(others.length).toBeGreaterThan(60)
    const opened: string[] = []
    for (const [name, { method, path, access }] of others) {
      const url = `/api/${path.replaceAll(/\{\w+\}/g, slide.id)}/`
      const { token } = access === 'superadmin' ? api.superadmin : api.home.admin
      // Under each name at once: whichever were read would open it.
      const query = `?token=${token}&access_token=${token}&format=png`
      const { status, bytes, headers } = await anonymously(url + query, { method })
      if (status !== 401) opened.push(`${name} ${status}`)
      expect(bytes.toString() + JSON.stringify(headers)).not.toContain(token.slice(-40))
    }
    expect(opened).toEqual([])
  })

  test.each(streamedNames)('opens %s by GET, and by no other method', async (name) => {
    const url = streamedUrls(slide.imageId, api.home.admin.token)[name]
    expect((await anonymously(url)).status).toBe(200)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status } = await anonymously(url, { method })
      expect([401, 404, 405], `${method} ${status}`).toContain(status)
    }
  })

  test('opens nothing behind an address that only looks like a tile', async () => {
    const { token } = api.home.admin
    const tile = `/api/viewers/tiles/${slide.imageId}/0/0/0`
    const urls = [
      `${tile}/../../../../../../slides/?token=${token}`,
      `${tile}/..%2f..%2f..%2f..%2fslides/?token=${token}`,
      `${tile}%2f..%2f..%2fslides/?token=${token}`,
      `${tile};/api/slides/?token=${token}`,
      `//api/slides/?token=${token}`,
      `/api//viewers/tiles/${slide.imageId}/0/0/0/?token=${token}`,
      `/api/slides/?x=${encodeURIComponent(tile)}&token=${token}`,
      `/api/slides/${slide.id}/?token=${token}#${tile}`,
      `/api/events/?token=${token}`,
      `/api/events/?access_token=${token}`,
      `/oidc/me?token=${token}`,
      `/oidc/me?access_token=${token}`,
      `/storage/objects/${slide.path}?token=${token}`,
    ]
    for (const url of urls) {
      const { status, bytes, headers } = await anonymously(url)
      const answer = `${url.replace(token, '…')}: ${status} ${headers['content-type']}`
      // What is no address of the API is the app's own page, for whoever asks.
      expect(answer).toMatch(/: (40[01345] |200 text\/html)/)
      expect(bytes.toString()).not.toContain(token.slice(-40))
    }
    expect(api.log.join('')).not.toContain(token.slice(-40))
  })

  test.each(streamedNames)(
    'shows with %s nothing of another organisation, nor what never was',
    async (name) => {
      const { token } = api.home.admin
      for (const imageId of [theirs.imageId, theirs.labelId, newId(), slide.id, theirs.id]) {
        const { status, json } = await anonymously(streamedUrls(imageId, token)[name])
        expect([status, json.code]).toEqual([404, 'not_found'])
      }
      // Both ways round: the same picture is theirs.
      expect((await anonymously(streamedUrls(theirs.imageId, api.away.admin.token)[name])).status).toBe(200)
    },
  )

  test.each(streamedNames)(
    'shows with %s no label and no macro to whoever may not see labels',
    async (name) => {
      const statuses = []
      for (const member of [api.home.guest, api.home.user]) {
        for (const imageId of [slide.labelId, slide.macroId]) {
          statuses.push((await anonymously(streamedUrls(imageId, member.token)[name])).status)
        }
      }
      // Guests may export nothing at all.
      const ofGuests = name === 'readRegion' ? 403 : 404
      expect(statuses).toEqual([ofGuests, ofGuests, 404, 404])
    },
  )

  test.each(streamedNames)('opens %s by no token that was altered or is of another kind', async (name) => {
    const { token } = api.home.admin
    const [head, claims = '', signature = ''] = token.split('.')
    const decoded = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = [
      `${head}.${encode({ ...decoded, exp: decoded.exp + 86_400 })}.${signature}`,
      `${encode({ alg: 'none' })}.${claims}.`,
      `${head}.${claims}.${signature.slice(0, -4)}AAAA`,
      `${head}.${claims}`,
      `Bearer%20${token}`,
      encodeURIComponent(` ${token}`),
      `${token}%00`,
    ]
    for (const each of forged) {
      const { status } = await anonymously(streamedUrls(slide.imageId, each)[name])
      expect(status, each.slice(0, 20)).toBe(401)
    }
  })

  test.each(streamedNames)('opens %s until its time is over, and no longer, known as it is', async (name) => {
    const { userId, organizationId } = api.home.admin
    const token = await api.identity.mintAccessToken(userId, organizationId)
    const url = streamedUrls(slide.imageId, token)[name]
    expect((await anonymously(url)).status).toBe(200)
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: exp * 1000 + 60_000 })
    expect((await anonymously(url)).status).toBe(401)
  })

  test.each(streamedNames)(
    'that belongs to a program opens %s by its header alone, within its permissions, until it ends',
    async (name) => {
      const make = async (permissions: string[]) => {
        const body = { name: `pictures ${newId()}`, permissions, days: 1 }
        const { json } = await request(api, api.home.admin, {
          method: 'POST',
          url: '/api/users/tokens/',
          body,
        })
        return json as { id: string; token: string }
      }
      const url = (token: string) => streamedUrls(slide.imageId, token)[name]
      const status = async (token: string) => {
        const headers = { Authorization: `Bearer ${token}` }
        return (await anonymously(url('').replace(/[?&]token=$/, ''), { headers })).status
      }
      const wide = await make(['view:viewers', 'download:images'])
      const narrow = await make(['read:projects'])
      expect([await status(wide.token), await status(narrow.token)]).toEqual([200, 403])
      const inAddress = await anonymously(url(wide.token))
      expect([inAddress.status, inAddress.json.detail]).toEqual([401, expect.stringContaining('header only')])
      expect((await anonymously(`/api/slides/?token=${wide.token}`)).status).toBe(401)
      const owner = new pg.Client({ connectionString: api.databaseUrl })
      await owner.connect()
      await owner.query(`update api_tokens set expires_at = now() - interval '1 second' where id = $1`, [
        wide.id,
      ])
      await owner.end()
      await expect.poll(() => status(wide.token)).toBe(401)
      expect(api.log.join('')).not.toContain(wide.token)
    },
  )
})
