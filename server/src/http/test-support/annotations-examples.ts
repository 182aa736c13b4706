import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { annotationLimits } from '@cresyl/contract/api/limits'
import { eq } from 'drizzle-orm'
import type { AddedSlide } from '../../domain/slides/test-support/add-slide.ts'
import { images } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import type { Examples, Provocations, Reply } from './example.ts'
import { makeProject } from './projects-examples.ts'
import { makeSlide } from './slides-examples.ts'

/** A square of ten pixels. */
export const square = (x = 10, y = 10, side = 10) => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, y],
      [x + side, y],
      [x + side, y + side],
      [x, y + side],
      [x, y],
    ],
  ],
})

export function annotate(
  api: TestApi,
  member: TestMember,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return request(api, member, { method: 'POST', url: '/api/annotations/', body, headers })
}

export interface MadeAnnotation extends Annotation {
  slide: AddedSlide
}

/** Guests make none: theirs is the administrator's. */
export async function makeAnnotation(
  api: TestApi,
  admin: TestMember,
  caller: TestMember = admin,
  given: Record<string, unknown> = {},
): Promise<MadeAnnotation> {
  const slide = await makeSlide(api, admin)
  const body = { image_id: slide.imageId, geometry: square(), shape: 'rectangle', ...given }
  const reply = await annotate(api, caller.role === 'guest' ? admin : caller, body)
  if (reply.status !== 201) throw new Error(`No annotation: ${reply.text}`)
  return { ...reply.json, slide }
}

export const edit = (api: TestApi, member: TestMember, id: string, body: unknown) =>
  request(api, member, { method: 'PATCH', url: `/api/annotations/${id}/`, body })

export const remove = (api: TestApi, member: TestMember, id: string) =>
  request(api, member, { method: 'DELETE', url: `/api/annotations/${id}/` })

export const restore = (api: TestApi, member: TestMember, id: string) =>
  request(api, member, { method: 'POST', url: `/api/annotations/${id}/restore/` })

export const changeMany = (api: TestApi, member: TestMember, body: unknown) =>
  request(api, member, { method: 'POST', url: '/api/annotations/batches/', body })

const everything = {
  classification: { name: 'Tumour', color: '#FF0000' },
  name: 'a',
  notes: 'b',
  tags: ['c'],
  locked: false,
  z: 0,
  review: 'open',
  extras: { d: 1 },
  assignee_id: null,
  origin: 'drawn',
}

