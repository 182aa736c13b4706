import { boxOf } from '@cresyl/contract/annotations/annotation-geometry'
import { newId } from '@cresyl/contract/api/new-id'
import { type Affine, chain, scaling, translation } from '@cresyl/contract/slides/affine'
import { mppOf, transformBetween } from '@cresyl/contract/slides/image-space'
import { type Content, contentOf, type Shape } from '../../../engine/annotations/content/shape.ts'
import { filled, hasArea, merged, untangled } from '../../../engine/annotations/geometry/combine.ts'
import { simplified } from '../../../engine/annotations/geometry/simplify.ts'
import { movedBy, transformed } from '../../../engine/annotations/geometry/transform.ts'
import type { AnnotationTools } from '../../../engine/annotations/tools/create-annotation-tools.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import type { ViewedImage } from '../../../engine/viewer/viewed-image.ts'

/** What was copied last on this page, and on which image. */
let clipboard: { readonly image: ViewedImage; readonly contents: readonly Content[] } | null = null

export function copySelected({ document, state, view }: AnnotationTools): boolean {
  const shapes = [...state().selected].flatMap((id) => document.get(id) ?? [])
  if (shapes.length === 0) return false
  clipboard = { image: view.image, contents: shapes.map(contentOf) }
  return true
}

/** CSS pixels between what was copied and what is pasted beside it. */
const aside = 24

/** On another image of the same scan it lies at the same place of the tissue, on another slide where one looks. */
export function paste(tools: AnnotationTools): boolean {
  if (clipboard === null) return false
  const { view } = tools
  const isSame = clipboard.image.id === view.image.id
  const between = isSame
    ? null
    : (transformBetween(clipboard.image.space, view.image.space) ?? intoMiddle(clipboard, view))
  const by = aside * view.viewport().resolution
  return add(
    tools,
    clipboard.contents.map((content) => ({
      ...content,
      geometry: between ? transformed(content.geometry, between) : movedBy(content.geometry, by, by),
    })),
  )
}

/** As large as it was on the tissue, as far as that is known. */
function intoMiddle({ image, contents }: NonNullable<typeof clipboard>, view: SlideView): Affine {
  const boxes = contents.map(({ geometry }) => boxOf(geometry))
  const x = (Math.min(...boxes.map(({ minX }) => minX)) + Math.max(...boxes.map(({ maxX }) => maxX))) / 2
  const y = (Math.min(...boxes.map(({ minY }) => minY)) + Math.max(...boxes.map(({ maxY }) => maxY))) / 2
  const [from, to] = [mppOf(image.space), mppOf(view.image.space)]
  const { center } = view.viewport()
  const larger = from && to ? scaling(from.x / to.x, from.y / to.y) : scaling(1, 1)
  return chain(translation(-x, -y), larger, translation(center.x, center.y))
}

export function duplicateSelected(tools: AnnotationTools): boolean {
  return copySelected(tools) && paste(tools)
}

/** Nobody has looked at a copy yet, nor is to. */
const anew = { locked: false, review: 'open', assignee_id: null } as const

function add(tools: AnnotationTools, contents: readonly Content[]): boolean {
  const create = contents.map((content) => ({ id: newId(), content: { ...content, ...anew } }))
  if (tools.perform({ create })) tools.select(create.map(({ id }) => id))
  return true
}

/** One annotation of all that is selected and has an area; the first keeps its name and class. */
export function mergeSelected(tools: AnnotationTools): boolean {
  const shapes = tools.changeable().filter(({ geometry }) => hasArea(geometry))
  const [first, ...rest] = shapes
  const whole = merged(shapes.map(({ geometry }) => geometry))
  if (first === undefined || rest.length === 0 || whole === null) return false
  const update = [{ id: first.id, patch: whole }]
  if (tools.perform({ update, remove: rest.map(({ id }) => id) })) tools.select([first.id])
  return true
}

export function fillSelected(tools: AnnotationTools): boolean {
  return changeEach(tools, ({ geometry }) => (hasArea(geometry) ? filled(geometry) : null))
}

export function simplifySelected(tools: AnnotationTools): boolean {
  const tolerance = 1.5 * tools.view.viewport().resolution
  return changeEach(tools, ({ geometry, shape }) =>
    shape === 'line'
      ? { geometry: simplified(geometry, tolerance) }
      : shape === 'polygon'
        ? untangled(simplified(geometry, tolerance))
        : null,
  )
}

function changeEach(tools: AnnotationTools, change: (shape: Shape) => Partial<Content> | null): boolean {
  const update = tools.changeable().flatMap((shape) => {
    const patch = change(shape)
    return patch ? [{ id: shape.id, patch }] : []
  })
  tools.perform({ update })
  return update.length > 0
}
