import type { Slide } from '@cresyl/contract/slides/slides'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addImage } from '../../domain/slides/test-support/add-slide.ts'
import { files, images } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { nextSerial } from '../test-support/example.ts'
import { makeProject } from '../test-support/projects-examples.ts'
import { archiveProject, editSlide, makeSlide } from '../test-support/slides-examples.ts'
import { makeStainer } from '../test-support/stainers-examples.ts'
import { makeTissue } from '../test-support/tissues-examples.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})

afterAll(async () => {
  await api.close()
})

async function list(query: string, member: TestMember = api.home.guest): Promise<Slide[]> {
  const reply = await request(api, member, { url: `/api/slides/?${query}` })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.json.count).toBe(reply.json.results.length)
  return reply.json.results
}

const names = async (query: string) => (await list(query)).map(({ name }) => name)
const read = (id: string, member: TestMember = api.home.guest) =>
  request(api, member, { url: `/api/slides/${id}/` })
const remove = (id: string) => request(api, api.home.admin, { method: 'DELETE', url: `/api/slides/${id}/` })
const restore = (id: string) =>
  request(api, api.home.admin, { method: 'POST', url: `/api/slides/${id}/restore/` })

/** A slide of a name that nothing else in the tests has. */
async function makeNamed(word: string, given: Parameters<typeof makeSlide>[2] = {}) {
  return makeSlide(api, api.home.admin, { name: word, ...given })
}

describe('a slide', () => {
  test('says where it belongs, what it shows and what it is made of', async () => {
    const { admin } = api.home
    const project = await makeProject(api, admin, 'Where it belongs')
    const tissue = await makeTissue(api, admin, { organ: 'Liver', species: 'Rat' })
    const stainer = await makeStainer(api, admin, 'PAS')
    const made = await makeNamed('Complete', {
      projectId: project.id,
      tissueId: tissue.id,
      stainerId: stainer.id,
      size: 5_000_000_000,
    })
    expect((await read(made.id)).json).toEqual({
      id: made.id,
      name: 'Complete',
      image_id: made.imageId,
      source_image_id: made.imageId,
      output_image_ids: [],
      virtual_image_ids: [],
      label_image_id: null,
      macro_image_id: null,
      file_id: made.fileId,
      project: { id: project.id, name: 'Where it belongs' },
      tissue: { id: tissue.id, organ: 'Liver', species: 'Rat' },
      stainer: { id: stainer.id, stain_type: 'PAS' },
      width: 1000,
      height: 800,
      mpp_x: 0.25,
      mpp_y: 0.25,
      file_mpp_x: 0.25,
      file_mpp_y: 0.25,
      mpp: null,
      objective: 40,
      vendor: 'aperio',
      channel_count: 1,
      size: 5_000_000_000,
      qc_state: 'none',
      qc_overridden: false,
      qc_job_id: null,
      qc_overridden_by: null,
      scanned_at: null,
      deleted_at: null,
      created_at: expect.any(String),
      created_by: { id: admin.userId, name: 'admin of home', picture: null },
      updated_at: expect.any(String),
      version: 1,
    })
  })

  test('names its label, macro and the time of its scan to those who may see them, as the organisation has set it', async () => {
    const { id, labelId, macroId } = await makeNamed('Labelled')
    const seen = async (member: TestMember) => {
      const { label_image_id, macro_image_id, scanned_at } = (await read(id, member)).json
      return [label_image_id, macro_image_id, scanned_at]
    }
    const scanned = '2024-03-05T10:00:00'
    expect(await seen(api.home.manager)).toEqual([labelId, macroId, scanned])
    expect(await seen(api.home.user)).toEqual([null, null, null])
    await setLabelVisibility('members')
    expect(await seen(api.home.guest)).toEqual([labelId, macroId, scanned])
    await setLabelVisibility('managers')
    expect(await seen(api.home.guest)).toEqual([null, null, null])
  })

  test('names what predictors made of it, newest first, and no overlay', async () => {
    const { id: slideId } = await makeNamed('With outputs')
    const { organizationId } = api.home.admin
    const add = (kind: 'output' | 'overlay', createdAt: Date) =>
      api.context.database.asMember({ organizationId }, (tx) =>
        addImage(tx, organizationId, kind, { slideId, createdAt }),
      )
    const older = await add('output', new Date(Date.UTC(2026, 0, 1)))
    const newer = await add('output', new Date(Date.UTC(2026, 0, 2)))
    const overlay = await add('overlay', new Date(Date.UTC(2026, 0, 3)))
    await api.context.database.asSystem((tx) =>
      tx
        .update(images)
        .set({ metadata: { Virtual: 'yes' } })
        .where(inArray(images.id, [newer, overlay])),
    )
    expect((await read(slideId)).json).toMatchObject({
      output_image_ids: [newer, older],
      virtual_image_ids: [newer],
    })
    const { json } = await request(api, api.home.guest, { url: `/api/viewers/?slide_id=${slideId}` })
    const virtual = json.results.filter(({ is_virtual }: { is_virtual: boolean }) => is_virtual)
    expect(virtual.map(({ image_id }: { image_id: string }) => image_id)).toEqual([newer])
  })

  test('of a deleted project is unsorted until the project is restored', async () => {
    const { id: projectId } = await makeProject(api, api.home.admin)
    const { id } = await makeNamed('Orphan', { projectId })
    const url = `/api/projects/${projectId}/`
    await request(api, api.home.admin, { method: 'DELETE', url })
    expect((await read(id)).json.project).toBeNull()
    expect(await names('search=orphan&unsorted=true')).toEqual(['Orphan'])
    await request(api, api.home.admin, { method: 'POST', url: `${url}restore/` })
    expect((await read(id)).json.project).toMatchObject({ id: projectId })
    expect(await names('search=orphan&unsorted=true')).toEqual([])
  })
})

