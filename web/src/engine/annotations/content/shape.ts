import type { AnnotationGeometry, AnnotationShape } from '@cresyl/contract/annotations/annotation-geometry'
import type { DrawnAnnotation } from '@cresyl/contract/annotations/annotation-views'
import type {
  Annotation,
  AnnotationClassification,
  ReviewState,
} from '@cresyl/contract/annotations/annotations'

/** What a person says of a place of an image: all that can be changed. */
export interface Content {
  readonly geometry: AnnotationGeometry
  readonly shape: AnnotationShape
  readonly classification: AnnotationClassification | null
  readonly name: string
  readonly notes: string
  readonly tags: readonly string[]
  readonly locked: boolean
  readonly z: number | null
  readonly review: ReviewState
  readonly assignee_id: string | null
}
export type Patch = Partial<Content>

interface Author {
  readonly id: string
  readonly name: string
}

/** An annotation as it is drawn. */
export interface Shape extends Content {
  readonly id: string
  readonly author: Author | null
  /** That of the server; 0 until it has been saved. */
  readonly version: number
}

const unsaid: Omit<Content, 'geometry' | 'shape'> = {
  classification: null,
  name: '',
  notes: '',
  tags: [],
  locked: false,
  z: null,
  review: 'open',
  assignee_id: null,
}

/** Of one that is new: what isn't said is nothing. */
export const contentWith = (given: Pick<Content, 'geometry' | 'shape'> & Patch): Content => ({
  ...unsaid,
  ...given,
})

export function contentOf({ id: _, author: __, version: ___, ...content }: Shape): Content {
  return content
}

export function shapeFrom(id: string, content: Content, author: Author | null): Shape {
  return { id, ...content, author, version: 0 }
}

/** As the server tells it. */
export function savedShape(annotation: Annotation | DrawnAnnotation): Shape {
  const { id, geometry, shape, classification, name, notes, tags, locked, review, z, ...rest } = annotation
  const { assignee_id, created_by, version } = rest
  return {
    id,
    geometry,
    shape,
    classification,
    name,
    notes,
    tags,
    locked,
    review,
    z,
    assignee_id,
    version,
    author: created_by && { id: created_by.id, name: created_by.name },
  }
}

/** Whether two values of a field say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [keys, others] = [Object.keys(one), Object.keys(other)]
  return (
    keys.length === others.length &&
    keys.every((key) =>
      isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  )
}
