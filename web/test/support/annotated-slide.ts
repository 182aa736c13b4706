import { areaOf, lengthOf } from '@cresyl/contract/annotations/annotation-geometry'
import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { ApiError } from '@cresyl/contract/api/errors'
import type { RoleKey } from '@cresyl/contract/api/permissions'
import type { AnnotationClass } from '@cresyl/contract/people/organizations'
import { makeOrganization, makePerson, makeSettings, makeSlide, newId, sometime } from './organization.ts'
import { type Answers, emptyPage, pageOf } from './server.ts'

export const classes: AnnotationClass[] = [
  { name: 'Tumour', color: '#C5303B', hotkey: 't' },
  { name: 'Stroma', color: '#1E8E5A', hotkey: '2' },
]

type Given = Partial<Annotation> & { name: string; by?: RoleKey }

/** A slide of 2000 × 1500 pixels with squares on it, one below the other; they are kept as the server would. */
export function withAnnotations(role: RoleKey, ...given: Given[]) {
  const slide = makeSlide({ name: 'Case 001', width: 2000, height: 1500, mpp_x: 0.5, mpp_y: 0.5 })
  const { image_id } = slide
  const kept = new Map(
    given.map((each, at) => [at, annotationAt(at, each)] as const).map(([, a]) => [a.id, a]),
  )

  function annotationAt(at: number, { by = role, ...changes }: Given): Annotation {
    const author = personOf(by)
    return complete({
      id: newId(),
      geometry: squareAt(100, 20 + 40 * at),
      shape: 'rectangle',
      created_by: author,
      updated_by: author,
      ...changes,
    })
  }

  function complete(
    changes: Pick<Annotation, 'id' | 'geometry' | 'shape'> & Partial<Annotation>,
  ): Annotation {
    return {
      slide_id: slide.id,
      image_id,
      classification: null,
      name: '',
      notes: '',
      tags: [],
      locked: false,
      z: null,
      review: 'open',
      assignee_id: null,
      extras: {},
      assignee: null,
      origin: 'drawn',
      inference_job_id: null,
      comments: 0,
      deleted_at: null,
      version: 1,
      created_by: personOf(role),
      updated_by: personOf(role),
      created_at: sometime,
      updated_at: sometime,
      area_px: areaOf(changes.geometry),
      length_px: lengthOf(changes.geometry),
      ...changes,
    }
  }

  function put(id: string, changes: Partial<Annotation>): Annotation {
    const before = kept.get(id)
    if (before === undefined) throw new ApiError('not_found')
    const now = { ...before, ...changes, updated_by: personOf(role), version: before.version + 1 }
    kept.set(id, now)
    return now
  }

  const there = () => [...kept.values()].filter(({ deleted_at }) => deleted_at === null)
  const answers = {
    listOrganizationSettings: ({ query }) => {
      const organization = { ...makeOrganization(), id: query.organization_id ?? newId() }
      return pageOf([{ ...makeSettings(organization), annotation_classes: classes }], query)
    },
    listUsers: ({ query }) =>
      pageOf(
        (['user', 'manager'] as const).map((each) => ({
          ...makePerson(each),
          role: each,
          state: 'active' as const,
          joined_at: sometime,
          last_seen_at: null,
          version: 1,
        })),
        query,
      ),
    listSlides: ({ query }) => pageOf([slide], query),
    readSlide: slide,
    listViewers: ({ query }) =>
      pageOf([{ id: slide.id, image_id, kind: 'source', name: null, is_virtual: false }], query),
    readPyramid: {
      image_id,
      slide_id: slide.id,
      width: 2000,
      height: 1500,
      mpp_x: 0.5,
      mpp_y: 0.5,
      objective: 20,
      pixel_type: 'uint8',
      bit_depth: 8,
      samples: 3,
      size_z: 1,
      size_t: 1,
      has_icc: false,
      channels: [],
      levels: [{ width: 2000, height: 1500, tile_width: 512, tile_height: 512, downsample: 1 }],
    },
    readImage: {
      id: image_id,
      slide_id: slide.id,
      file_id: null,
      kind: 'source',
      name: null,
      state: 'ready',
      state_message: '',
      width: 2000,
      height: 1500,
      mpp_x: 0.5,
      mpp_y: 0.5,
      objective: 20,
      pixel_type: 'uint8',
      bit_depth: 8,
      samples: 3,
      size_z: 1,
      size_t: 1,
      has_icc: false,
      space: null,
      channels: [],
      metadata: {},
      created_at: sometime,
    },
    viewAnnotations: () => {
      const shapes = there()
      return {
        shapes: shapes.map(
          ({ id, shape, classification, name, notes, tags, locked, review, z, ...rest }) => ({
            id,
            shape,
            classification,
            name,
            notes,
            tags,
            locked,
            review,
            z,
            assignee_id: rest.assignee_id,
            created_by: rest.created_by,
            version: rest.version,
          }),
        ),
        geometries: bytesOf(shapes),
        cell: 1,
        counted: [],
        complete: true,
      }
    },
    listAnnotations: ({ query }) =>
      pageOf(
        there().filter(({ id }) => query.id === undefined || query.id.includes(id)),
        query,
      ),
    changeAnnotations: ({ body }) => ({
      results: [
        ...body.create.map(({ id = newId(), ...content }) => {
          const made = complete({ ...content, id })
          kept.set(id, made)
          return made
        }),
        ...body.update.map(({ id, version: _, ...changes }) => put(id, defined(changes))),
        ...body.delete.flatMap(({ id }) => {
          put(id, { deleted_at: sometime })
          return []
        }),
        ...body.restore.map(({ id }) => put(id, { deleted_at: null })),
      ],
    }),
    summariseAnnotations: () => ({
      count: kept.size,
      classes: [],
      reviews: { open: kept.size, accepted: 0, rejected: 0 },
      tags: [],
    }),
    readAnnotationCells: { results: [] },
    listImages: emptyPage,
    listAnnotationComments: emptyPage,
    listAnnotationHistory: emptyPage,
    listInferenceJobs: emptyPage,
    listQcJobs: emptyPage,
    listRegistrations: emptyPage,
  } satisfies Answers
  return { slide, answers, there }
}

const personOf = (role: RoleKey) => {
  const { id, name, picture } = makePerson(role)
  return { id, name, picture }
}

const squareAt = (x: number, y: number): Annotation['geometry'] => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, y],
      [x + 30, y],
      [x + 30, y + 30],
      [x, y + 30],
      [x, y],
    ],
  ],
})

const defined = (changes: object): Partial<Annotation> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

/** Polygons of one ring, as the server sends corners. */
function bytesOf(shapes: readonly Annotation[]): string {
  const bytes = shapes.flatMap(({ geometry }) => {
    const [ring = []] = geometry.type === 'Polygon' ? geometry.coordinates : []
    const head = new Uint32Array([3, 1, 1, ring.length])
    const places = new Float64Array(ring.flat())
    return [...new Uint8Array(head.buffer), ...new Uint8Array(places.buffer)]
  })
  return btoa(String.fromCharCode(...bytes))
}