async function setLabelVisibility(label_visibility: 'members' | 'managers'): Promise<void> {
  const { admin } = api.home
  const { json } = await request(api, admin, { url: '/api/organization-settings/' })
  const [{ id }] = json.results
  const reply = await request(api, admin, {
    method: 'PATCH',
    url: `/api/organization-settings/${id}/`,
    body: { label_visibility },
  })
  expect(reply.status, reply.text).toBe(200)
}

describe('the list of slides', () => {
  test('is filtered by project, several at once, and by being in none', async () => {
    const [one, other] = [await makeProject(api, api.home.admin), await makeProject(api, api.home.admin)]
    await makeNamed('Filtered 1', { projectId: one.id })
    await makeNamed('Filtered 2', { projectId: other.id })
    await makeNamed('Filtered 3')
    const filtered = (query: string) => names(`search=filtered&ordering=name&${query}`)
    expect(await filtered(`project_id=${one.id}`)).toEqual(['Filtered 1'])
    expect(await filtered(`project_id=${one.id}&project_id=${other.id}`)).toEqual([
      'Filtered 1',
      'Filtered 2',
    ])
    expect(await filtered('unsorted=true')).toEqual(['Filtered 3'])
    expect(await filtered(`project_id=${one.id}&unsorted=true`)).toEqual(['Filtered 1', 'Filtered 3'])
    expect(await filtered('')).toHaveLength(3)
  })

  test('is filtered by tissue, stain, quality, person and time', async () => {
    const tissue = await makeTissue(api, api.home.admin)
    const stainer = await makeStainer(api, api.home.admin, `Stain ${nextSerial()}`)
    const given = {
      tissueId: tissue.id,
      stainerId: stainer.id,
      qcState: 'warned',
      createdBy: api.home.manager.userId,
      createdAt: new Date('2020-05-05T12:00:00Z'),
    } as const
    await makeNamed('Wanted', given)
    await makeNamed('Unwanted')
    for (const query of [
      `tissue_id=${tissue.id}`,
      `stainer_id=${stainer.id}`,
      'qc_state=warned&qc_state=failed',
      `created_by=${api.home.manager.userId}`,
      'created_before=2020-05-06T00:00:00Z',
      'created_after=2020-05-05T12:00:00Z&created_before=2020-05-05T12:00:01Z',
    ]) {
      expect([query, await names(query)]).toEqual([query, ['Wanted']])
    }
    expect(await names('created_before=2020-05-05T12:00:00Z')).toEqual([])
  })

  test('shows those without tissue or stain, beside those of some', async () => {
    const { admin } = api.home
    const tissue = await makeTissue(api, admin, { organ: `Organ ${nextSerial()}`, species: 'Rat' })
    const stainer = await makeStainer(api, admin, `Stain ${nextSerial()}`)
    const { id: projectId } = await makeProject(api, admin)
    await makeNamed('neither', { projectId })
    await makeNamed('tissue', { projectId, tissueId: tissue.id })
    await makeNamed('both', { projectId, tissueId: tissue.id, stainerId: stainer.id })
    const shown = (query: string) => names(`project_id=${projectId}&ordering=name&${query}`)
    expect(await shown('without_tissue=true')).toEqual(['neither'])
    expect(await shown(`without_tissue=true&tissue_id=${tissue.id}`)).toEqual(['both', 'neither', 'tissue'])
    expect(await shown('without_stainer=true')).toEqual(['neither', 'tissue'])
    expect(await shown(`without_stainer=true&tissue_id=${tissue.id}`)).toEqual(['tissue'])
  })

  test('by size follows a file that has become another one', async () => {
    const { id: projectId } = await makeProject(api, api.home.admin)
    const grown = await makeNamed('grown', { projectId, size: 10 })
    await makeNamed('other', { projectId, size: 20 })
    const bySize = () => names(`project_id=${projectId}&ordering=size`)
    expect(await bySize()).toEqual(['grown', 'other'])
    await api.context.database.asSystem((tx) =>
      tx.update(files).set({ size: 30 }).where(eq(files.id, grown.fileId)),
    )
    expect(await bySize()).toEqual(['other', 'grown'])
    expect((await read(grown.id)).json.size).toBe(30)
  })

  test('finds a word that many names have, and one that few have', async () => {
    const { id: projectId } = await makeProject(api, api.home.admin)
    for (let n = 0; n < 12; n += 1) await makeNamed(`zebrafish ${n}`, { projectId })
    await makeNamed('zebrafish rarity', { projectId })
    expect(await names('search=zebrafish')).toHaveLength(13)
    expect(await names('search=fish+zeb')).toHaveLength(13)
    expect(await names('search=rarity+zebrafish')).toEqual(['zebrafish rarity'])
    expect(await names(`search=zebra&project_id=${projectId}&ordering=-name`)).toHaveLength(13)
    expect(await names('search=zebra%25')).toEqual([])
  })

  test('is sorted, and searched in names however they are written', async () => {
    await makeNamed('sortiert B', { size: 1, createdAt: new Date('2021-01-02T00:00:00Z') })
    await makeNamed('Sortiert a', { size: 3, createdAt: new Date('2021-01-01T00:00:00Z') })
    await makeNamed('Sortiert C', { size: 2, createdAt: new Date('2021-01-03T00:00:00Z') })
    const sorted = async (ordering: string) =>
      (await names(`search=SORTIERT&ordering=${ordering}`)).map((name) => name.at(-1)).join('')
    expect(await sorted('name')).toBe('aBC')
    expect(await sorted('-size')).toBe('aCB')
    expect(await sorted('created_at')).toBe('aBC')
    expect(await sorted('-created_at')).toBe('CBa')
    expect(await names('search=%25')).toEqual([])
  })

  test('tells the place of a slide by counting those that stand before it, in any order', async () => {
    const made = [
      await makeNamed('Placed b', { size: 5, createdAt: new Date('2022-01-01T00:00:00Z') }),
      await makeNamed('Placed a', { size: 5, createdAt: new Date('2022-01-03T00:00:00Z') }),
      await makeNamed('Placed b', { size: 4, createdAt: new Date('2022-01-02T00:00:00Z') }),
      await makeNamed('Placed c', { size: 6, createdAt: new Date('2022-01-02T00:00:00Z') }),
    ]
    for (const ordering of ['name', '-name', 'created_at', '-created_at', 'size', '-size']) {
      const query = `search=placed&ordering=${ordering}`
      const sorted = (await list(query)).map(({ id }) => id)
      const places = made.map(async ({ id }) => (await list(`${query}&before_id=${id}`)).length)
      expect([ordering, await Promise.all(places)]).toEqual([
        ordering,
        made.map(({ id }) => sorted.indexOf(id)),
      ])
    }
    expect(await names(`search=placed&before_id=${newId()}`)).toEqual([])
  })

  test('shows deleted slides to those who may delete, and to nobody else', async () => {
    const { id } = await makeNamed('Deleted and listed')
    await remove(id)
    expect(await names('search=deleted+and+listed')).toEqual([])
    const [found] = await list('search=deleted+and+listed&state=deleted', api.home.admin)
    expect(found).toMatchObject({ id, deleted_at: expect.any(String), label_image_id: expect.any(String) })
    const refused = await request(api, api.home.manager, { url: '/api/slides/?state=deleted' })
    expect(refused.status).toBe(403)
  })
})

