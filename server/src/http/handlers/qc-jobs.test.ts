import { qcGate } from '@cresyl/contract/qc/qc-gate'
import type { QcJob } from '@cresyl/contract/qc/qc-jobs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addEnded, addJudged, findingOf } from '../../domain/qc/test-support/add-check.ts'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { makeProject } from '../test-support/projects-examples.ts'
import { askCheck, decide, makeChecked } from '../test-support/qc-jobs-examples.ts'
import { editSlide, makeSlide } from '../test-support/slides-examples.ts'
import { makeStainer } from '../test-support/stainers-examples.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

const get = async (path: string, member: TestMember = api.home.admin) =>
  (await request(api, member, { url: `/api/${path}` })).json
const slideOf = (id: string) => get(`slides/${id}/`)

describe('a check', () => {
  test('waits for its job, and its slide says so', async () => {
    const { id, imageId } = await makeSlide(api, api.home.user)
    const { status, json } = await askCheck(api, api.home.user, imageId)
    expect(status).toBe(201)
    expect(json).toMatchObject({
      slide_qc_job_id: json.id,
      input_image_id: imageId,
      slide_id: id,
      state: 'queued',
      progress: null,
      overridden: false,
      algorithm_version: null,
      created_by: { id: api.home.user.userId },
    })
    expect(await slideOf(id)).toMatchObject({ qc_state: 'queued', qc_job_id: json.id })
    const { name: subject_name } = await get(`slides/${id}/`)
    expect(json.slide_name).toBe(subject_name)
    expect(await get(`jobs/${json.job_id}/`)).toMatchObject({
      kind: 'qc',
      state: 'queued',
      subject_id: id,
      subject_name,
    })
    await request(api, api.home.user, { method: 'POST', url: `/api/jobs/${json.job_id}/cancel/` })
    expect(await slideOf(id)).toMatchObject({ qc_state: 'cancelled' })
    expect(await get(`qc-jobs/${json.id}/`)).toMatchObject({ state: 'cancelled', measures: [] })
  })

  test('tells what was measured, how it was judged and what to do', async () => {
    const { check } = await makeChecked(api, api.home.admin, { blurred: 12, pen: 0.5 })
    const json = await get(`qc-jobs/${check.id}/`, api.home.guest)
    expect(json).toMatchObject({
      state: 'warned',
      progress: 1,
      modality: 'brightfield',
      tissue_area: 2_000_000,
      message: '12 % of the tissue is out of focus, mostly lower left: rescan if that part matters.',
    })
    expect(json.measures.map(({ key, verdict }: QcMeasure) => [key, verdict])).toEqual([
      ['tissue', 'passed'],
      ['focus', 'warned'],
      ['pen', 'passed'],
      ['stain_strength', null],
    ])
    expect(json.measures[1]).toMatchObject({ value: 12, where: 'lower left', limits: { warn: 5, fail: 20 } })
    expect(json.measures[1].tile_counts).toHaveLength(256)
    expect(json.measures[3]).toMatchObject({ value: null, sentence: 'There is nothing stained to measure.' })
  })

  test('of a label, of an overlay and of what belongs to nobody is refused', async () => {
    const { labelId } = await makeSlide(api, api.home.admin)
    const reply = await askCheck(api, api.home.admin, labelId)
    expect([reply.status, reply.json.fields]).toEqual([400, { input_image_id: [expect.any(String)] }])
    expect((await askCheck(api, api.home.admin, newId())).status).toBe(404)
    const theirs = await makeSlide(api, api.away.admin)
    expect((await askCheck(api, api.home.admin, theirs.imageId)).status).toBe(404)
  })

  test('goes and comes back with its slide', async () => {
    const { id, check } = await makeChecked(api, api.home.admin)
    await request(api, api.home.admin, { method: 'DELETE', url: `/api/slides/${id}/` })
    expect(await get(`qc-jobs/${check.id}/`)).toMatchObject({ code: 'not_found' })
    expect(await get(`qc-jobs/?slide_id=${id}`)).toMatchObject({ count: 0 })
    const shown = await get('qc-jobs/?limit=-1')
    expect(shown.count, 'all but those of deleted slides').toBe(shown.results.length)
    expect(shown.results.map((each: { id: string }) => each.id)).not.toContain(check.id)
    await request(api, api.home.admin, { method: 'POST', url: `/api/slides/${id}/restore/` })
    expect(await get(`qc-jobs/${check.id}/`)).toMatchObject({ id: check.id })
  })

  test('the slide has the newest of its source image, whatever became of those before', async () => {
    const { id, check } = await makeChecked(api, api.home.admin)
    const { database } = api.context
    const newest = await database.asSystem((tx) => addJudged(tx, id, findingOf()))
    expect(await slideOf(id)).toMatchObject({ qc_state: 'passed', qc_job_id: newest.id })
    await decide(api, api.home.manager, check.id, { overridden: true })
    expect(await slideOf(id)).toMatchObject({ qc_state: 'passed', qc_overridden: false })
    await database.asSystem((tx) => addEnded(tx, id, 'error'))
    expect(await slideOf(id)).toMatchObject({ qc_state: 'error' })
  })
})

