import { batchLimits } from '@cresyl/contract/api/limits'
import type { GivenSlideAction, GivenSlideSelection, SlideBatch } from '@cresyl/contract/slides/slide-batches'
import type { Slide } from '@cresyl/contract/slides/slides'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addManySlides } from '../../domain/slides/test-support/add-many-slides.ts'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import { nextSerial } from '../test-support/example.ts'
import { makeProject } from '../test-support/projects-examples.ts'
import { chunksOf, readBatch, sendBatch, undo, workOff } from '../test-support/slide-batches-examples.ts'
import { archiveProject, editSlide, makeSlide } from '../test-support/slides-examples.ts'
import { makeStainer } from '../test-support/stainers-examples.ts'
import { makeTissue } from '../test-support/tissues-examples.ts'

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

async function begin(
  selection: GivenSlideSelection,
  action: GivenSlideAction,
  member = api.home.admin,
): Promise<SlideBatch> {
  const reply = await sendBatch(api, member, selection, action)
  expect(reply.status, reply.text).toBe(201)
  return reply.json
}

/** To its end, as workers would. */
async function carryOut(selection: GivenSlideSelection, action: GivenSlideAction): Promise<SlideBatch> {
  const { id } = await begin(selection, action)
  await workOff(api, id)
  return readBatch(api, api.home.admin, id)
}

async function undoAll(id: string): Promise<SlideBatch> {
  const reply = await undo(api, api.home.admin, id)
  expect(reply.status, reply.text).toBe(201)
  await workOff(api, reply.json.id)
  return readBatch(api, api.home.admin, reply.json.id)
}

async function slide(id: string): Promise<Slide> {
  return (await request(api, api.home.admin, { url: `/api/slides/${id}/` })).json
}

const makeSome = (count: number, given: Parameters<typeof makeSlide>[2] = {}) =>
  Promise.all(Array.from({ length: count }, () => makeSlide(api, api.home.admin, given)))
const idsOf = (made: { id: string }[]) => made.map(({ id }) => id)

async function auditsOf(subjectId: string) {
  const { rows } = await owner.query(
    'select event, user_id, details from audits where subject_id = $1 order by id',
    [subjectId],
  )
  return rows
}

