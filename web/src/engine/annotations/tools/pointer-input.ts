import type { Position } from '@cresyl/contract/annotations/annotation-geometry'
import Interaction from 'ol/interaction/Interaction.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import type { SlideView } from '../../viewer/slide-view.ts'

/** Where a pointer is, in pixels of full resolution, and what is held with it. */
export interface PointerAt {
  readonly place: Position
  /** What is nearer than this is meant. */
  readonly reach: number
  readonly shift: boolean
  readonly ctrl: boolean
}

export interface PointerHost {
  /** Whether it takes hold of something, or begins to draw: then the picture stays. */
  press(at: PointerAt): boolean
  drag(at: PointerAt): void
  release(at: PointerAt): void
  /** Whether nobody else should follow it. */
  move(at: PointerAt): boolean
  /** Whether somebody wanted it. */
  click(at: PointerAt): boolean
  double(at: PointerAt): boolean
  /** A second finger means the picture. */
  cancel(): void
}

/** CSS pixels that count as the same place: a finger is broader than a pointer. */
const reach = { mouse: 8, pen: 10, touch: 20 } as const

/** Ms after a pen was near in which what touches the screen is the hand that holds it. */
const palmAfterPen = 700

/** Mouse, pen and finger. What isn't taken goes on to other tools and to the picture. */
export function createAnnotationPointer(view: SlideView, host: PointerHost): Interaction {
  let isHeld = false
  let isPenDown = false
  let penSeen = Number.NEGATIVE_INFINITY
  const palms = new Set<number>()

  /** Of a hand that rests on the screen, from where it touches it until it leaves. */
  function isPalm({ type, originalEvent }: MapBrowserEvent): boolean {
    if (!('pointerId' in originalEvent) || originalEvent.pointerType !== 'touch') return false
    const { pointerId, timeStamp } = originalEvent
    if (type === 'pointerdown' && (isPenDown || timeStamp - penSeen < palmAfterPen)) palms.add(pointerId)
    return type === 'pointerup' ? palms.delete(pointerId) : palms.has(pointerId)
  }

  function followPen({ type, originalEvent }: MapBrowserEvent): void {
    if (!('pointerId' in originalEvent) || originalEvent.pointerType !== 'pen') return
    penSeen = originalEvent.timeStamp
    if (type === 'pointerup') isPenDown = false
    if (type !== 'pointerdown') return
    isPenDown = true
    // The hand was there before the pen.
    if (isHeld) host.cancel()
    isHeld = false
  }

  return new Interaction({
    handleEvent: (event) => {
      followPen(event)
      if (isPalm(event)) return false
      if (isHeld && !isPenDown && event.activePointers && event.activePointers.length > 1) {
        isHeld = false
        host.cancel()
        return true
      }
      const at = pointerAt(event, view)
      switch (event.type) {
        case 'pointerdown': {
          const { originalEvent } = event
          if ('button' in originalEvent && originalEvent.button !== 0) return true
          isHeld = host.press(at)
          return !isHeld
        }
        case 'pointerdrag':
          if (isHeld) host.drag(at)
          return !isHeld
        case 'pointerup':
          if (!isHeld) return true
          isHeld = false
          host.release(at)
          return false
        case 'pointermove':
          return !host.move(at)
        case 'click':
          return !host.click(at)
        case 'dblclick':
          return !host.double(at)
        default:
          return true
      }
    },
  })
}

function pointerAt({ coordinate, originalEvent }: MapBrowserEvent, view: SlideView): PointerAt {
  const [x = 0, y = 0] = coordinate
  const kind = 'pointerType' in originalEvent ? originalEvent.pointerType : 'mouse'
  const keys = originalEvent as Partial<PointerEvent>
  return {
    place: [x, -y],
    reach: (kind === 'touch' || kind === 'pen' ? reach[kind] : reach.mouse) * view.viewport().resolution,
    shift: keys.shiftKey === true,
    ctrl: keys.ctrlKey === true || keys.metaKey === true,
  }
}