interface QcMeasure {
  key: string
  verdict: string | null
}

describe('the list', () => {
  test('is filtered by images joined by commas or repeated, by slide, project, state and decision', async () => {
    const { id: projectId } = await makeProject(api, api.home.admin)
    const [a, b] = [
      await makeChecked(api, api.home.admin, { blurred: 30 }, { projectId }),
      await makeChecked(api, api.home.admin, { blurred: 0 }),
    ]
    await decide(api, api.home.manager, a.check.id, { overridden: true })
    const ids = async (query: string) =>
      (await get(`qc-jobs/?${query}`)).results.map(({ id }: QcJob) => id).sort()
    const both = [a.check.id, b.check.id].sort()
    expect(await ids(`input_image_id=${a.imageId},${b.imageId}`)).toEqual(both)
    expect(await ids(`input_image_id=${a.imageId}&input_image_id=${b.imageId}`)).toEqual(both)
    expect(await ids(`slide_id=${b.id}`)).toEqual([b.check.id])
    expect(await ids(`project_id=${projectId}`)).toEqual([a.check.id])
    const those = `input_image_id=${a.imageId},${b.imageId}`
    expect(await ids(`${those}&state=passed`)).toEqual([b.check.id])
    expect(await ids(`${those}&overridden=true`)).toEqual([a.check.id])
    expect(await ids(`${those}&ordering=finished_at&limit=1`)).toEqual([a.check.id])
    expect(await get('qc-jobs/?input_image_id=nonsense')).toMatchObject({ code: 'invalid_input' })
  })
})

describe('an override', () => {
  test('opens the gate, is told on the slide, in its history and to who asked, and can be taken back', async () => {
    const { id: projectId } = await makeProject(api, api.home.admin)
    const { id, check } = await makeChecked(api, api.home.user, { blurred: 30 }, { projectId })
    const reason = 'The blurred part is fat.'
    expect(qcGate(await slideOf(id))).toBe('blocked')
    const { status, json } = await decide(api, api.home.manager, check.id, { overridden: true, reason })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      overridden: true,
      override_reason: reason,
      overridden_by: { id: api.home.manager.userId },
      version: check.version + 1,
    })
    const slide = await slideOf(id)
    expect(slide).toMatchObject({
      qc_state: 'failed',
      qc_overridden: true,
      version: 1,
      qc_overridden_by: { id: api.home.manager.userId, name: 'manager of home' },
    })
    expect(qcGate(slide)).toBe('go')
    expect((await get(`slides/?qc_overridden=true&project_id=${projectId}`)).count).toBe(1)
    expect((await get(`slides/?qc_overridden=false&project_id=${projectId}`)).count).toBe(0)
    const [told] = (await get('notifications/?kind=qc.overridden', api.home.user)).results
    expect(told).toMatchObject({ text: expect.stringContaining(reason), link: `/slide/${id}` })

    const qc = { state: 'failed', overridden: true, reason }
    const [entry] = (await get(`slides/${id}/history/`)).results
    expect(entry).toMatchObject({ event: 'qc_job.overridden', qc, person: { id: api.home.manager.userId } })
    const inProject = (await get(`projects/${projectId}/history/`)).results
    expect(inProject[0]).toMatchObject({ event: 'qc_job.overridden', qc, subject: { kind: 'slide', id } })
    expect(inProject[1]).toMatchObject({ event: 'qc_job.finished', qc: { state: 'failed' } })

    expect((await decide(api, api.home.manager, check.id, { overridden: true })).json.version).toBe(
      json.version,
    )
    const back = await decide(api, api.home.manager, check.id, { overridden: false, version: json.version })
    expect(back.json).toMatchObject({ overridden: false, override_reason: null, overridden_by: null })
    expect(await slideOf(id)).toMatchObject({ qc_overridden: false, qc_overridden_by: null })
  })

  test.each(['guest', 'user'] as const)('is not for a %s', async (role) => {
    const { check } = await makeChecked(api, api.home.admin)
    expect((await decide(api, api.home[role], check.id, { overridden: true })).status).toBe(403)
  })

  test('is for what failed or could not be checked, and for nothing else', async () => {
    const { database } = api.context
    for (const [make, status] of [
      [(id: string) => database.asSystem((tx) => addEnded(tx, id, 'error')), 200],
      [(id: string) => database.asSystem((tx) => addEnded(tx, id, 'cancelled')), 409],
      [(id: string) => database.asSystem((tx) => addJudged(tx, id, findingOf({ blurred: 12 }))), 409],
    ] as const) {
      const { id } = await makeSlide(api, api.home.admin)
      const check = await make(id)
      const reply = await decide(api, api.home.manager, check.id, { overridden: true })
      expect([reply.status, status === 409 ? reply.json.code : 'not_overridable']).toEqual([
        status,
        'not_overridable',
      ])
    }
  })
})