describe('a change of many slides', () => {
  test('sets tissue and stain of those that are named, and tells what came of it', async () => {
    const tissue = await makeTissue(api, api.home.admin, { organ: `Organ ${nextSerial()}`, species: 'Human' })
    const stain = await makeStainer(api, api.home.admin, `Stain ${nextSerial()}`)
    const made = await makeSome(2)
    const [already] = await makeSome(1, { tissueId: tissue.id, stainerId: stain.id })
    const ids = idsOf([...made, already ?? { id: '' }])
    const batch = await carryOut(
      { slide_ids: ids },
      { kind: 'set', tissue_id: tissue.id, stainer_id: stain.id },
    )
    expect(batch).toMatchObject({ total: 3, changed: 2, unchanged: 1, skipped: [], skipped_count: 0 })
    expect(batch.job).toMatchObject({ kind: 'edit_slides', state: 'succeeded', children: { total: 1 } })
    expect(await slide(ids[0] ?? '')).toMatchObject({
      tissue: { id: tissue.id },
      stainer: { id: stain.id },
      version: 2,
    })
    expect((await slide(already?.id ?? '')).version).toBe(1)
  })

  test('leaves a row of the audit log for itself and one for each slide that it changed', async () => {
    const [made] = await makeSome(1, { name: 'Before' })
    const id = made?.id ?? ''
    const batch = await carryOut({ slide_ids: [id] }, { kind: 'rename', pattern: 'After {n}' })
    expect(await auditsOf(batch.id)).toMatchObject([
      { event: 'slides.batch_started', user_id: api.home.admin.userId, details: { slides: 1 } },
    ])
    expect(await auditsOf(id)).toEqual([
      {
        event: 'slide.updated',
        user_id: api.home.admin.userId,
        details: { batch_id: batch.id, changes: { name: ['Before', 'After 1'] } },
      },
    ])
  })

  test('takes all that a filter shows but for some, and nothing that comes later', async () => {
    const { id: projectId } = await makeProject(api, api.home.admin)
    const [kept, ...others] = idsOf(await makeSome(4, { projectId }))
    const batch = await begin(
      { filter: { project_id: [projectId] }, except_ids: [kept ?? ''] },
      { kind: 'set', project_id: null },
    )
    const [late] = await makeSome(1, { projectId })
    await workOff(api, batch.id)
    expect((await readBatch(api, api.home.admin, batch.id)).changed).toBe(3)
    for (const id of others) expect((await slide(id)).project).toBeNull()
    expect((await slide(kept ?? '')).project?.id).toBe(projectId)
    expect((await slide(late?.id ?? '')).project?.id).toBe(projectId)
  })

  test("knows nothing of another organisation's slides", async () => {
    const theirs = await makeSlide(api, api.away.admin)
    const [own] = await makeSome(1)
    const rename = { kind: 'rename', pattern: 'Ours' } as const
    const batch = await carryOut({ slide_ids: [theirs.id, own?.id ?? '', newId()] }, rename)
    expect(batch).toMatchObject({ total: 1, changed: 1 })
    const { json } = await request(api, api.away.admin, { url: `/api/slides/${theirs.id}/` })
    expect(json).toMatchObject({ version: 1 })
    const reply = await sendBatch(api, api.home.admin, { slide_ids: [theirs.id] }, rename)
    expect([reply.status, reply.json.code]).toEqual([400, 'invalid_input'])
    expect(reply.json.detail).toMatch(/^None of these slides exist any more\. /)
  })

  test.each(['project_id', 'tissue_id', 'stainer_id'])(
    "gives nobody another organisation's %s",
    async (key) => {
      const [own] = await makeSome(1)
      const theirs = await makeProject(api, api.away.admin)
      const action = { kind: 'set', [key]: theirs.id } as const
      const reply = await sendBatch(api, api.home.admin, { slide_ids: [own?.id ?? ''] }, action)
      expect([reply.status, Object.keys(reply.json.fields)]).toEqual([400, [key]])
    },
  )

  test('numbers by name, or by when they were uploaded', async () => {
    const { id: projectId } = await makeProject(api, api.home.admin)
    const ids = await addManySlides(owner, api.home.admin.organizationId, {
      count: 12,
      prefix: 'num ',
      projectId,
    })
    const nth = async (n: number) => (await slide(ids[n] ?? '')).name
    const all = { filter: { project_id: [projectId] } }
    await carryOut(all, { kind: 'rename', pattern: 'Case {n:3}' })
    expect([await nth(0), await nth(11)]).toEqual(['Case 001', 'Case 012'])
    await carryOut(all, {
      kind: 'rename',
      pattern: '{n} of {date}, {tissue}, was {name}',
      ordering: 'created_at',
    })
    const today = new Date().toISOString().slice(0, 10)
    expect(await nth(11)).toBe(`1 of ${today}, was Case 012`)
    expect(await nth(0)).toBe(`12 of ${today}, was Case 001`)
  })

  test('gives no slide an empty name', async () => {
    const ids = idsOf(await makeSome(1))
    const batch = await carryOut({ slide_ids: ids }, { kind: 'rename', pattern: '{stain}' })
    expect(batch).toMatchObject({ changed: 0, skipped: [{ reason: 'The new name would be empty.' }] })
  })

  test('leaves what is in an archived project, was deleted or is gone as it is, and says why', async () => {
    const { id: projectId } = await makeProject(api, api.home.admin)
    const [archived] = await makeSome(1, { projectId, name: 'In the archive' })
    const [deleted, free] = await makeSome(2)
    const ids = idsOf([archived, deleted, free].map((each) => each ?? { id: '' }))
    await archiveProject(api, projectId)
    const { id } = await begin({ slide_ids: ids }, { kind: 'rename', pattern: 'X {n}' })
    await request(api, api.home.admin, { method: 'DELETE', url: `/api/slides/${deleted?.id}/` })
    await workOff(api, id)
    const batch = await readBatch(api, api.home.guest, id)
    expect(batch).toMatchObject({ changed: 1, skipped_count: 2 })
    expect(batch.skipped).toContainEqual({
      slide_id: archived?.id,
      name: 'In the archive',
      reason: 'It is in an archived project. Unarchive the project first.',
    })
    const gone = { slide_id: deleted?.id, reason: 'It has been deleted since.' }
    expect(batch.skipped).toContainEqual({ ...gone, name: '' })
    const { skipped } = await readBatch(api, api.home.admin, id)
    expect(skipped).toContainEqual({ ...gone, name: expect.stringMatching(/./) })
  })

  test('stops at a project, tissue or stain that is gone by then', async () => {
    const { id: projectId } = await makeProject(api, api.home.admin)
    const tissue = await makeTissue(api, api.home.admin, { organ: `Gone ${nextSerial()}`, species: 'Rat' })
    const [made] = idsOf(await makeSome(1))
    const selection = { slide_ids: [made ?? ''] }
    const moved = await begin(selection, { kind: 'set', project_id: projectId })
    const stained = await begin(selection, { kind: 'set', tissue_id: tissue.id })
    await request(api, api.home.admin, { method: 'DELETE', url: `/api/projects/${projectId}/` })
    await request(api, api.home.admin, { method: 'DELETE', url: `/api/tissues/${tissue.id}/` })
    for (const { id } of [moved, stained]) await workOff(api, id)
    const reasons = async ({ id }: SlideBatch) =>
      (await readBatch(api, api.home.admin, id)).skipped.map(({ reason }) => reason)
    expect(await reasons(moved)).toEqual(['The project has been deleted since.'])
    expect(await reasons(stained)).toEqual(['The tissue has been deleted or merged since.'])
    expect(await slide(made ?? '')).toMatchObject({ project: null, tissue: null, version: 1 })
  })

  test('is done once for one key, however often it is asked for', async () => {
    const ids = idsOf(await makeSome(1))
    const body = { selection: { slide_ids: ids }, action: { kind: 'rename', pattern: 'Once' } }
    const ask = () =>
      request(api, api.home.admin, {
        method: 'POST',
        url: '/api/slides/batches/',
        body,
        headers: { 'idempotency-key': 'rename once' },
      })
    const [first, second] = [await ask(), await ask()]
    expect(second.json.id).toBe(first.json.id)
  })

  test('of deleted slides is for those who may delete', async () => {
    const deleted = { filter: { state: 'deleted' as const } }
    const reply = await sendBatch(api, api.home.user, deleted, { kind: 'rename', pattern: 'X' })
    expect(reply.status).toBe(403)
    const restoring = await sendBatch(api, api.home.user, { slide_ids: [newId()] }, { kind: 'restore' })
    expect(restoring.status).toBe(403)
  })
})