describe('an edit', () => {
  test('changes what is given and tells of it; null takes away', async () => {
    const tissue = await makeTissue(api, api.home.admin)
    const { id } = await makeNamed('Before')
    const edited = await editSlide(api, id, { name: 'Afterwards', tissue_id: tissue.id, version: 1 })
    expect(edited.json).toMatchObject({ name: 'Afterwards', tissue: { id: tissue.id }, version: 2 })
    expect(await names('search=afterwards')).toEqual(['Afterwards'])
    expect((await editSlide(api, id, { tissue_id: null })).json).toMatchObject({ tissue: null, version: 3 })
    expect((await editSlide(api, id, { tissue_id: null })).json.version).toBe(3)
  })

  test.each(['project_id', 'tissue_id', 'stainer_id'])('refuses an unknown %s', async (field) => {
    const { id } = await makeNamed('Refusing')
    const reply = await editSlide(api, id, { [field]: newId() })
    expect([reply.status, Object.keys(reply.json.fields)]).toEqual([400, [field]])
  })

  test('is refused into and inside an archived project, with a sentence', async () => {
    const { id: projectId } = await makeProject(api, api.home.admin)
    const [inside, outside] = [await makeNamed('Inside', { projectId }), await makeNamed('Outside')]
    await archiveProject(api, projectId)
    const into = await editSlide(api, outside.id, { project_id: projectId })
    expect(into.json).toMatchObject({
      code: 'archived',
      detail: expect.stringMatching(/takes no more slides/),
    })
    const out = await editSlide(api, inside.id, { project_id: null })
    expect(out.json).toMatchObject({ code: 'archived', detail: expect.stringMatching(/archived project/) })
  })
})

