import { exportLimits } from '@cresyl/contract/api/limits'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AddedSlide, addImage } from '../../domain/slides/test-support/add-slide.ts'
import { exports, images, jobs, organizationSettings, slides } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { askExport, makeExport, makeFinishedExport } from '../test-support/exports-examples.ts'
import { makeSlide } from '../test-support/slides-examples.ts'

let api: TestApi
let slide: AddedSlide

beforeAll(async () => {
  api = await openTestApi()
  slide = await makeSlide(api, api.home.admin, { name: 'Liver 12' })
})

afterAll(() => api.close())

const get = (path: string, member: TestMember = api.home.user) =>
  request(api, member, { url: `/api/exports/${path}` })
const remove = (id: string, member: TestMember) =>
  request(api, member, { method: 'DELETE', url: `/api/exports/${id}/` })

/** An image of this size, at 0.25 µm/px. */
function addLarge(side: number): Promise<string> {
  const { organizationId } = api.home.admin
  return api.context.database.asMember({ organizationId }, (tx) =>
    addImage(tx, organizationId, 'output', { slideId: slide.id, width: side, height: side }),
  )
}

const jobOf = async (id: string) =>
  (await api.context.database.asSystem((tx) => tx.select().from(jobs).where(eq(jobs.subjectId, id))))[0]

describe('asking for an export', () => {
  test('cuts it to the image, names it, and queues a job', async () => {
    const body = { x: 800, y: 700, width: 1000, height: 1000, mpp: 0.5, format: 'tiff' }
    const { status, json } = await askExport(api, api.home.user, slide.imageId, body)
    expect(status).toBe(201)
    expect(json).toMatchObject({
      image_id: slide.imageId,
      slide_id: slide.id,
      request: { ...body, width: 200, height: 100, z: 0, t: 0, icc: false },
      file_name: 'Liver 12 800 700 200 100 0.50um.tiff',
      state: 'queued',
      message: null,
      size: null,
      width: 100,
      height: 50,
      created_by: { id: api.home.user.userId },
    })
    expect(await jobOf(json.id)).toMatchObject({
      id: json.job_id,
      kind: 'export_region',
      payload: { export_id: json.id },
      createdBy: api.home.user.userId,
    })
    const week = new Date(json.expires_at).getTime() - new Date(json.created_at).getTime()
    expect(week).toBe(7 * 24 * 3_600_000)
  })

  test('again with the same key gives the same one; for another image it is another request', async () => {
    const [headers, body] = [{ 'idempotency-key': newId() }, { x: 0, y: 0, width: 9, height: 9 }]
    const first = await askExport(api, api.home.user, slide.imageId, body, headers)
    const again = await askExport(api, api.home.user, slide.imageId, body, headers)
    expect([first.status, again.json]).toEqual([201, first.json])
    const other = await askExport(api, api.home.user, await addLarge(100), body, headers)
    expect([other.status, other.json.code]).toEqual([422, 'idempotency_mismatch'])
  })

  test('beyond what a picture holds says so, and that TIFF holds more', async () => {
    const body = { x: 0, y: 0, width: 70_000, height: 70_000, format: 'jpeg' }
    const imageId = await addLarge(70_000)
    const { status, json } = await askExport(api, api.home.user, imageId, body)
    expect([status, json.code]).toEqual([400, 'invalid_input'])
    expect(json.detail).toBe(
      'This would be 70000 × 70000 pixels (4,900 megapixels); a JPEG holds at most 100 megapixels, and 65500 pixels a side. Choose TIFF, a smaller region or a coarser µm/px.',
    )
    expect((await askExport(api, api.home.user, imageId, { ...body, format: 'tiff' })).status).toBe(201)
    expect((await askExport(api, api.home.user, imageId, { ...body, mpp: 2 })).status).toBe(201)
  })

  test('beyond what is exported at all says how large it would be', async () => {
    const body = { x: 0, y: 0, width: 200_000, height: 200_000, format: 'tiff' }
    const { json } = await askExport(api, api.home.user, await addLarge(200_000), body)
    expect(json.detail).toBe(
      'This would be 200000 × 200000 pixels (40,000 megapixels); at most 20,000 megapixels are exported. Choose a smaller region or a coarser µm/px.',
    )
    expect(exportLimits.tiff.pixels).toBe(20e9)
  })

  test('finer than twice the image is refused: it would only be more pixels', async () => {
    const imageId = await addLarge(1000)
    const { rows } = await api.context.database.asSystem((tx) =>
      tx.execute<{ mpp: number }>(sql`select mpp_x as mpp from images where id = ${imageId}`),
    )
    const own = rows[0]?.mpp ?? Number.NaN
    const body = { x: 0, y: 0, width: 100, height: 100, format: 'tiff' }
    const askAt = (mpp: number) => askExport(api, api.home.user, imageId, { ...body, mpp })
    const { status, json } = await askAt(own / 47)
    expect([status, json.detail]).toEqual([
      400,
      "This would be 4700 × 4700 pixels (22 megapixels), more than 2 times the image's own resolution. Choose a coarser µm/px.",
    ])
    expect((await askAt(own / 2)).status).toBe(201)
  })

  test('of a label is for those who may see it', async () => {
    const body = { x: 0, y: 0, width: 10, height: 10 }
    expect((await askExport(api, api.home.user, slide.labelId, body)).status).toBe(404)
    const asked = await askExport(api, api.home.manager, slide.labelId, body)
    expect(asked.json.file_name).toBe('Liver 12 label 0 0 10 10 0.25um.jpg')
    const { id } = asked.json
    expect((await get(`${id}/`)).status).toBe(404)
    expect((await get(`?mine=false&image_id=${slide.labelId}`)).json.count).toBe(0)
    const { organizationId } = api.home.admin
    const setVisibility = (labelVisibility: 'managers' | 'members') =>
      api.context.database.asSystem((tx) =>
        tx
          .update(organizationSettings)
          .set({ labelVisibility })
          .where(eq(organizationSettings.organizationId, organizationId)),
      )
    await setVisibility('members')
    expect((await get(`${id}/`)).status).toBe(200)
    await setVisibility('managers')
  })
})

