import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { purgeAnnotations } from '../../domain/annotations/purge-annotations.ts'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import {
  annotate,
  edit,
  makeAnnotation,
  remove,
  restore,
  square,
} from '../test-support/annotations-examples.ts'
import { makeSlide } from '../test-support/slides-examples.ts'

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

const read = (id: string, member = api.home.admin) => request(api, member, { url: `/api/annotations/${id}/` })
const history = async (id: string) =>
  (await request(api, api.home.admin, { url: `/api/annotations/${id}/history/` })).json

describe('an annotation', () => {
  test('comes back as it was sent, with its area and length', async () => {
    const geometry = {
      type: 'Polygon',
      coordinates: [square(0.1, 0.7, 100).coordinates[0], square(20, 30, 10).coordinates[0]],
    }
    const { id } = await makeAnnotation(api, api.home.user, api.home.user, { geometry, shape: 'polygon' })
    const { json } = await read(id)
    expect(json.geometry).toEqual(geometry)
    expect(json.area_px).toBeCloseTo(9900, 6)
    expect(json.length_px).toBeCloseTo(440, 6)
    expect(json).toMatchObject({ version: 1, origin: 'drawn', created_by: { id: api.home.user.userId } })
  })

  test.each([
    [
      'a ring that is not closed',
      [
        [0, 0],
        [9, 0],
        [9, 9],
        [0, 9],
      ],
      /not closed/,
    ],
    [
      'a bow tie',
      [
        [0, 0],
        [9, 9],
        [9, 0],
        [0, 9],
        [0, 0],
      ],
      /crosses itself near 5, 5/,
    ],
    [
      'a line there and back',
      [
        [0, 0],
        [9, 9],
        [0, 0],
        [0, 0],
      ],
      /fewer than three/,
    ],
    [
      'a place far from the image',
      [
        [0, 0],
        [5000, 0],
        [9, 9],
        [0, 0],
      ],
      /beyond the edge/,
    ],
  ])('is refused as %s', async (_what, ring, sentence) => {
    const { imageId } = await makeSlide(api, api.home.admin)
    const geometry = { type: 'Polygon', coordinates: [ring] }
    const reply = await annotate(api, api.home.admin, { image_id: imageId, geometry, shape: 'polygon' })
    expect([reply.status, reply.json.code]).toEqual([400, 'invalid_input'])
    expect(reply.json.detail).toMatch(sentence)
  })

  test('sent twice with its id is there once, as it has become', async () => {
    const { imageId } = await makeSlide(api, api.home.admin)
    const id = randomUUID()
    const body = { id, image_id: imageId, geometry: square(), shape: 'rectangle' }
    const first = await annotate(api, api.home.user, body)
    expect((await annotate(api, api.home.user, body)).json).toEqual(first.json)
    await edit(api, api.home.user, id, { name: 'Since then' })
    expect((await annotate(api, api.home.user, body)).json).toMatchObject({ name: 'Since then', version: 2 })
    await remove(api, api.home.user, id)
    const last = await annotate(api, api.home.user, body)
    expect([last.status, typeof last.json.deleted_at]).toEqual([201, 'string'])
    const { rows } = await owner.query('select event from audits where subject_id = $1 order by id', [id])
    expect(rows.map(({ event }) => event)).toEqual([
      'annotation.created',
      'annotation.updated',
      'annotation.deleted',
    ])
  })

  test("can't have the id of another's, but any that another organisation has", async () => {
    const { id, image_id } = await makeAnnotation(api, api.home.admin)
    const body = { id, image_id, geometry: square(), shape: 'rectangle' }
    const reply = await annotate(api, api.home.user, body)
    expect([reply.status, reply.json.fields]).toEqual([400, { id: [expect.stringMatching(/taken/)] }])
    const { imageId } = await makeSlide(api, api.away.admin)
    expect((await annotate(api, api.away.user, { ...body, image_id: imageId })).status).toBe(201)
  })

  test("of somebody else is a manager's to change, and whoever it is assigned to reviews it", async () => {
    const { id } = await makeAnnotation(api, api.home.admin)
    expect((await edit(api, api.home.user, id, { review: 'accepted' })).status).toBe(403)
    expect((await remove(api, api.home.user, id)).status).toBe(403)
    const assigned = await edit(api, api.home.manager, id, { assignee_id: api.home.user.userId })
    expect(assigned.json.assignee).toMatchObject({ id: api.home.user.userId })
    expect((await edit(api, api.home.user, id, { review: 'accepted' })).json.review).toBe('accepted')
    expect((await edit(api, api.home.user, id, { review: 'open', name: 'b' })).status).toBe(403)
  })

  test('of a deleted slide is not there', async () => {
    const { id, slide, image_id } = await makeAnnotation(api, api.home.admin)
    await request(api, api.home.admin, { method: 'DELETE', url: `/api/slides/${slide.id}/` })
    for (const reply of [
      await read(id),
      await edit(api, api.home.admin, id, { name: 'b' }),
      await remove(api, api.home.admin, id),
      await request(api, api.home.admin, { url: `/api/annotations/${id}/history/` }),
    ])
      expect(reply.status).toBe(404)
    for (const asked of [
      `slide_id=${slide.id}`,
      `image_id=${image_id}`,
      `image_id=${image_id}&search=a`,
      `image_id=${image_id}&image_id=${slide.id}`,
      `id=${id}`,
    ]) {
      const list = await request(api, api.home.admin, { url: `/api/annotations/?${asked}` })
      expect([asked, list.json.count, list.json.results]).toEqual([asked, 0, []])
    }
  })
})

