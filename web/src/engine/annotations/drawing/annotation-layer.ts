import type { AnnotationBox } from '@cresyl/contract/annotations/annotation-geometry'
import { paintSights, seenBox } from '../../viewer/sights.ts'
import type { Frame } from '../../viewer/tiles/tile-layer.ts'
import { ink } from '../../viewer/tools/ink.ts'
import { createViewCanvas, fitViewCanvas } from '../../viewer/view-canvas.ts'
import { imageToScreen, type Viewport } from '../../viewer/viewport.ts'
import type { Figure } from '../geometry/combine.ts'
import { placeInFrame } from '../geometry/frame.ts'
import type { AnnotationTools } from '../tools/create-annotation-tools.ts'
import { handlesOf } from '../tools/edit-grab.ts'
import type { AnnotationSource } from './annotation-source.ts'
import { type Counted, type CountedPicture, countedPicture } from './counted-picture.ts'
import { Pen } from './pen.ts'
import { colourOf } from './shape-colours.ts'
import { type PartPaths, pathsOf } from './shape-paths.ts'

interface KeptPaths {
  readonly key: string
  readonly selected: ReadonlySet<string>
  readonly part: PartPaths
}

/** Draws the annotations of a view and what is being done to them. Ends with what it returns. */
export function addAnnotationLayer(tools: AnnotationTools, source: AnnotationSource): () => void {
  const { view, document } = tools
  const canvas = createViewCanvas('annotation-layer')
  const paths = new Map<'picture' | 'lens', KeptPaths>()

  /** Made for twice what is seen, and kept while one moves within it. */
  function partFor(where: 'picture' | 'lens', viewport: Viewport, visible: AnnotationBox): PartPaths {
    const { colourBy, dragged, selected } = tools.state()
    const key = `${document.revision()}|${colourBy}|${[...(dragged?.keys() ?? [])].join()}`
    const kept = paths.get(where)
    // The same set is the same selection: comparing thousands of ids in each frame would be felt.
    const before = kept?.key === key && kept.selected === selected ? kept.part : null
    if (before && isInside(visible, before.box) && isLike(viewport.resolution, before.resolution))
      return before
    const [width, height] = [visible.maxX - visible.minX, visible.maxY - visible.minY]
    const box = {
      minX: visible.minX - width / 2,
      minY: visible.minY - height / 2,
      maxX: visible.maxX + width / 2,
      maxY: visible.maxY + height / 2,
    }
    const shapes = document.index.within(box).filter(({ id }) => !selected.has(id) && !dragged?.has(id))
    const part = pathsOf(shapes, box, viewport.resolution, (shape) => colourOf(shape, colourBy))
    paths.set(where, { key, selected, part })
    return part
  }

  let pictured: { readonly of: Counted; readonly picture: CountedPicture | null } | undefined
  function pictureOf(counted: Counted): CountedPicture | null {
    if (pictured?.of !== counted)
      pictured = { of: counted, picture: countedPicture(counted, view.image.space) }
    return pictured.picture
  }

  const layer = view.addLayer({
    kind: 'annotations',
    draw: (frame) => {
      fitViewCanvas(canvas, frame)
      const context = canvas.getContext('2d')
      if (context === null) return canvas
      source.want(tools, visibleIn(frame), frame.viewport.resolution)
      paintSights(context, frame, (sight) => {
        if (tools.state().isHidden) return
        const { viewport, size, pixelRatio } = sight
        const pen = new Pen(context, imageToScreen(viewport, size), pixelRatio, viewport.resolution)
        pen.part(partFor(sight === frame ? 'picture' : 'lens', viewport, visibleIn(sight)))
        const picture = pictureOf(source.counted(tools))
        if (picture) pen.counted(picture)
        drawSelected(pen)
        drawDraft(pen)
      })
      return canvas
    },
  })

  function drawSelected(pen: Pen): void {
    const { selected, dragged, tool, hovered, box, colourBy, isPresenting } = tools.state()
    const changeable = new Set(tools.changeable().map(({ id }) => id))
    for (const id of new Set([...selected, ...(dragged?.keys() ?? [])])) {
      const shape = document.get(id)
      if (shape === undefined) continue
      const figure: Figure = dragged?.get(id) ?? shape
      pen.figure(figure, colourOf(shape, colourBy), 3)
      if (selected.size === 1 && changeable.has(id)) drawHandles(pen, figure, tool === 'select')
    }
    const named = hovered === null || isPresenting ? undefined : document.get(hovered)
    if (named) pen.label(named)
    if (box) pen.box(box)
  }

  function drawHandles(pen: Pen, figure: Figure, isEditing: boolean): void {
    const { isFramed } = tools.state()
    const { resolution } = pen
    const { frame, places, turn, corners } = handlesOf(figure, { resolution, isEditing, isFramed })
    if (frame) for (const { u, v } of places) pen.handle(placeInFrame(frame, u, v), 'square')
    if (turn) pen.handle(turn, 'round')
    for (const { place } of corners) pen.handle(place, 'round')
  }

  function drawDraft(pen: Pen): void {
    const { draft, aim, tool, classification, brush: radius } = tools.state()
    const colour = draft?.mode === 'subtract' ? '#C5303B' : (classification?.color ?? ink.selected)
    if (draft && tool === 'brush') pen.stroke(draft.places, radius, colour)
    else if (draft) {
      const figure = tools.drawing()
      if (figure) pen.figure(figure, colour, 2)
      else pen.line(draft.pointer ? [...draft.places, draft.pointer] : draft.places, colour)
      if (tool === 'polygon' || tool === 'line') for (const place of draft.places) pen.handle(place, 'round')
    }
    const cursor = view.cursor()
    if (tool === 'brush' && cursor) pen.circle([cursor.x, cursor.y], radius)
    if (aim) pen.cross(aim)
  }

  const leaving = [
    tools.subscribe(layer.changed),
    source.subscribe(layer.changed),
    view.subscribe('cursor', () => tools.state().tool === 'brush' && layer.changed()),
  ]
  return () => {
    for (const leave of leaving) leave()
    source.leave(tools)
    layer.remove()
  }
}

function visibleIn(sight: Frame): AnnotationBox {
  const { x, y, width, height } = seenBox(sight)
  return { minX: x, minY: y, maxX: x + width, maxY: y + height }
}

const isInside = (inner: AnnotationBox, outer: AnnotationBox) =>
  inner.minX >= outer.minX && inner.minY >= outer.minY && inner.maxX <= outer.maxX && inner.maxY <= outer.maxY

const isLike = (one: number, other: number) => one / other < 1.5 && other / one < 1.5
