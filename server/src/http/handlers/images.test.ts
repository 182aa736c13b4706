import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AddedSlide, addImage } from '../../domain/slides/test-support/add-slide.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { makeSlide } from '../test-support/slides-examples.ts'

let api: TestApi
let slide: AddedSlide

beforeAll(async () => {
  api = await openTestApi()
  slide = await makeSlide(api, api.home.admin)
})

afterAll(async () => {
  await api.close()
})

const get = (path: string, member: TestMember = api.home.guest) =>
  request(api, member, { url: `/api/${path}` })

function add(kind: 'source' | 'output' | 'overlay', given: Parameters<typeof addImage>[3]): Promise<string> {
  const { organizationId } = api.home.admin
  return api.context.database.asMember({ organizationId }, (tx) => addImage(tx, organizationId, kind, given))
}

const kinds = (reply: Awaited<ReturnType<typeof get>>) =>
  reply.json.results.map(({ kind }: { kind: string }) => kind).sort()

describe('images', () => {
  test('are listed by file, slide and kind', async () => {
    expect(kinds(await get(`images/?slide_id=${slide.id}`, api.home.manager))).toEqual([
      'label',
      'macro',
      'source',
    ])
    expect(
      kinds(await get(`images/?file_id=${slide.fileId}&kind=label&kind=source`, api.home.manager)),
    ).toEqual(['label', 'source'])
  })

  test('and viewers are listed of several slides at once, viewers by project too', async () => {
    const other = await makeSlide(api, api.home.admin)
    const name = `Project ${other.id}`
    const project = await request(api, api.home.admin, {
      method: 'POST',
      url: '/api/projects/',
      body: { name },
    })
    await request(api, api.home.admin, {
      method: 'PATCH',
      url: `/api/slides/${other.id}/`,
      body: { project_id: project.json.id },
    })
    const both = `slide_id=${slide.id}&slide_id=${other.id}`
    expect((await get(`images/?${both}&kind=source`)).json.count).toBe(2)
    expect(
      (await get(`images/?file_id=${slide.fileId}&file_id=${other.fileId}&kind=source`)).json.count,
    ).toBe(2)
    expect((await get(`viewers/?${both}`)).json.count).toBe(2)
    const { json } = await get(`viewers/?project_id=${project.json.id}`)
    expect(json.results.map(({ id }: { id: string }) => id)).toEqual([other.id])
  })

  test('that may name the patient are not there for those who may not see them', async () => {
    const reply = await get(`images/?slide_id=${slide.id}`)
    expect([kinds(reply), reply.json.count]).toEqual([['source'], 1])
    for (const id of [slide.labelId, slide.macroId]) {
      for (const path of [`images/${id}/`, `viewers/pyramids/${id}/`]) {
        expect((await get(path, api.home.user)).status).toBe(404)
        expect((await get(path, api.home.manager)).status).toBe(200)
      }
    }
  })

  test('say what their file says of itself to those who may see labels only', async () => {
    const metadata = async (member: TestMember) =>
      (await get(`images/${slide.imageId}/`, member)).json.metadata
    expect(await metadata(api.home.manager)).toEqual({ Barcode: 'S24-1234' })
    expect(await metadata(api.home.user)).toEqual({})
  })

  test('are called as their file calls them to those who may see labels only', async () => {
    const { id: slideId, fileId } = await makeSlide(api, api.home.admin)
    const named = await add('source', { slideId, fileId, part: 'image 1', name: 'Erika Mustermann' })
    const made = await add('output', { slideId, name: 'Virtual H&E' })
    const namesOf = async (path: string, member: TestMember) => (await get(path, member)).text
    for (const path of [`images/${named}/`, `images/?slide_id=${slideId}`, `viewers/?slide_id=${slideId}`]) {
      expect(await namesOf(path, api.home.manager)).toContain('Erika Mustermann')
      expect(await namesOf(path, api.home.user)).not.toContain('Erika Mustermann')
    }
    expect(await namesOf(`images/${made}/`, api.home.user)).toContain('Virtual H&E')
  })

  test('carry their channels, in the order of the file', async () => {
    const { json } = await get(`images/${slide.imageId}/`)
    expect(json.channels).toEqual([
      {
        id: slide.channelId,
        image_id: slide.imageId,
        index: 0,
        name: 'RGB',
        color: null,
        emission_wavelength: null,
        excitation_wavelength: null,
        exposure: null,
      },
    ])
    expect((await get(`channels/?image_id=${slide.imageId}`)).json.results).toEqual(json.channels)
  })
})

test('the values of channels are told, asked for by image or by channel', async () => {
  for (const query of [`image_id=${slide.imageId}`, `channel_id=${slide.channelId}`]) {
    const { json } = await get(`channels/stats/?${query}`)
    expect(json).toMatchObject({
      count: 1,
      results: [{ channel_id: slide.channelId, image_id: slide.imageId, index: 0, stats: { max: 255 } }],
    })
  }
})

describe('what can be opened of a slide', () => {
  test('is what was scanned, first what opens first, and what predictors made of it once it is ready', async () => {
    const { id: slideId, imageId, fileId } = await makeSlide(api, api.home.admin)
    const createdAt = new Date(Date.UTC(2026, 0, 1))
    const scene = await add('source', { slideId, fileId, part: 'image 1', name: 'Scene 2', createdAt })
    const output = await add('output', { slideId })
    await add('output', { slideId, state: 'pending' })
    await add('overlay', { slideId })
    const { json } = await get(`viewers/?slide_id=${slideId}`, api.home.manager)
    expect(json).toMatchObject({
      count: 3,
      results: [
        { id: slideId, image_id: imageId, kind: 'source', name: null, is_virtual: false },
        { id: slideId, image_id: scene, kind: 'source', name: 'Scene 2', is_virtual: false },
        { id: slideId, image_id: output, kind: 'output' },
      ],
    })
  })
})

describe('a pyramid', () => {
  test('has levels, full resolution first, and channels with their values', async () => {
    const { json } = await get(`viewers/pyramids/${slide.imageId}/`)
    expect(json).toMatchObject({
      image_id: slide.imageId,
      slide_id: slide.id,
      width: 1000,
      height: 800,
      bit_depth: 8,
      levels: [
        { width: 1000, height: 800, tile_width: 256, tile_height: 256, downsample: 1 },
        { width: 250, height: 200, downsample: 4 },
      ],
      channels: [{ id: slide.channelId, stats: { mean: 200 } }],
    })
  })

  test('of an image that could not be read says why', async () => {
    const id = await add('source', { state: 'failed', stateMessage: 'The file ends in the middle.' })
    const { status, json } = await get(`viewers/pyramids/${id}/`)
    expect([status, json.code, json.detail]).toEqual([409, 'not_ready', 'The file ends in the middle.'])
  })
})
