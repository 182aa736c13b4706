import type { Point } from '@cresyl/contract/slides/affine'
import Interaction from 'ol/interaction/Interaction.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import type { SlideView } from '../slide-view.ts'
import { isNear } from './hit.ts'
import type { PointerPlace, ToolEvent } from './tool-events.ts'
import type { ToolsState } from './tools-state.ts'

/** CSS pixels that count as the same place: a finger is broader than a pointer. */
const reach = { mouse: 8, pen: 10, touch: 20 } as const
/** Two clicks at one place within so many ms are a double click. */
const doubleWithin = 500

interface PointerHost {
  view: SlideView
  state: () => ToolsState
  act: (event: ToolEvent) => void
}

/** Pointer, pen and finger. What isn't meant for a tool goes on to the picture: it can be moved under every tool. */
export function createPointerInput(host: PointerHost): Interaction {
  let isHeld = false
  let before: { point: Point; time: number } | null = null

  /** The map pairs any two quick clicks, however far apart: points are often set that fast, and ended right after. */
  function click({ originalEvent }: MapBrowserEvent, place: PointerPlace): void {
    const time = originalEvent.timeStamp
    const isSoon = before !== null && time - before.time < doubleWithin
    const isDouble = isSoon && before !== null && isNear(before.point, place.point, place.reach)
    before = isDouble ? null : { point: place.point, time }
    host.act({ type: 'click', ...place })
    if (isDouble && host.state().tool !== null) host.act({ type: 'double', ...place })
  }

  function press(event: MapBrowserEvent, place: PointerPlace): boolean {
    const pointer = event.originalEvent
    if ('button' in pointer && pointer.button !== 0) return true
    host.act({ type: 'press', ...place })
    const { grab, lineFrom, boxFrom } = host.state()
    isHeld = grab !== null || lineFrom !== null || boxFrom !== null
    return !isHeld
  }

  function release(): boolean {
    if (!isHeld) return true
    isHeld = false
    host.act({ type: 'release' })
    return false
  }

  return new Interaction({
    handleEvent: (event) => {
      // A second finger means the picture: what the first has taken goes back.
      if (isHeld && event.activePointers && event.activePointers.length > 1) {
        isHeld = false
        host.act({ type: 'escape' })
      }
      const place = placeOf(event, host.view)
      switch (event.type) {
        case 'pointerdown':
          return press(event, place)
        case 'pointerdrag':
          if (isHeld) host.act({ type: 'drag', ...place })
          return !isHeld
        case 'pointerup':
          return release()
        case 'pointermove':
          host.act({ type: 'move', ...place })
          return true
        case 'click':
          click(event, place)
          return true
        case 'dblclick':
          return host.state().tool === null
        default:
          return true
      }
    },
  })
}

function placeOf({ coordinate, originalEvent }: MapBrowserEvent, view: SlideView): PointerPlace {
  const [x = 0, y = 0] = coordinate
  const kind = 'pointerType' in originalEvent ? originalEvent.pointerType : 'mouse'
  return {
    point: { x, y: -y },
    reach: (kind === 'touch' || kind === 'pen' ? reach[kind] : reach.mouse) * view.viewport().resolution,
    snaps: 'shiftKey' in originalEvent && originalEvent.shiftKey === true,
  }
}
