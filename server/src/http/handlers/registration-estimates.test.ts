import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import {
  foundAlignment,
  lookForAlignment,
  makeEstimate,
  makeFound,
} from '../test-support/registration-estimates-examples.ts'
import {
  byPoints,
  editRegistration,
  makeRegistration,
  saveRegistration,
} from '../test-support/registrations-examples.ts'
import { makeTwoSlides, turnedPairs } from '../test-support/slides-to-align.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})

afterAll(() => api.close())

const read = (id: string, member = api.home.guest) =>
  request(api, member, { url: `/api/slides/registrations/estimates/${id}/` })

const found = (estimate_id: string) => ({ method: 'automatic', estimate_id })

describe('looking for an alignment', () => {
  test('is a job that waits, and can be cancelled', async () => {
    const estimate = await makeEstimate(api, api.home.user)
    expect(estimate).toMatchObject({ state: 'queued', progress: null, alignment: null })
    expect((await read(estimate.id)).json).toEqual(estimate)
    expect((await read(estimate.id, api.away.admin)).status).toBe(404)
    const url = `/api/jobs/${estimate.id}/cancel/`
    expect((await request(api, api.home.guest, { method: 'POST', url })).status).toBe(403)
    expect((await request(api, api.home.user, { method: 'POST', url })).status).toBe(200)
    expect((await read(estimate.id)).json).toMatchObject({ state: 'cancelled', alignment: null })
  })

  test('is of two slides that were scanned', async () => {
    const { image_id, fixed } = await makeTwoSlides(api, api.home.admin)
    for (const moving_image_id of [image_id, fixed.labelId]) {
      const reply = await lookForAlignment(api, api.home.admin, { image_id, moving_image_id })
      expect([reply.status, reply.json.code], reply.text).toEqual([400, 'invalid_input'])
    }
  })

  test('is told no more once a slide was deleted', async () => {
    const { id, moving_slide_id } = await makeEstimate(api, api.home.admin)
    await request(api, api.home.admin, { method: 'DELETE', url: `/api/slides/${moving_slide_id}/` })
    expect((await read(id)).status).toBe(404)
  })
})

describe('what was found', () => {
  test('is saved as it was found, as the first version and as the next', async () => {
    const { id, image_id, moving_image_id } = await makeFound(api, api.home.admin)
    const first = await saveRegistration(api, api.home.user, {
      image_id,
      moving_image_id,
      alignment: found(id),
    })
    expect(first.json, first.text).toMatchObject({ ...foundAlignment, version: 1 })
    const edit = { alignment: byPoints(turnedPairs), version: 1 }
    expect((await editRegistration(api, first.json.id, edit)).json).toMatchObject({
      method: 'points',
      confidence: null,
      version: 2,
    })
    const again = await editRegistration(api, first.json.id, { alignment: found(id), version: 2 })
    expect(again.json).toMatchObject({ ...foundAlignment, version: 3 })
  })

  test.each([
    ['for other slides', async () => (await makeFound(api, api.home.admin)).id, 400, /to other slides/],
    ['not at all', async () => newId(), 404, /Align them again/],
  ])('%s is refused in a sentence', async (_what, make, status, sentence) => {
    const { image_id, moving_image_id } = await makeTwoSlides(api, api.home.admin)
    const body = { image_id, moving_image_id, alignment: found(await make()) }
    const reply = await saveRegistration(api, api.home.admin, body)
    expect([reply.status, reply.json.detail]).toEqual([status, expect.stringMatching(sentence)])
  })

  test('is not saved before there is something', async () => {
    const { id, image_id, moving_image_id } = await makeEstimate(api, api.home.admin)
    const body = { image_id, moving_image_id, alignment: found(id) }
    const reply = await saveRegistration(api, api.home.admin, body)
    expect([reply.status, reply.json.detail]).toEqual([400, expect.stringMatching(/Mark points by hand/)])
  })
})

describe('going back to how it was', () => {
  test('is a version of its own, the same as the earlier one', async () => {
    const made = await makeRegistration(api, api.home.admin)
    await editRegistration(api, made.id, { alignment: byPoints(turnedPairs), version: 1 })
    const alignment = { method: 'earlier', earlier: 1 }
    const back = await editRegistration(api, made.id, { alignment, version: 2 }, api.home.user)
    const { affine, pairs, residual, method } = made
    expect(back.json).toMatchObject({ affine, pairs, residual, method, version: 3 })
    expect(back.json.updated_by).toMatchObject({ id: api.home.user.userId })
  })

  test('to a version that never was is refused', async () => {
    const { id } = await makeRegistration(api, api.home.admin)
    const reply = await editRegistration(api, id, { alignment: { method: 'earlier', earlier: 7 } })
    expect([reply.status, reply.json.detail]).toEqual([
      400,
      expect.stringMatching(/version of the alignment does not exist/),
    ])
  })
})
