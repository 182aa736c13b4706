import { areaOf } from '@cresyl/contract/annotations/annotation-geometry'
import type { AnnotationClassification } from '@cresyl/contract/annotations/annotations'
import { contentOf, contentWith, type Shape } from '../content/shape.ts'
import type { Edit } from '../document/create-document.ts'
import { added, type Figure, hasArea, splitBy, subtracted } from '../geometry/combine.ts'
import type { DrawingMode } from './tools-state.ts'

interface Commit {
  readonly figure: Figure
  readonly mode: DrawingMode
  /** What it is added to or cut out of: what is selected and may be changed. */
  readonly selected: readonly Shape[]
  readonly classification: AnnotationClassification | null
  newId(): string
}

export interface Committed {
  readonly edit: Edit
  readonly selected: readonly string[]
}

/** What comes of something that was drawn; null where that is nothing. */
export function committed({ figure, mode, selected, classification, newId }: Commit): Committed | null {
  const areas = selected.filter(({ geometry }) => hasArea(geometry))
  if (mode === 'subtract' && areas.length > 0) return cutOut(figure, areas, newId)
  const [first] = areas
  if (mode === 'add' && first && hasArea(figure.geometry)) {
    const together = added(first.geometry, figure.geometry)
    return together && { edit: { update: [{ id: first.id, patch: together }] }, selected: [first.id] }
  }
  if (mode === 'subtract') return null
  if (hasArea(figure.geometry) && areaOf(figure.geometry) <= 0) return null
  const id = newId()
  const content = contentWith({ ...figure, classification })
  return { edit: { create: [{ id, content }] }, selected: [id] }
}

/** An area is cut out; along a line what is selected falls into pieces. */
function cutOut(figure: Figure, areas: readonly Shape[], newId: () => string): Committed | null {
  const edits = areas.map((shape) => {
    if (figure.geometry.type === 'LineString') {
      const [first, ...rest] = splitBy(shape.geometry, figure.geometry.coordinates)
      return first === undefined || rest.length === 0 ? null : { shape, first, rest }
    }
    return { shape, first: subtracted(shape.geometry, figure.geometry), rest: [] }
  })
  const done = edits.filter((edit) => edit !== null)
  if (done.length === 0) return null
  const create = done.flatMap(({ shape, rest }) =>
    rest.map((piece) => ({ id: newId(), content: { ...contentOf(shape), ...piece } })),
  )
  const update = done.flatMap(({ shape, first }) => (first ? [{ id: shape.id, patch: first }] : []))
  const remove = done.flatMap(({ shape, first }) => (first ? [] : [shape.id]))
  return { edit: { create, update, remove }, selected: [...update, ...create].map(({ id }) => id) }
}
