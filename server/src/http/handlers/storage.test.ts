import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { files, images, slides } from '../../platform/db/schema/index.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { makeProject } from '../test-requests.ts'
import { makeFinishedExport } from '../test-support/exports-examples.ts'
import { makeSlide } from '../test-support/slides-examples.ts'

let api: TestApi
let projectId: string
let deleted: { id: string; fileId: string; imageId: string }

async function put(path: string, bytes: number): Promise<void> {
  const key = { organizationId: api.home.admin.organizationId, path }
  await api.context.storage.put(key, Readable.from([Buffer.alloc(bytes)]))
}

const read = async (member: TestMember = api.home.admin) =>
  (await request(api, member, { url: '/api/files/storage/' })).json
const list = async (query = '') =>
  (await request(api, api.home.admin, { url: `/api/files/storage/purgeable/${query}` })).json
const sum = (rows: { bytes: number }[]) => rows.reduce((total, { bytes }) => total + bytes, 0)

beforeAll(async () => {
  api = await openTestApi()
  const { admin } = api.home
  projectId = (await makeProject(api, admin)).id
  const kept = await makeSlide(api, admin, { projectId })
  await put(`files/${kept.fileId}/original`, 1000)
  await put(`images/${kept.imageId}/thumbnail`, 10)
  deleted = await makeSlide(api, admin, {})
  await put(`files/${deleted.fileId}/original`, 500)
  await put(`images/${deleted.imageId}/levels`, 50)
  await makeFinishedExport(api, admin)
  await put('audit/seal', 7)
  await request(api, admin, { method: 'DELETE', url: `/api/slides/${deleted.id}/` })
  const unreadable = await makeSlide(api, admin, {})
  await put(`files/${unreadable.fileId}/original`, 300)
  await api.context.database.asSystem(async (tx) => {
    await tx.delete(images).where(eq(images.slideId, unreadable.id))
    await tx.delete(slides).where(eq(slides.id, unreadable.id))
    await tx.update(files).set({ readingState: 'failed' }).where(eq(files.id, unreadable.fileId))
  })
})

afterAll(() => api.close())

describe('what is in storage', () => {
  test('adds up by kind, by project and by month, to what the dashboard says', async () => {
    const report = await read()
    const { json: dashboard } = await request(api, api.home.admin, { url: '/api/dashboard/' })
    expect(report.used_bytes).toBe(dashboard.storage.used_bytes)
    expect(sum(report.by_kind)).toBe(report.used_bytes)
    expect(sum(report.by_project)).toBe(report.used_bytes)
    expect(report.by_month.at(-1).total_bytes).toBe(report.used_bytes)
    const bytesOf = (kind: string) => report.by_kind.find((row: { kind: string }) => row.kind === kind)?.bytes
    expect(bytesOf('source')).toBe(1800)
    expect(bytesOf('export')).toBe(9)
    const ofProject = report.by_project.find(
      (row: { project: { id: string } | null }) => row.project?.id === projectId,
    )
    expect(ofProject.bytes).toBe(1010)
  })

  test('is of the project that its slide is in now, not the one it was sent to', async () => {
    const bytesOf = async () =>
      (await read()).by_project.find((row: { project: unknown }) => row.project === null)?.bytes
    const before = await bytesOf()
    await api.context.database.asSystem((tx) =>
      tx.update(files).set({ projectId }).where(eq(files.id, deleted.fileId)),
    )
    expect(await bytesOf()).toBe(before)
  })

  test('is empty, not missing, for whoever has nothing', async () => {
    const report = await read(api.away.admin)
    expect(report.used_bytes).toBe(0)
    expect(report.by_project).toEqual([])
    expect(report.by_month).toHaveLength(1)
  })
})

describe('what could go', () => {
  test('is listed with when it goes, and the sums are those of the list', async () => {
    const report = await read()
    const all = await list('?limit=-1')
    for (const { kind, count, bytes } of report.purgeable) {
      const rows = all.results.filter((row: { kind: string }) => row.kind === kind)
      expect({ count: rows.length, bytes: sum(rows) }).toEqual({ count, bytes })
      expect((await list(`?kind=${kind}`)).count).toBe(count)
    }
    const slide = all.results.find(({ id }: { id: string }) => id === deleted.id)
    expect(slide.bytes).toBe(550)
    const days = (Date.parse(slide.goes_at) - Date.parse(slide.since)) / 86_400_000
    expect(days).toBe(report.retention_days)
    expect(all.results.at(-1)).toMatchObject({ kind: 'unreadable_files', bytes: 300, goes_at: null })
  })

  test('is removed by a job that waits, and can be taken back until then', async () => {
    const body = { kinds: ['deleted_slides', 'exports'] }
    const asking = { method: 'POST', url: '/api/files/storage/purges/', body } as const
    const { json: job, status } = await request(api, api.home.admin, asking)
    expect(status).toBe(201)
    expect(job).toMatchObject({ kind: 'purge_storage', state: 'queued' })
    expect(Date.parse(job.run_after) - Date.parse(job.created_at)).toBeGreaterThan(9 * 60_000)
    expect((await request(api, api.home.admin, asking)).status).toBe(409)
    expect((await request(api, api.home.manager, asking)).status).toBe(403)
    const cancelling = { method: 'POST', url: `/api/jobs/${job.id}/cancel/` } as const
    expect((await request(api, api.home.admin, cancelling)).json.state).toBe('cancelled')
    expect((await list()).count).toBe(3)
  })
})
