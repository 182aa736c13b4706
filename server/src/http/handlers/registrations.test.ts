import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import {
  byPoints,
  editRegistration,
  makeRegistration,
  saveRegistration,
} from '../test-support/registrations-examples.ts'
import { makeSlide } from '../test-support/slides-examples.ts'
import { makeTwoSlides, shiftedPairs, turnedPairs } from '../test-support/slides-to-align.ts'

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

const list = (slideId: string, member = api.home.guest) =>
  request(api, member, { url: `/api/slides/registrations/?slide_id=${slideId}` })

const read = (id: string) => request(api, api.home.guest, { url: `/api/slides/registrations/${id}/` })

const versions = async (id: string) =>
  (await request(api, api.home.guest, { url: `/api/slides/registrations/${id}/versions/` })).json

const deleteSlide = (id: string) =>
  request(api, api.home.admin, { method: 'DELETE', url: `/api/slides/${id}/` })

async function auditsOf(id: string) {
  const { rows } = await owner.query('select event, details from audits where subject_id = $1 order by id', [
    id,
  ])
  return rows
}

describe('aligning two slides', () => {
  test('is computed from the points, and found from either side', async () => {
    const made = await makeRegistration(api, api.home.user)
    expect(made).toMatchObject({
      method: 'points',
      model: 'affine',
      mirrored: false,
      pairs: shiftedPairs,
      confidence: null,
      version: 1,
      created_by: { id: api.home.user.userId },
      updated_by: { id: api.home.user.userId },
      residual: { unit: 'µm' },
    })
    const [a, b, c, d, e, f] = made.affine
    for (const [found, expected] of [
      [a, 1],
      [b, 0],
      [c, 100],
      [d, 0],
      [e, 1],
      [f, 50],
    ] as const)
      expect(found).toBeCloseTo(expected, 6)
    expect(made.residual.largest).toBeCloseTo(0, 6)
    for (const side of [made.slide_id, made.moving_slide_id]) {
      expect((await list(side)).json).toMatchObject({ count: 1, results: [made] })
    }
    expect((await list(made.slide_id, api.away.admin)).json.count).toBe(0)
  })

  test('is of what was scanned of two slides, and of nothing else', async () => {
    const { image_id, moving_image_id, fixed } = await makeTwoSlides(api, api.home.admin)
    for (const wrong of [{ image_id: fixed.labelId }, { moving_image_id: image_id }]) {
      const body = { image_id, moving_image_id, alignment: byPoints(), ...wrong }
      const reply = await saveRegistration(api, api.home.admin, body)
      expect([reply.status, reply.json.code], reply.text).toEqual([400, 'invalid_input'])
    }
  })

  test('is not done twice, nor the other way round, nor with itself; the one there is is told', async () => {
    const made = await makeRegistration(api, api.home.admin)
    const { image_id, moving_image_id } = made
    const turned = { image_id: moving_image_id, moving_image_id: image_id, alignment: byPoints() }
    const reply = await saveRegistration(api, api.home.admin, turned)
    expect([reply.status, reply.json.code, reply.json.current]).toEqual([409, 'already_aligned', made])
    const itself = { image_id, moving_image_id: image_id, alignment: byPoints() }
    expect((await saveRegistration(api, api.home.admin, itself)).status).toBe(400)
  })

  test('is done once, however many ask for it at once', async () => {
    const { image_id, moving_image_id } = await makeTwoSlides(api, api.home.admin)
    const body = { image_id, moving_image_id, alignment: byPoints() }
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => saveRegistration(api, api.home.admin, body)),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    const [made] = replies.filter(({ status }) => status === 201)
    expect((await list(made?.json.slide_id)).json.count).toBe(1)
  })

  test.each([
    ['too few points', { pairs: shiftedPairs.slice(0, 1) }, /at least two pairs/i],
    ['a point twice', { pairs: [...shiftedPairs, ...shiftedPairs] }, /at the same position/],
    ['a turn that nobody spoke of', { pairs: shiftedPairs, mirrored: true }, /do not mirror the slide/],
  ])('with %s is refused in a sentence', async (_what, given, sentence) => {
    const { image_id, moving_image_id } = await makeTwoSlides(api, api.home.admin)
    const alignment = { method: 'points', ...given }
    const reply = await saveRegistration(api, api.home.admin, { image_id, moving_image_id, alignment })
    expect([reply.status, reply.json.code]).toEqual([400, 'invalid_input'])
    expect(reply.json.detail).toMatch(sentence)
  })

  test('of slides without a scale tells how far it is off in pixels', async () => {
    const { image_id, moving_image_id } = await makeTwoSlides(api, api.home.admin)
    await owner.query('update images set mpp_x = null, mpp_y = null where id = $1', [image_id])
    const { json } = await saveRegistration(api, api.home.admin, {
      image_id,
      moving_image_id,
      alignment: byPoints(),
    })
    expect(json.residual.unit).toBe('px')
  })
})

