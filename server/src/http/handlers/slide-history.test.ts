import type { SlideHistoryEntry } from '@cresyl/contract/slides/slide-history'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAudit } from '../../domain/audit/record.ts'
import type { AddedSlide } from '../../domain/slides/test-support/add-slide.ts'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { makeProject } from '../test-support/projects-examples.ts'
import { editSlide, makeSlide } from '../test-support/slides-examples.ts'
import { makeTissue } from '../test-support/tissues-examples.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})

afterAll(async () => {
  await api.close()
})

async function historyOf(id: string, query = '', member: TestMember = api.home.manager) {
  const reply = await request(api, member, { url: `/api/slides/${id}/history/${query}` })
  expect(reply.status, reply.text).toBe(200)
  return reply.json as { count: number; next: string | null; results: SlideHistoryEntry[] }
}

const view = (imageId: string, member: TestMember) =>
  request(api, member, { url: `/api/viewers/pyramids/${imageId}/` })

/** As exports leave it: their own id, and the image in the details. */
async function auditExport({ imageId }: AddedSlide, occurredAt: Date): Promise<void> {
  const { organizationId, userId } = api.home.user
  await api.context.database.asMember({ organizationId, userId }, (tx) =>
    recordAudit(tx, {
      organizationId,
      userId,
      event: 'export.created',
      subjectId: newId(),
      details: { image_id: imageId },
      occurredAt,
    }),
  )
}

test('tells who looked, revealed and exported, newest first, and nothing of other slides', async () => {
  const [slide, other] = [await makeSlide(api, api.home.admin), await makeSlide(api, api.home.admin)]
  await auditExport(slide, new Date(Date.UTC(2026, 0, 1)))
  await auditExport(other, new Date(Date.UTC(2026, 0, 2)))
  await view(slide.imageId, api.home.guest)
  await view(slide.labelId, api.home.manager)
  await view(slide.macroId, api.home.manager)
  await view(other.imageId, api.home.guest)
  const { count, results } = await historyOf(slide.id)
  expect(count).toBe(4)
  expect(
    results.map(({ event, person, revealed, changes }) => [event, person?.name, revealed, changes]),
  ).toEqual([
    ['label.revealed', 'manager of home', 'macro', []],
    ['label.revealed', 'manager of home', 'label', []],
    ['slide.viewed', 'guest of home', null, []],
    ['export.created', 'user of home', null, []],
  ])
  expect(results.at(-1)?.occurred_at).toBe('2026-01-01T00:00:00.000Z')
})

test('names what an edit changed, from what to what, and what was removed since', async () => {
  const { admin } = api.home
  const slide = await makeSlide(api, admin, { name: 'Before' })
  const project = await makeProject(api, admin, 'Liver study')
  const tissue = await makeTissue(api, admin, { organ: 'Liver', species: 'Rat' })
  await editSlide(api, slide.id, { name: 'After', project_id: project.id })
  await editSlide(api, slide.id, { tissue_id: tissue.id, project_id: null })
  const changes = async () => (await historyOf(slide.id)).results.map((entry) => entry.changes)
  expect(await changes()).toEqual([
    [
      { what: 'project', before: { name: 'Liver study' }, after: null },
      { what: 'tissue', before: null, after: { name: 'Liver · Rat' } },
    ],
    [
      { what: 'name', before: { name: 'Before' }, after: { name: 'After' } },
      { what: 'project', before: null, after: { name: 'Liver study' } },
    ],
  ])
  await request(api, admin, { method: 'DELETE', url: `/api/projects/${project.id}/` })
  expect((await changes())[0]?.[0]).toEqual({ what: 'project', before: { name: null }, after: null })
})

test('comes in pages', async () => {
  const slide = await makeSlide(api, api.home.admin)
  for (const name of ['One', 'Two', 'Three']) await editSlide(api, slide.id, { name })
  const first = await historyOf(slide.id, '?limit=2')
  expect([first.count, first.results.length, first.next !== null]).toEqual([3, 2, true])
  const last = await historyOf(slide.id, '?limit=2&offset=2')
  expect(last.results.map(({ changes }) => changes[0]?.after?.name)).toEqual(['One'])
  expect(last.next).toBeNull()
})