const geometries = [
  { shape: 'rectangle', geometry: square() },
  { shape: 'point', geometry: { type: 'Point', coordinates: [1, 2] } },
  { shape: 'point', geometry: { type: 'MultiPoint', coordinates: [[1, 2]] } },
  {
    shape: 'line',
    geometry: {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
  },
  { shape: 'polygon', geometry: { type: 'MultiPolygon', coordinates: [square().coordinates] } },
]

/** One that does a little of everything and can be done again; then one for each kind of geometry. */
async function makeBatch(api: TestApi, admin: TestMember, caller: TestMember = admin) {
  const { id, version, slide, name } = await makeAnnotation(api, admin, caller, {
    name: 'Kept',
    classification: everything.classification,
  })
  const image_id = slide.imageId
  const another = async () => {
    const body = { image_id, geometry: square(50), shape: 'rectangle' }
    return (await annotate(api, caller.role === 'guest' ? admin : caller, body)).json.id as string
  }
  const [doomed, back] = [await another(), await another()]
  const bodies = geometries.map((each) => ({
    image_id,
    create: [{ ...everything, ...each }],
    update: [{ id, version, ...each, name, classification: everything.classification }],
    delete: [{ id: doomed, version: 1 }],
    restore: [{ id: back }],
  }))
  const [body, ...otherBodies] = bodies
  return { body, otherBodies, subject: image_id }
}

export const annotationExamples = {
  listAnnotations: async () => ({}),
  createAnnotation: async (api, admin) => {
    const { imageId: image_id } = await makeSlide(api, admin)
    const [body, ...otherBodies] = geometries.map((each) => ({ image_id, ...everything, ...each }))
    return { body, otherBodies }
  },
  changeAnnotations: makeBatch,
  viewAnnotations: async (api, admin) => {
    const { imageId } = await makeSlide(api, admin)
    return { query: { image_id: imageId, min_x: '0', min_y: '0', max_x: '100', max_y: '100', least: '4' } }
  },
  summariseAnnotations: async () => ({}),
  readAnnotation: async (api, admin) => ({ id: (await makeAnnotation(api, admin)).id }),
  updateAnnotation: async (api, admin, caller) => {
    const { id, version } = await makeAnnotation(api, admin, caller)
    return {
      id,
      body: { name: 'Changed by a test', version },
      otherBodies: geometries.map((each) => ({ ...each, classification: everything.classification })),
    }
  },
  deleteAnnotation: async (api, admin, caller) => ({ id: (await makeAnnotation(api, admin, caller)).id }),
  restoreAnnotation: async (api, admin, caller) => {
    const { id } = await makeAnnotation(api, admin, caller)
    await remove(api, admin, id)
    return { id }
  },
  listAnnotationHistory: async (api, admin) => ({ id: (await makeAnnotation(api, admin)).id }),
  listAnnotationComments: async (api, admin) => ({ id: (await makeAnnotation(api, admin)).id }),
  createAnnotationComment: async (api, admin) => ({
    id: (await makeAnnotation(api, admin)).id,
    body: { text: 'Is this tumour?' },
  }),
} satisfies Partial<Examples>

/** Of a slide in a project that is archived then. */
export async function makeArchived(api: TestApi): Promise<Annotation> {
  const { admin } = api.home
  const made = await makeAnnotation(api, admin)
  const { id } = await makeProject(api, admin)
  await request(api, admin, {
    method: 'PATCH',
    url: `/api/slides/${made.slide.id}/`,
    body: { project_id: id },
  })
  await request(api, admin, { method: 'PATCH', url: `/api/projects/${id}/`, body: { archived: true } })
  return made
}

const makeLocked = (api: TestApi) => makeAnnotation(api, api.home.admin, api.home.admin, { locked: true })

export async function makeUnready(api: TestApi): Promise<string> {
  const { imageId } = await makeSlide(api, api.home.admin)
  await api.context.database.asSystem((tx) =>
    tx.update(images).set({ state: 'pending' }).where(eq(images.id, imageId)),
  )
  return imageId
}

/** While an image has room for one. */
export async function withoutRoom(ask: () => Promise<Reply>): Promise<Reply> {
  const { ofImage } = annotationLimits
  try {
    Object.assign(annotationLimits, { ofImage: 0 })
    return await ask()
  } finally {
    Object.assign(annotationLimits, { ofImage })
  }
}

const plain = { geometry: square(), shape: 'rectangle' }
const place = 'min_x=0&min_y=0&max_x=10&max_y=10'

export const annotationProvocations = {
  createAnnotation: {
    not_found: (api) => annotate(api, api.home.admin, { image_id: newId(), ...plain }),
    not_ready: async (api) => annotate(api, api.home.admin, { image_id: await makeUnready(api), ...plain }),
    archived: async (api) =>
      annotate(api, api.home.admin, { image_id: (await makeArchived(api)).image_id, ...plain }),
    too_many: async (api) => {
      const { imageId: image_id } = await makeSlide(api, api.home.admin)
      return withoutRoom(() => annotate(api, api.home.admin, { image_id, ...plain }))
    },
  },
  updateAnnotation: {
    forbidden: async (api) =>
      edit(api, api.home.user, (await makeAnnotation(api, api.home.admin)).id, { name: 'Mine' }),
    stale_version: async (api) =>
      edit(api, api.home.admin, (await makeAnnotation(api, api.home.admin)).id, { name: 'b', version: 9 }),
    archived: async (api) => edit(api, api.home.admin, (await makeArchived(api)).id, { name: 'b' }),
    locked: async (api) => edit(api, api.home.admin, (await makeLocked(api)).id, { name: 'b' }),
  },
  deleteAnnotation: {
    forbidden: async (api) => remove(api, api.home.user, (await makeAnnotation(api, api.home.admin)).id),
    archived: async (api) => remove(api, api.home.admin, (await makeArchived(api)).id),
    locked: async (api) => remove(api, api.home.admin, (await makeLocked(api)).id),
  },
  restoreAnnotation: {
    forbidden: async (api) => {
      const { id } = await makeAnnotation(api, api.home.admin)
      await remove(api, api.home.admin, id)
      return restore(api, api.home.user, id)
    },
    archived: async (api) => {
      const { id, slide } = await makeAnnotation(api, api.home.admin)
      await remove(api, api.home.admin, id)
      const project = await makeProject(api, api.home.admin)
      const body = { project_id: project.id }
      await request(api, api.home.admin, { method: 'PATCH', url: `/api/slides/${slide.id}/`, body })
      const url = `/api/projects/${project.id}/`
      await request(api, api.home.admin, { method: 'PATCH', url, body: { archived: true } })
      return restore(api, api.home.admin, id)
    },
  },
  changeAnnotations: {
    not_found: (api) => changeMany(api, api.home.admin, { image_id: newId(), create: [plain] }),
    not_ready: async (api) =>
      changeMany(api, api.home.admin, { image_id: await makeUnready(api), create: [plain] }),
    forbidden: async (api) => {
      const { id, version, image_id } = await makeAnnotation(api, api.home.admin)
      return changeMany(api, api.home.user, { image_id, update: [{ id, version, name: 'Mine' }] })
    },
    stale_version: async (api) => {
      const { id, image_id } = await makeAnnotation(api, api.home.admin)
      return changeMany(api, api.home.admin, { image_id, update: [{ id, version: 9, name: 'b' }] })
    },
    archived: async (api) => {
      const { image_id } = await makeArchived(api)
      return changeMany(api, api.home.admin, { image_id, create: [plain] })
    },
    locked: async (api) => {
      const { id, image_id, version } = await makeLocked(api)
      return changeMany(api, api.home.admin, { image_id, delete: [{ id, version }] })
    },
    too_many: async (api) => {
      const { imageId: image_id } = await makeSlide(api, api.home.admin)
      return withoutRoom(() => changeMany(api, api.home.admin, { image_id, create: [plain] }))
    },
  },
  viewAnnotations: {
    not_found: (api) =>
      request(api, api.home.admin, { url: `/api/annotations/viewport/?image_id=${newId()}&${place}` }),
    not_ready: async (api) => {
      const url = `/api/annotations/viewport/?image_id=${await makeUnready(api)}&${place}`
      return request(api, api.home.admin, { url })
    },
  },
  createAnnotationComment: {
    not_found: (api) => {
      const url = `/api/annotations/${newId()}/comments/`
      return request(api, api.home.admin, { method: 'POST', url, body: { text: 'Is this tumour?' } })
    },
    archived: async (api) => {
      const { id } = await makeArchived(api)
      const url = `/api/annotations/${id}/comments/`
      return request(api, api.home.admin, { method: 'POST', url, body: { text: 'Is this tumour?' } })
    },
  },
} satisfies Provocations
