import type { ProjectHistoryEntry } from '@cresyl/contract/lab/project-history'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldSums } from '../../domain/dashboard/fold-sums.ts'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import { makeProject } from '../test-support/projects-examples.ts'
import { sendBatch, undo, workOff } from '../test-support/slide-batches-examples.ts'
import { editSlide, makeSlide } from '../test-support/slides-examples.ts'

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

async function history(id: string, query = '', member = api.home.manager): Promise<ProjectHistoryEntry[]> {
  const reply = await request(api, member, { url: `/api/projects/${id}/history/${query}` })
  expect(reply.status, reply.text).toBe(200)
  return reply.json.results
}

const told = async (id: string) => (await history(id)).map(({ event, subject }) => [event, subject.name])
const remove = (url: string) => request(api, api.home.admin, { method: 'DELETE', url })

test('tells of the project and of its slides, newest first, in names', async () => {
  const { id } = await makeProject(api, api.home.admin, 'Told of')
  const slide = await makeSlide(api, api.home.admin, { projectId: id, name: 'First' })
  await editSlide(api, slide.id, { name: 'Renamed' })
  await remove(`/api/slides/${slide.id}/`)
  await request(api, api.home.admin, {
    method: 'PATCH',
    url: `/api/projects/${id}/`,
    body: { description: 'New' },
  })
  const entries = await history(id)
  expect(entries.map(({ event, subject }) => [event, subject.kind, subject.name])).toEqual([
    ['project.updated', 'project', 'Told of'],
    ['slide.deleted', 'slide', 'Renamed'],
    ['slide.updated', 'slide', 'Renamed'],
    ['project.created', 'project', 'Told of'],
  ])
  expect(entries[2]).toMatchObject({
    person: { id: api.home.admin.userId },
    changes: [{ what: 'name', before: { name: 'First' }, after: { name: 'Renamed' } }],
  })
})

test('an archived project says so, and that it is out of the archive again', async () => {
  const { id } = await makeProject(api, api.home.admin)
  const archive = (archived: boolean) =>
    request(api, api.home.admin, { method: 'PATCH', url: `/api/projects/${id}/`, body: { archived } })
  await archive(true)
  await archive(false)
  expect((await history(id)).map(({ deed }) => deed)).toEqual(['unarchived', 'archived', null])
})

test('slides that come, go or are renamed change their project, and nothing else does', async () => {
  const [{ id }, other] = [await makeProject(api, api.home.admin), await makeProject(api, api.home.admin)]
  const changed = async () =>
    (await request(api, api.home.admin, { url: `/api/projects/${id}/` })).json.updated_at
  const newest = async () =>
    (await request(api, api.home.admin, { url: '/api/projects/?ordering=-updated_at&limit=1' })).json
      .results[0].id
  expect(await newest()).toBe(other.id)
  const slide = await makeSlide(api, api.home.admin, { projectId: id })
  expect(await newest()).toBe(id)
  for (const edit of [{ name: 'Renamed' }, { project_id: other.id }, { project_id: id }]) {
    const before = await changed()
    await editSlide(api, slide.id, edit)
    expect((await changed()) > before).toBe(true)
  }
  const before = await changed()
  await owner.query("update slides set qc_state = 'passed' where id = $1", [slide.id])
  await foldSums(api.context)
  expect(await changed()).toBe(before)
})

test('a move is told where the slide went and where it came from', async () => {
  const from = await makeProject(api, api.home.admin, 'From here')
  const to = await makeProject(api, api.home.admin, 'To there')
  const { id } = await makeSlide(api, api.home.admin, { projectId: from.id, name: 'Moved' })
  await editSlide(api, id, { project_id: to.id })
  for (const project of [from, to]) expect((await told(project.id))[0]).toEqual(['slide.updated', 'Moved'])
  await editSlide(api, id, { project_id: null })
  expect((await told(to.id))[0]).toEqual(['slide.updated', 'Moved'])
  expect(await told(from.id)).toHaveLength(2)
})

test('a change of many slides of the project is one entry, as is taking it back', async () => {
  const { id } = await makeProject(api, api.home.admin)
  for (const name of ['a', 'b']) await makeSlide(api, api.home.admin, { projectId: id, name })
  const filter = { project_id: [id] }
  const batch = await sendBatch(api, api.home.admin, { filter }, { kind: 'rename', pattern: 'Slide {n}' })
  await workOff(api, batch.json.id)
  const undone = await undo(api, api.home.admin, batch.json.id)
  await workOff(api, undone.json.id)
  const entries = (await history(id)).slice(0, -1)
  expect(entries.map(({ event, deed, subject }) => [event, deed, subject.name])).toEqual([
    ['slides.batch_undone', 'renamed_slides', '2 slides'],
    ['slides.batch_started', 'renamed_slides', '2 slides'],
  ])
})

test('slides that many at once moved out of several projects are told of in each', async () => {
  const [a, b, to] = [
    await makeProject(api, api.home.admin),
    await makeProject(api, api.home.admin),
    await makeProject(api, api.home.admin),
  ]
  const made = await Promise.all(
    [a, b].map(({ id }) => makeSlide(api, api.home.admin, { projectId: id, name: 'Gone elsewhere' })),
  )
  const slide_ids = made.map(({ id }) => id)
  const batch = await sendBatch(api, api.home.admin, { slide_ids }, { kind: 'set', project_id: to.id })
  await workOff(api, batch.json.id)
  expect((await history(to.id))[0]).toMatchObject({ deed: 'moved_here', subject: { name: '2 slides' } })
  expect((await told(a.id))[0]).toEqual(['slide.updated', 'Gone elsewhere'])
  expect(await told(to.id)).toHaveLength(2)
})

test('is read page by page, and of a deleted project by those who may delete', async () => {
  const { id } = await makeProject(api, api.home.admin)
  const slide = await makeSlide(api, api.home.admin, { projectId: id })
  for (const name of ['one', 'two', 'three']) await editSlide(api, slide.id, { name })
  const pages = await Promise.all([0, 1, 2, 3, 4].map((offset) => history(id, `?limit=1&offset=${offset}`)))
  expect(pages.flat().map(({ id: entry }) => entry)).toEqual(
    (await history(id)).map(({ id: entry }) => entry),
  )
  const { json } = await request(api, api.home.admin, { url: `/api/projects/${id}/history/?limit=1` })
  expect([json.count, json.next]).toEqual([4, expect.stringContaining('offset=1')])
  await remove(`/api/projects/${id}/`)
  expect((await history(id, '', api.home.admin))[0]?.event).toBe('project.deleted')
  const hidden = await request(api, api.home.manager, { url: `/api/projects/${id}/history/` })
  expect(hidden.status).toBe(404)
})
