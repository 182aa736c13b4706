import { applyAffine, type Point } from '@cresyl/contract/slides/affine'
import Interaction from 'ol/interaction/Interaction.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import type { SlideView } from '../slide-view.ts'
import { drawHandle, drawLabel, ink } from '../tools/ink.ts'
import { createViewCanvas, fitViewCanvas } from '../view-canvas.ts'
import { imageToScreen } from '../viewport.ts'

export interface AlignHost {
  /** By their numbers; null where one isn't marked yet. */
  points(): readonly (Point | null)[]
  add(point: Point): void
  move(at: number, point: Point): void
}

export interface AlignLayer {
  changed(): void
  remove(): void
}

/** CSS pixels around a point by which it is taken. */
const reach = { mouse: 10, touch: 22 } as const
const radius = 6

/** Draws numbered points over one of the slides that are being aligned; a click marks one, dragging moves it. */
export function addAlignLayer(view: SlideView, host: AlignHost): AlignLayer {
  const canvas = createViewCanvas('align-layer')
  const layer = view.addLayer({
    kind: 'tools',
    draw: (frame) => {
      const { viewport, size, pixelRatio } = frame
      fitViewCanvas(canvas, frame)
      const context = canvas.getContext('2d')
      if (context === null) return canvas
      context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
      context.clearRect(0, 0, size.width, size.height)
      const toScreen = imageToScreen(viewport, size)
      for (const [at, point] of host.points().entries()) {
        if (point === null) continue
        const place = applyAffine(toScreen, point)
        drawHandle(context, place, ink.selected, radius)
        drawLabel(context, [String(at + 1)], place)
      }
      return canvas
    },
  })
  const interaction = createInput(view, host)
  view.map.addInteraction(interaction)
  return {
    changed: layer.changed,
    remove() {
      view.map.removeInteraction(interaction)
      layer.remove()
    },
  }
}

function createInput(view: SlideView, host: AlignHost): Interaction {
  let held: number | null = null
  let hasMoved = false

  function pointNear(place: Point, touches: boolean): number | null {
    const within = (touches ? reach.touch : reach.mouse) * view.viewport().resolution
    const at = host
      .points()
      .findIndex((point) => point !== null && Math.hypot(point.x - place.x, point.y - place.y) <= within)
    return at < 0 ? null : at
  }

  return new Interaction({
    handleEvent: (event) => {
      const place = placeOf(event)
      switch (event.type) {
        case 'pointerdown':
          held = pointNear(place, isTouch(event))
          hasMoved = false
          return held === null
        case 'pointerdrag':
          if (held === null) return true
          hasMoved = true
          host.move(held, place)
          return false
        case 'pointerup':
          return held === null || !hasMoved
        case 'click': {
          const isNew = held === null
          held = null
          if (isNew) host.add(place)
          return false
        }
        case 'dblclick':
          return false
        default:
          return true
      }
    },
  })
}

function placeOf({ coordinate }: MapBrowserEvent): Point {
  const [x = 0, y = 0] = coordinate
  return { x, y: -y }
}

const isTouch = ({ originalEvent }: MapBrowserEvent): boolean =>
  'pointerType' in originalEvent && originalEvent.pointerType === 'touch'