describe('deleting and restoring many slides', () => {
  test('takes their images along, and undoing brings both back', async () => {
    const made = await makeSome(3)
    const ids = idsOf(made)
    const batch = await carryOut({ slide_ids: ids }, { kind: 'delete' })
    expect(batch.changed).toBe(3)
    expect((await request(api, api.home.admin, { url: `/api/slides/${ids[0]}/` })).status).toBe(404)
    const image = () => request(api, api.home.admin, { url: `/api/images/${made[0]?.imageId}/` })
    expect((await image()).status).toBe(404)
    const undone = await undoAll(batch.id)
    expect(undone).toMatchObject({ changed: 3, undoes: batch.id, undo_until: null })
    expect((await slide(ids[0] ?? '')).deleted_at).toBeNull()
    expect((await image()).status).toBe(200)
    expect((await readBatch(api, api.home.admin, batch.id)).undone_by).toBe(undone.id)
    expect((await auditsOf(ids[0] ?? '')).map(({ event }) => event)).toEqual([
      'slide.deleted',
      'slide.restored',
    ])
  })

  test.each(['delete', 'restore'] as const)(
    'a cancelled batch to %s is not for all to try again',
    async (kind) => {
      const ids = idsOf(await makeSome(1))
      const { id } = await begin({ slide_ids: ids }, { kind })
      await request(api, api.home.admin, { method: 'POST', url: `/api/jobs/${id}/cancel/` })
      const [child] = (await owner.query('select id from jobs where parent_id = $1', [id])).rows
      for (const job of [id, child.id]) {
        const retry = { method: 'POST', url: `/api/jobs/${job}/retry/` } as const
        const reply = await request(api, api.home.manager, retry)
        expect([reply.status, reply.json.code]).toEqual([403, 'forbidden'])
      }
      const reply = await request(api, api.home.admin, { method: 'POST', url: `/api/jobs/${id}/retry/` })
      expect(reply.status, reply.text).toBe(200)
    },
  )

  test('restores those of a list of deleted slides', async () => {
    const { id: projectId } = await makeProject(api, api.home.admin)
    const ids = idsOf(await makeSome(2, { projectId }))
    await carryOut({ slide_ids: ids }, { kind: 'delete' })
    const filter = { project_id: [projectId], state: 'deleted' as const }
    const batch = await carryOut({ filter }, { kind: 'restore' })
    expect(batch).toMatchObject({ total: 2, changed: 2 })
    expect((await slide(ids[1] ?? '')).project?.id).toBe(projectId)
  })
})