describe('a deleted slide', () => {
  test('is gone with its images, and both come back', async () => {
    const { id, imageId, fileId } = await makeNamed('Comes and goes')
    expect((await remove(id)).status).toBe(204)
    expect((await remove(id)).status).toBe(204)
    const statuses = async () => {
      const urls = [`slides/${id}`, `images/${imageId}`, `viewers/pyramids/${imageId}`]
      const replies = urls.map((url) => request(api, api.home.admin, { url: `/api/${url}/` }))
      return (await Promise.all(replies)).map(({ status }) => status)
    }
    expect(await statuses()).toEqual([404, 404, 404])
    expect((await editSlide(api, id, { name: 'Edited while deleted' })).status).toBe(404)
    for (const url of [
      `viewers/?slide_id=${id}`,
      `channels/?image_id=${imageId}`,
      `images/?file_id=${fileId}`,
    ]) {
      expect((await request(api, api.home.admin, { url: `/api/${url}` })).json.results).toEqual([])
    }
    expect((await restore(id)).json).toMatchObject({ id, deleted_at: null, version: 3 })
    expect(await statuses()).toEqual([200, 200, 200])
  })

  test('hands out and reads again nothing of its file, whoever asks', async () => {
    const { id, fileId } = await makeNamed('Not handed out')
    await remove(id)
    for (const member of [api.home.user, api.home.admin]) {
      const download = await request(api, member, { url: `/api/files/${fileId}/download-url/` })
      const reading = await request(api, member, { method: 'POST', url: `/api/files/${fileId}/read/` })
      for (const { status, json } of [download, reading]) {
        expect([status, json.code, json.detail]).toEqual([
          409,
          'file_state',
          'The slide of this file was deleted. Restore the slide first.',
        ])
      }
    }
  })

  test('does not bring back an image that was deleted before it', async () => {
    const { id: slideId } = await makeNamed('With a deleted output')
    const { organizationId } = api.home.admin
    const output = await api.context.database.asMember({ organizationId, showDeleted: true }, (tx) =>
      addImage(tx, organizationId, 'output', { slideId, deletedAt: new Date(Date.UTC(2026, 0, 1)) }),
    )
    await remove(slideId)
    expect((await restore(slideId)).json.output_image_ids).toEqual([])
    expect((await request(api, api.home.admin, { url: `/api/images/${output}/` })).status).toBe(404)
  })
})