describe('aligning anew', () => {
  test('is the next version; those before it are kept, and the audit log has both', async () => {
    const made = await makeRegistration(api, api.home.admin)
    const { id, version } = made
    const changed = await editRegistration(
      api,
      id,
      { alignment: byPoints(turnedPairs), version },
      api.home.user,
    )
    expect(changed.json).toMatchObject({
      version: 2,
      model: 'similarity',
      pairs: turnedPairs,
      created_by: { id: api.home.admin.userId },
      updated_by: { id: api.home.user.userId },
    })
    expect((await read(id)).json).toEqual(changed.json)
    const kept = await versions(id)
    expect(kept).toMatchObject({
      count: 2,
      results: [
        { version: 2, pairs: turnedPairs, saved_by: { id: api.home.user.userId } },
        { version: 1, pairs: shiftedPairs, affine: made.affine, saved_by: { id: api.home.admin.userId } },
      ],
    })
    const [created, updated] = await auditsOf(id)
    expect(created).toMatchObject({
      event: 'registration.created',
      details: { alignment: { pairs: shiftedPairs } },
    })
    expect(updated).toMatchObject({
      event: 'registration.updated',
      details: {
        image_id: made.image_id,
        changes: { model: ['affine', 'similarity'], pairs: [shiftedPairs, turnedPairs] },
      },
    })
  })

  test('with the same points changes nothing', async () => {
    const { id, version } = await makeRegistration(api, api.home.admin)
    const reply = await editRegistration(api, id, { alignment: byPoints(), version })
    expect([reply.status, reply.json.version]).toEqual([200, version])
    expect((await auditsOf(id)).map(({ event }) => event)).toEqual(['registration.created'])
  })

  test('whoever saw an older version gets the current one instead; of many at once one wins', async () => {
    const { id, version } = await makeRegistration(api, api.home.admin)
    const replies = await Promise.all(
      [1, 2, 3].map((n) => {
        const pairs = turnedPairs.map(({ moving, fixed }) => ({
          moving,
          fixed: { ...fixed, x: fixed.x + n },
        }))
        return editRegistration(api, id, { alignment: byPoints(pairs), version })
      }),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const current = (await read(id)).json
    for (const { status, json } of replies) {
      if (status === 409) expect([json.code, json.current]).toEqual(['stale_version', current])
    }
    expect((await versions(id)).count).toBe(2)
  })
})

describe('what is gone', () => {
  test('a deleted alignment is gone with its history, and the audit log keeps how it was', async () => {
    const { id, image_id, moving_image_id } = await makeRegistration(api, api.home.admin)
    const reply = await request(api, api.home.user, {
      method: 'DELETE',
      url: `/api/slides/registrations/${id}/`,
    })
    expect(reply.status).toBe(204)
    expect((await read(id)).status).toBe(404)
    expect((await auditsOf(id)).at(-1)).toMatchObject({
      event: 'registration.deleted',
      details: { version: 1, alignment: { pairs: shiftedPairs } },
    })
    const again = await saveRegistration(api, api.home.admin, {
      image_id,
      moving_image_id,
      alignment: byPoints(),
    })
    expect(again.status).toBe(201)
  })

  test.each(['slide_id', 'moving_slide_id'] as const)(
    'what belongs to a deleted slide (%s) is hidden and comes back with it',
    async (side) => {
      const made = await makeRegistration(api, api.home.admin)
      const other = side === 'slide_id' ? made.moving_slide_id : made.slide_id
      await deleteSlide(made[side])
      expect((await list(other)).json).toMatchObject({ count: 0, results: [] })
      expect((await read(made.id)).status).toBe(404)
      expect((await editRegistration(api, made.id, { alignment: byPoints(turnedPairs) })).status).toBe(404)
      await request(api, api.home.admin, { method: 'POST', url: `/api/slides/${made[side]}/restore/` })
      expect((await list(other)).json.results).toEqual([made])
    },
  )

  test('a purged slide takes it along', async () => {
    const { id, moving_slide_id } = await makeRegistration(api, api.home.admin)
    await owner.query('begin')
    await owner.query('delete from images where slide_id = $1', [moving_slide_id])
    for (const table of ['registrations where id', 'registration_versions where registration_id']) {
      expect((await owner.query(`select from ${table} = $1`, [id])).rows).toEqual([])
    }
    await owner.query('rollback')
  })
})

test('the history of the slide that stays tells of it', async () => {
  const { id, slide_id } = await makeRegistration(api, api.home.admin)
  await editRegistration(api, id, { alignment: byPoints(turnedPairs) })
  const { json } = await request(api, api.home.manager, { url: `/api/slides/${slide_id}/history/` })
  expect(json.results.map(({ event }: { event: string }) => event)).toEqual([
    'registration.updated',
    'registration.created',
  ])
})

test('changes are announced', async () => {
  const listener = new pg.Client({ connectionString: api.databaseUrl })
  await listener.connect()
  const heard: unknown[] = []
  listener.on('notification', ({ payload = '' }) => heard.push(JSON.parse(payload)))
  const { image_id, moving_image_id } = await makeTwoSlides(api, api.home.admin)
  await makeSlide(api, api.home.admin)
  await listener.query('listen cresyl_events')
  const { json } = await saveRegistration(api, api.home.admin, {
    image_id,
    moving_image_id,
    alignment: byPoints(),
  })
  await editRegistration(api, json.id, { alignment: byPoints(turnedPairs) })
  await listener.query('select 1')
  const hint = { o: api.home.admin.organizationId, r: 'registrations', i: json.id }
  expect(heard).toEqual([
    { ...hint, v: 1 },
    { ...hint, v: 2 },
  ])
  await listener.end()
})
