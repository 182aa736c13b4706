import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeSlide } from '@cresyl/slides'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  isReady,
  issueToken,
  makeProductPlace,
  type Product,
  type ProductPlace,
  runCli,
  startProduct,
  stopProduct,
} from '../test-product.ts'
import { labelledSlide } from '../workers/test-support/labelled-slide.ts'
import {
  type Answer,
  clientsOfEach,
  imageOf,
  openSlideClient,
  patience,
  type SlideClient,
  tilePath,
  type UploadedSlide,
  uploadSlide,
} from './test-slide-client.ts'

const processes = ['api-1', 'api-2']
const guest = 'guest@demo.example'
const manager = 'manager@demo.example'

let place: ProductPlace
let product: Product
let admin: SlideClient
let slide: UploadedSlide
let labelId: string
/** Its tiles go out as they are stored. */
let stored: UploadedSlide

beforeAll(async () => {
  place = await makeProductPlace({
    CRESYL_DEMO: 'true',
    CRESYL_API_PROCESSES: '2',
    CRESYL_DECODE_PROCESSES: '2',
  })
  product = await startProduct(place)
  expect(isReady(product), JSON.stringify(product.messages)).toBe(true)
  for (const email of [guest, manager]) {
    const role = email.split('@')[0] ?? ''
    const added = ['user', 'add', '--org', 'demo', '--email', email, '--role', role]
    expect(await runCli(place, added, 'a long enough password\n')).toMatchObject({ code: 0 })
  }
  admin = openSlideClient(product.origin, await issueToken(place))
  slide = await uploadSlide(admin, 'labelled.svs', labelledSlide())
  labelId = await imageOf(admin, slide.fileId, 'label')
  const path = join(place.dataDir, 'stored.tiff')
  await makeSlide(path, { stain: 'he', seed: 5, width: 700, height: 600 })
  stored = await uploadSlide(admin, 'stored.tiff', await readFile(path))
})

afterAll(async () => {
  admin.close()
  await stopProduct(product)
  await place.remove()
})

interface Watched {
  /** What each process answers now, again and again, until all have answered so; by process, in milliseconds. */
  until(wanted: number): Promise<Record<string, number>>
}

/** Somebody who looks at an image by way of each process, without a pause. */
async function watch(token: string, path: string): Promise<Watched> {
  const clients = await clientsOfEach(place, product.origin, token, processes)
  let stopped = false
  const last = new Map<string, Answer>()
  const looking = [...clients].map(async ([name, client]) => {
    while (!stopped) last.set(name, await client.ask(path))
  })
  onTestFinished(async () => {
    stopped = true
    await Promise.all(looking)
    for (const client of clients.values()) client.close()
  })
  return {
    until: async (wanted) => {
      const since = performance.now()
      const reached: Record<string, number> = {}
      await vi.waitUntil(
        () => {
          for (const [name, { status, json }] of last) {
            if (status !== wanted) {
              delete reached[name]
              continue
            }
            reached[name] ??= Math.round(performance.now() - since)
            if (status !== 200) expect(json.detail).toMatch(/^[A-Z].+\.$/)
          }
          return Object.keys(reached).length === processes.length
        },
        { ...patience, interval: 5 },
      )
      return reached
    },
  }
}

const command = async (method: string, path: string, body?: unknown) => {
  const reply = await admin.ask(path, { method, ...(body !== undefined && { body }) })
  expect(reply.status, reply.bytes.toString()).toBeLessThan(300)
  return reply.json
}

const report = (what: string, reached: Record<string, number>, most: number) => {
  console.log(`${what}: ${JSON.stringify(reached)} ms`)
  for (const milliseconds of Object.values(reached)) expect(milliseconds).toBeLessThan(most)
}

const userId = async (email: string): Promise<string> => {
  const { json } = await admin.ask(`users/?search=${encodeURIComponent(email)}`)
  return json.results.find((user: { email: string }) => user.email === email).id
}

describe('while tiles stream from two processes', () => {
  test.each([
    ['tiles as they are stored', () => stored, ''],
    ['tiles that are decoded', () => slide, '?format=png'],
  ])(
    'a slide that is deleted is gone within two seconds from each, and back when it is restored: %s',
    async (_what, find, way) => {
      const { imageId, slideId } = find()
      admin.token = await issueToken(place)
      const viewer = await watch(await issueToken(place, guest), tilePath(imageId, '0/1/1', way))
      await viewer.until(200)
      await command('DELETE', `slides/${slideId}/`)
      report('deleted', await viewer.until(404), 2000)
      await command('POST', `slides/${slideId}/restore/`)
      report('restored', await viewer.until(200), 2000)
    },
  )

  test('a member who is disabled is refused by each within a minute, and served when enabled again', async () => {
    admin.token = await issueToken(place)
    const viewer = await watch(await issueToken(place, guest), tilePath(slide.imageId))
    await viewer.until(200)
    const id = await userId(guest)
    await command('PATCH', `users/${id}/`, { disabled: true })
    report('disabled', await viewer.until(401), 60_000)
    await command('PATCH', `users/${id}/`, { disabled: false })
    report('enabled', await viewer.until(200), 60_000)
  })

  test('a manager who becomes a guest sees no label any more', async () => {
    admin.token = await issueToken(place)
    const viewer = await watch(await issueToken(place, manager), tilePath(labelId))
    await viewer.until(200)
    const id = await userId(manager)
    await command('PATCH', `users/${id}/`, { role: 'guest' })
    report('demoted', await viewer.until(404), 60_000)
    await command('PATCH', `users/${id}/`, { role: 'manager' })
    report('promoted', await viewer.until(200), 60_000)
  })

  test('an API token that is revoked is refused', async () => {
    admin.token = await issueToken(place)
    const body = { name: 'viewing', permissions: ['view:viewers', 'read:organization_settings'], days: 1 }
    const { id, token } = await command('POST', 'users/tokens/', body)
    const viewer = await watch(token, tilePath(slide.imageId))
    await viewer.until(200)
    await command('DELETE', `users/tokens/${id}/`)
    report('revoked', await viewer.until(401), 60_000)
  })

  test('labels that are hidden again are gone for guests', async () => {
    admin.token = await issueToken(place)
    const { json } = await admin.ask('organization-settings/')
    const [{ id }] = json.results
    const viewer = await watch(await issueToken(place, guest), tilePath(labelId))
    await viewer.until(404)
    await command('PATCH', `organization-settings/${id}/`, { label_visibility: 'members' })
    report('labels shown', await viewer.until(200), 60_000)
    await command('PATCH', `organization-settings/${id}/`, { label_visibility: 'managers' })
    report('labels hidden', await viewer.until(404), 60_000)
  })
})
