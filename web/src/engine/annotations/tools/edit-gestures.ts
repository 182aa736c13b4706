import { type AnnotationBox, boxOf, type Position } from '@cresyl/contract/annotations/annotation-geometry'
import type { Shape } from '../content/shape.ts'
import { withoutCorner } from '../geometry/corners.ts'
import { movedBy } from '../geometry/transform.ts'
import { draggedShapes, type Grab, grabAt, hasFrame } from './edit-grab.ts'
import { shapeAt, snappedPlace } from './find-shapes.ts'
import type { PointerAt } from './pointer-input.ts'
import type { ToolsHost } from './tools-host.ts'

/** What the pointer does to annotations that are there: select, take hold, move, turn, put corners elsewhere. */
export interface EditGestures {
  press(at: PointerAt): boolean
  drag(at: PointerAt): void
  release(): void
  click(at: PointerAt): boolean
  hover(at: PointerAt): void
  isOver(at: PointerAt): boolean
  /** Moves what is selected by so many pixels. */
  moveSelected(x: number, y: number): boolean
  removeSelected(): boolean
}

/** CSS pixels: a box that is smaller selects nothing. */
const leastBox = 3

export function createEditGestures(host: ToolsHost): EditGestures {
  const { view, document, become, changeable } = host
  const handleAt = (shape: Shape, { place, reach }: PointerAt, isEditing: boolean) =>
    grabAt(shape, {
      place,
      reach,
      isEditing,
      resolution: view.viewport().resolution,
      isFramed: host.state().isFramed,
    })
  /** Whether what was pressed last was selected alone already. */
  let isAgain = false

  function grabbed(at: PointerAt): Grab | null {
    const shapes = changeable()
    const [only] = shapes
    const isEditing = host.state().tool === 'select'
    const handle = only && shapes.length === 1 ? handleAt(only, at, isEditing) : null
    if (handle || !isEditing) return handle
    const under = shapeAt(document, at.place, at.reach)
    if (under === null) return null
    isAgain = host.state().selected.size === 1 && host.state().selected.has(under.id)
    if (!host.state().selected.has(under.id)) become({ selected: new Set([under.id]) })
    const moved = changeable()
    return moved.length > 0 ? { kind: 'move', shapes: moved } : null
  }

  function selectIn(box: AnnotationBox): void {
    const least = leastBox * view.viewport().resolution
    if (box.maxX - box.minX < least && box.maxY - box.minY < least) return
    const inside = document.index
      .within(box)
      .filter((shape) => isWithin(boxOf(shape.geometry), box) && host.isListed(shape))
    become({ selected: new Set(inside.map(({ id }) => id)) })
  }

  function removeCorner(shape: Shape, at: PointerAt): boolean {
    const grab = handleAt(shape, at, false)
    if (grab?.kind !== 'corner') return false
    const geometry = withoutCorner(shape.geometry, grab.corner)
    if (geometry) host.perform({ update: [{ id: shape.id, patch: { geometry } }] })
    return true
  }

  return {
    press(at) {
      isAgain = false
      const grab = !at.shift && !at.ctrl ? grabbed(at) : null
      if (grab) return become({ grab: { ...grab, from: at.place }, dragged: null })
      return host.state().tool === 'select' && become({ box: [at.place, at.place] })
    },
    drag({ place, reach, shift }) {
      const { grab, box } = host.state()
      if (grab) {
        const own = new Set(grab.kind === 'move' ? [] : [grab.shape.id])
        const to = grab.kind === 'corner' ? snappedPlace(document, place, reach, own) : place
        become({ dragged: draggedShapes(grab, to, shift) })
      } else if (box) become({ box: [box[0], place] })
    },
    release() {
      const { grab, dragged, box } = host.state()
      become({ grab: null, dragged: null, box: null })
      if (dragged) host.perform({ update: [...dragged].map(([id, patch]) => ({ id, patch })) })
      else if (grab === null && box) selectIn(boxBetween(box))
    },
    click(at) {
      const { selected } = host.state()
      const [only] = changeable()
      const found = shapeAt(document, at.place, at.reach)
      if (found === null && selected.size === 0) return false
      if (at.ctrl && only && selected.size === 1 && removeCorner(only, at)) return true
      if (at.shift && found) {
        const next = new Set(selected)
        if (!next.delete(found.id)) next.add(found.id)
        return become({ selected: next })
      }
      if (found && isAgain) return hasFrame(found) || become({ isFramed: !host.state().isFramed })
      become({ selected: new Set(found ? [found.id] : []) })
      return found !== null
    },
    hover({ place, reach }) {
      const found = shapeAt(document, place, reach)?.id ?? null
      if (found !== host.state().hovered) become({ hovered: found })
    },
    isOver: ({ place, reach }) => shapeAt(document, place, reach) !== null,
    moveSelected(x, y) {
      const shapes = changeable()
      if (shapes.length === 0) return false
      host.perform({
        update: shapes.map(({ id, geometry }) => ({ id, patch: { geometry: movedBy(geometry, x, y) } })),
      })
      return true
    },
    removeSelected() {
      const shapes = changeable()
      if (shapes.length === 0) return false
      const left = host.state().selected.size - shapes.length
      host.perform({ remove: shapes.map(({ id }) => id) })
      become({ selected: new Set() })
      if (shapes.length > 1) host.options.onRemoved(shapes.length, left)
      return true
    },
  }
}

const boxBetween = ([[x0, y0], [x1, y1]]: readonly [Position, Position]): AnnotationBox => ({
  minX: Math.min(x0, x1),
  minY: Math.min(y0, y1),
  maxX: Math.max(x0, x1),
  maxY: Math.max(y0, y1),
})

const isWithin = (inner: AnnotationBox, outer: AnnotationBox) =>
  inner.minX >= outer.minX && inner.maxX <= outer.maxX && inner.minY >= outer.minY && inner.maxY <= outer.maxY