describe('taking a change back', () => {
  test('gives slides what they had, but for those that somebody changed since', async () => {
    const [first, second] = await makeSome(2, { name: 'As it was' })
    const ids = [first?.id ?? '', second?.id ?? '']
    const batch = await carryOut({ slide_ids: ids }, { kind: 'rename', pattern: 'Renamed {n}' })
    expect(Date.parse(batch.undo_until ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    await editSlide(api, ids[1] ?? '', { name: 'By hand' })
    const undone = await undoAll(batch.id)
    expect(undone).toMatchObject({ total: 2, changed: 1, skipped_count: 1 })
    expect(undone.skipped).toEqual([
      { slide_id: ids[1], name: 'By hand', reason: 'Someone has changed it since.' },
    ])
    expect([(await slide(ids[0] ?? '')).name, (await slide(ids[1] ?? '')).name]).toEqual([
      'As it was',
      'By hand',
    ])
  })

  test('moves slides back to where each of them was', async () => {
    const [a, b, to] = [
      await makeProject(api, api.home.admin),
      await makeProject(api, api.home.admin),
      await makeProject(api, api.home.admin),
    ]
    const [one] = await makeSome(1, { projectId: a.id })
    const [two] = await makeSome(1, { projectId: b.id })
    const [three] = await makeSome(1)
    const ids = idsOf([one, two, three].map((each) => each ?? { id: '' }))
    const batch = await carryOut({ slide_ids: ids }, { kind: 'set', project_id: to.id })
    await undoAll(batch.id)
    const places = await Promise.all(ids.map(async (id) => (await slide(id)).project?.id ?? null))
    expect(places).toEqual([a.id, b.id, null])
  })

  test('tells of a move the other way round', async () => {
    const from = await makeProject(api, api.home.admin)
    const to = await makeProject(api, api.home.admin)
    const ids = idsOf(await makeSome(1, { projectId: from.id }))
    const batch = await carryOut({ slide_ids: ids }, { kind: 'set', project_id: to.id })
    const undone = await undoAll(batch.id)
    const placesOf = async ({ id }: SlideBatch) => (await auditsOf(id))[0].details
    expect(await placesOf(batch)).toMatchObject({ project_id: to.id, former_project_id: from.id })
    expect(await placesOf(undone)).toMatchObject({ project_id: from.id, former_project_id: to.id })
  })

  test('is done once, and not for ever', async () => {
    const ids = idsOf(await makeSome(1))
    const batch = await carryOut({ slide_ids: ids }, { kind: 'rename', pattern: 'Once only' })
    await owner.query("update jobs set finished_at = finished_at - interval '25 hours' where id = $1", [
      batch.id,
    ])
    expect((await readBatch(api, api.home.admin, batch.id)).undo_until).toBeNull()
    expect((await undo(api, api.home.admin, batch.id)).json).toMatchObject({
      code: 'not_undoable',
      detail: expect.stringMatching(/^This was done too long ago/),
    })
    await owner.query('update jobs set finished_at = now() where id = $1', [batch.id])
    const undone = await undoAll(batch.id)
    expect((await undo(api, api.home.admin, batch.id)).json.detail).toBe('This has already been undone.')
    expect((await undo(api, api.home.admin, undone.id)).json).toMatchObject({
      code: 'not_undoable',
      detail: 'This is itself an undo. Repeat the original change instead.',
    })
  })
})

describe('a change of very many slides', () => {
  const { chunk: asShipped } = batchLimits
  afterEach(() => void Object.assign(batchLimits, { chunk: asShipped }))
  const withChunk = (chunk: number) => Object.assign(batchLimits, { chunk })

  test('that is cancelled halfway leaves what was changed, says so, and can be taken back', async () => {
    const two = asShipped + 3
    const { organizationId } = api.home.admin
    const { id: projectId } = await makeProject(api, api.home.admin)
    const ids = await addManySlides(owner, organizationId, { count: two, prefix: 'half ', projectId })
    const { id } = await begin(
      { filter: { project_id: [projectId] } },
      { kind: 'rename', pattern: 'Half {n}' },
    )
    await workOff(api, id, 1)
    const cancelled = await request(api, api.home.admin, { method: 'POST', url: `/api/jobs/${id}/cancel/` })
    expect(cancelled.json).toMatchObject({
      state: 'cancelled',
      message: `${batchLimits.chunk} of ${two} slides were changed, 3 were left as they were.`,
    })
    expect(await readBatch(api, api.home.admin, id)).toMatchObject({ total: two, changed: batchLimits.chunk })
    const changed = await owner.query('select from slides where project_id = $1 and version = 2', [projectId])
    expect(changed.rowCount).toBe(batchLimits.chunk)
    await undoAll(id)
    const names = await owner.query(`select from slides where project_id = $1 and name like 'half %'`, [
      projectId,
    ])
    expect(names.rowCount).toBe(two)
    expect(ids).toHaveLength(two)
  })

  test('that left a single slide as it was says so of one', async () => {
    const { id: projectId } = await makeProject(api, api.home.admin)
    const { chunk } = withChunk(5)
    const count = chunk + 1
    const { organizationId } = api.home.admin
    const [first] = await addManySlides(owner, organizationId, { count, prefix: 'single ', projectId })
    await editSlide(api, first ?? '', { name: 'Single' })
    const { id } = await begin({ filter: { project_id: [projectId] } }, { kind: 'rename', pattern: 'Single' })
    await workOff(api, id, 1)
    const { json } = await request(api, api.home.admin, { method: 'POST', url: `/api/jobs/${id}/cancel/` })
    expect(json.message).toBe(
      `${count - 2} of ${count} slides were changed, 1 needed no change, 1 was left as it was.`,
    )
  })

  test('that was cancelled goes on where it stopped when it is tried again', async () => {
    const { chunk } = withChunk(5)
    const two = chunk + 3
    const { id: projectId } = await makeProject(api, api.home.admin)
    await addManySlides(owner, api.home.admin.organizationId, { count: two, prefix: 'again ', projectId })
    const { id } = await begin(
      { filter: { project_id: [projectId] } },
      { kind: 'rename', pattern: 'Again {n}' },
    )
    await workOff(api, id, 1)
    await request(api, api.home.admin, { method: 'POST', url: `/api/jobs/${id}/cancel/` })
    const retried = await request(api, api.home.admin, { method: 'POST', url: `/api/jobs/${id}/retry/` })
    expect(retried.status).toBe(200)
    await workOff(api, id)
    const { rows } = await owner.query(
      'select version, count(*)::int from slides where project_id = $1 group by 1',
      [projectId],
    )
    expect(rows).toEqual([{ version: 2, count: two }])
  })

  test('takes more than a chunk that a filter shows, in chunks in their order', async () => {
    const { organizationId } = api.superadmin
    withChunk(50)
    await addManySlides(owner, organizationId, { count: 120 })
    const reply = await sendBatch(api, api.superadmin, { filter: {} }, { kind: 'rename', pattern: '{n}' })
    expect(reply.json).toMatchObject({ total: 120, changed: 0 })
    expect(reply.json.job.children).toMatchObject({ total: 3, queued: 3 })
    const chunks = await chunksOf(api, reply.json.id)
    expect(chunks.map(({ chunk, firstN, slideIds }) => [chunk, firstN, slideIds.length])).toEqual([
      [0, 1, 50],
      [1, 51, 50],
      [2, 101, 20],
    ])
    const { rows } = await owner.query(
      'select array_agg(id order by search_key, id) as ids from slides where organization_id = $1',
      [organizationId],
    )
    expect(chunks.flatMap(({ slideIds }) => slideIds)).toEqual(rows[0].ids)
  })
})