describe('thresholds', () => {
  const settings = async () => (await get('organization-settings/')).results[0]
  const save = async (body: unknown) =>
    request(api, api.home.admin, {
      method: 'PATCH',
      url: `/api/organization-settings/${(await settings()).id}/`,
      body,
    })

  test('are kept, have what was measured judged anew, and once changed again end that', async () => {
    const jobs = async () => (await get('jobs/?kind=reevaluate_qc')).results
    const first = await save({ qc_thresholds: { common: { pen: { fail: 30 } } } })
    expect(first.json.qc_thresholds).toEqual({ common: { pen: { fail: 30 } }, stains: {} })
    expect(await jobs()).toMatchObject([{ state: 'queued' }])
    await save({ qc_automatic: false })
    expect(await jobs()).toHaveLength(1)
    await save({ qc_thresholds: { common: {} } })
    expect(await jobs()).toMatchObject([{ state: 'queued' }, { state: 'cancelled' }])
  })

  test('that make no sense are refused, each in its field', async () => {
    const stain = newId()
    const common = { focus: { warn: 30, fail: 20 }, pen: { tileFail: 1 } }
    const reply = await save({
      qc_thresholds: { common, stains: { [stain]: { brightness: { warn: 100 } } } },
    })
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.json.fields)).toEqual(
      expect.arrayContaining([
        'qc_thresholds.common.focus.warn',
        'qc_thresholds.common.pen.tileFail',
        `qc_thresholds.stains.${stain}.brightness.warn`,
      ]),
    )
  })

  test('of a stain hold for its slides, also for those that get it later', async () => {
    const { id: stainerId } = await makeStainer(api, api.home.admin)
    const stains = { [stainerId]: { focus: { warn: 40, fail: 50 } } }
    await save({ qc_thresholds: { common: {}, stains } })
    const { id } = await makeChecked(api, api.home.admin, { blurred: 30 })
    expect(await slideOf(id)).toMatchObject({ qc_state: 'failed' })
    await editSlide(api, id, { stainer_id: stainerId })
    expect(await slideOf(id)).toMatchObject({ qc_state: 'passed' })
    await editSlide(api, id, { stainer_id: null })
    expect(await slideOf(id)).toMatchObject({ qc_state: 'failed' })
    const own = await makeChecked(api, api.home.admin, { blurred: 30 }, { stainerId })
    expect(own.check.state).toBe('passed')
    const other = await makeStainer(api, api.home.admin)
    const url = `/api/stainers/${stainerId}/merge/`
    await request(api, api.home.admin, { method: 'POST', url, body: { into_id: other.id } })
    expect((await get('jobs/?kind=reevaluate_qc')).results[0]).toMatchObject({ state: 'queued' })
    await save({ qc_thresholds: { common: {} } })
  })
})

describe('the dashboard', () => {
  test('counts slides by state, and tells of those that failed until someone has decided', async () => {
    const before = (await get('dashboard/')).qc_counts
    const { id, check } = await makeChecked(api, api.home.admin, { blurred: 30 }, { name: 'Out of focus' })
    const { qc_counts, attention } = await get('dashboard/')
    expect(qc_counts).toEqual({ ...before, failed: before.failed + 1 })
    expect(attention.results[0]).toMatchObject({
      kind: 'qc_failed',
      id,
      title: 'Out of focus',
      message: check.message,
    })
    await decide(api, api.home.manager, check.id, { overridden: true })
    const after = (await get('dashboard/')).attention.results
    expect(after.map((each: { id: string }) => each.id)).not.toContain(id)
  })
})