describe('a locked one', () => {
  test('stays where and what it is until it is unlocked, but is reviewed', async () => {
    const { id } = await makeAnnotation(api, api.home.admin, api.home.user, { locked: true })
    for (const change of [{ geometry: square(30) }, { name: 'b' }, { tags: ['c'], locked: true }]) {
      const reply = await edit(api, api.home.user, id, change)
      expect([reply.status, reply.json.code]).toEqual([409, 'locked'])
    }
    expect((await remove(api, api.home.user, id)).json.code).toBe('locked')
    const reviewed = { review: 'accepted', assignee_id: api.home.user.userId }
    expect((await edit(api, api.home.user, id, reviewed)).json).toMatchObject(reviewed)
    const freed = await edit(api, api.home.user, id, { locked: false, geometry: square(30) })
    expect(freed.json).toMatchObject({ locked: false, geometry: square(30), version: 3 })
  })

  test("of somebody else is still somebody else's", async () => {
    const { id } = await makeAnnotation(api, api.home.admin, api.home.admin, { locked: true })
    expect((await edit(api, api.home.user, id, { locked: false, name: 'b' })).status).toBe(403)
  })
})

describe('the history', () => {
  test('has every version with its geometry, also of what was deleted and restored', async () => {
    const { id, version } = await makeAnnotation(api, api.home.admin, api.home.user, { name: 'One' })
    await edit(api, api.home.user, id, { name: 'Two', version })
    await edit(api, api.home.manager, id, { geometry: square(200, 200, 30), version: 2 })
    await remove(api, api.home.user, id)
    expect((await read(id)).status).toBe(404)
    await restore(api, api.home.user, id)
    const { count, results } = await history(id)
    expect(count).toBe(5)
    const told = results.map(({ version, name, geometry, deleted, changed_by }: never) => [
      ...[version, name, geometry, deleted, (changed_by as { id: string }).id],
    ])
    const [user, manager] = [api.home.user.userId, api.home.manager.userId]
    expect(told).toEqual([
      [5, 'Two', square(200, 200, 30), false, user],
      [4, 'Two', square(200, 200, 30), true, user],
      [3, 'Two', square(200, 200, 30), false, manager],
      [2, 'Two', square(), false, user],
      [1, 'One', square(), false, user],
    ])
    const paged = await request(api, api.home.admin, {
      url: `/api/annotations/${id}/history/?limit=2&offset=1`,
    })
    expect(paged.json.results.map((each: { version: number }) => each.version)).toEqual([4, 3])
  })

  test('is told to the audit log with what was before and after', async () => {
    const { id } = await makeAnnotation(api, api.home.admin)
    await edit(api, api.home.admin, id, { name: 'b', geometry: square(0, 0, 20) })
    const { rows } = await owner.query(
      "select details from audits where subject_id = $1 and event = 'annotation.updated'",
      [id],
    )
    expect(rows[0].details.changes).toMatchObject({
      name: ['', 'b'],
      geometry: [
        { box: [10, 10, 20, 20], area_px: 100, positions: 5, sha256: expect.any(String) },
        { box: [0, 0, 20, 20], area_px: 400 },
      ],
    })
  })

  test('cannot be written by the app', async () => {
    await owner.query('begin; set local role cresyl_app')
    await expect(owner.query('delete from annotation_versions')).rejects.toThrow(/permission denied/)
    await owner.query('rollback')
  })

  test('goes when what was deleted has been kept as long as it is to be', async () => {
    const { id, slide } = await makeAnnotation(api, api.home.admin)
    await remove(api, api.home.admin, id)
    expect(await purgeAnnotations(api.context)).toBe(0)
    await owner.query("update annotations set deleted_at = now() - interval '31 days' where id = $1", [id])
    expect(await purgeAnnotations(api.context)).toBe(1)
    const { rows } = await owner.query('select from annotation_geometries where annotation_id = $1', [id])
    expect(rows).toEqual([])
    const told = await owner.query("select details from audits where event = 'annotations.purged'")
    expect(told.rows).toEqual([{ details: { slide_id: slide.id, annotations: [id] } }])
  })
})

test('comments are counted and listed in order', async () => {
  const { id } = await makeAnnotation(api, api.home.admin)
  const url = `/api/annotations/${id}/comments/`
  for (const text of ['First', 'Second'])
    expect((await request(api, api.home.user, { method: 'POST', url, body: { text } })).status).toBe(201)
  const { json } = await request(api, api.home.guest, { url })
  expect(json.results.map((each: { text: string }) => each.text)).toEqual(['First', 'Second'])
  expect((await read(id)).json).toMatchObject({ comments: 2, version: 1 })
})