describe('exports', () => {
  test("are one's own unless all are asked for, by image, slide and state", async () => {
    const own = await makeExport(api, api.home.admin, api.home.user)
    const other = await makeFinishedExport(api, api.home.admin)
    const ids = async (query: string) =>
      (await get(query)).json.results.map(({ id }: { id: string }) => id) as string[]
    expect(await ids('')).toContain(own.id)
    expect(await ids('')).not.toContain(other.id)
    expect(await ids('?mine=false')).toEqual(expect.arrayContaining([own.id, other.id]))
    expect(await ids(`?mine=false&image_id=${other.image_id}`)).toEqual([other.id])
    expect(await ids('?mine=false&state=succeeded')).toEqual([other.id])
    expect(await ids('?mine=false&state=failed&state=cancelled')).toEqual([])
    expect((await get('?mine=false&limit=1')).json.next).toContain('offset=1')
    expect((await get('?mine=false', api.away.admin)).json.count).toBe(0)
  })

  test('are not there as long as their slide is deleted', async () => {
    const made = await makeExport(api, api.home.admin, api.home.user)
    const { slide_id } = (await get(`${made.id}/`)).json
    const setDeleted = (deletedAt: Date | null) =>
      api.context.database.asSystem(async (tx) => {
        await tx.update(slides).set({ deletedAt }).where(eq(slides.id, slide_id))
        await tx.update(images).set({ deletedAt }).where(eq(images.slideId, slide_id))
      })
    await setDeleted(new Date())
    expect((await get(`${made.id}/`)).status).toBe(404)
    await setDeleted(null)
    expect((await get(`${made.id}/`)).status).toBe(200)
  })

  test('tell how they ended when their job is forgotten', async () => {
    const made = await makeFinishedExport(api, api.home.admin)
    await api.context.database.asSystem((tx) => tx.delete(jobs).where(eq(jobs.id, made.job_id)))
    expect((await get(`${made.id}/`)).json).toMatchObject({ state: 'succeeded', job_id: null })
  })
})

describe('downloading an export', () => {
  test('gives an address of its bytes, counts and audits it', async () => {
    const made = await makeFinishedExport(api, api.home.admin)
    const { status, json } = await get(`${made.id}/download-url/`)
    expect([status, json.size]).toEqual([200, 9])
    const { host, pathname, search } = new URL(json.url)
    const reply = await api.app.inject({ url: pathname + search, headers: { host } })
    expect([reply.statusCode, reply.body]).toEqual([200, 'a picture'])
    expect(reply.headers['content-disposition']).toContain(`filename="${json.file_name}"`)
    const { rows } = await api.context.database.asSystem((tx) =>
      tx.execute(`select d.kind, d.bytes::int, d.user_id, a.event, a.details from downloads d, audits a
        where d.image_id = '${made.image_id}' and a.subject_id = '${made.id}' and a.event = 'export.downloaded'`),
    )
    expect(rows).toEqual([
      {
        kind: 'region',
        bytes: 9,
        user_id: api.home.user.userId,
        event: 'export.downloaded',
        details: { image_id: made.image_id, bytes: 9 },
      },
    ])
  })

  test('says why there is nothing', async () => {
    const made = await makeExport(api, api.home.admin)
    expect((await get(`${made.id}/download-url/`)).json.detail).toBe(
      'This region is still being created. You will be notified when it is ready.',
    )
    await request(api, api.home.user, { method: 'POST', url: `/api/jobs/${made.job_id}/cancel/` })
    expect((await get(`${made.id}/download-url/`)).json.detail).toBe(
      'There is nothing to download. It was cancelled before it started. Create it again.',
    )
  })
})

describe('deleting an export', () => {
  test('removes what was made', async () => {
    const made = await makeFinishedExport(api, api.home.admin)
    const key = { organizationId: api.home.admin.organizationId, path: `exports/${made.id}/region.png` }
    expect(await api.context.storage.stat(key)).not.toBeNull()
    expect((await remove(made.id, api.home.admin)).status).toBe(204)
    expect(await api.context.storage.stat(key)).toBeNull()
    expect((await get(`${made.id}/`)).status).toBe(404)
  })

  test('cancels its job', async () => {
    const made = await makeExport(api, api.home.admin, api.home.user)
    expect((await remove(made.id, api.home.user)).status).toBe(204)
    expect(await jobOf(made.id)).toMatchObject({
      state: 'cancelled',
      cancelRequestedBy: api.home.user.userId,
    })
  })

  test('is for whoever asked for it, and for administrators', async () => {
    const made = await makeExport(api, api.home.admin, api.home.user)
    const refused = await remove(made.id, api.home.manager)
    expect([refused.status, refused.json.detail]).toEqual([
      403,
      'You do not have permission to delete exports of others. Ask them, or an administrator.',
    ])
    expect((await remove(made.id, api.home.admin)).status).toBe(204)
    const left = await api.context.database.asSystem((tx) =>
      tx.select().from(exports).where(eq(exports.id, made.id)),
    )
    expect(left).toEqual([])
  })
})
