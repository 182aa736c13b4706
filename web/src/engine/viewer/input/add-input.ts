import type { Point } from '@cresyl/contract/slides/affine'
import type OpenLayersMap from 'ol/Map.js'
import type { SlideView } from '../slide-view.ts'
import { addHand } from './hand.ts'
import { addMacPinch } from './mac-pinch.ts'
import { placeIn } from './place-in.ts'
import { addPointers } from './pointers.ts'
import { addWheelZoom } from './wheel-zoom.ts'

/** All that moves a view by hand, keys aside. `onPointer` is told where the pointer is. Returns what ends it. */
export function addInput(
  view: SlideView,
  map: OpenLayersMap,
  element: HTMLElement,
  onPointer: (place: Point | null) => void,
): () => void {
  const before = { touchAction: element.style.touchAction, userSelect: element.style.userSelect }
  // Fingers move the picture, not the page.
  Object.assign(element.style, { touchAction: 'none', userSelect: 'none' })
  // Space and the middle button come first: what they take, nobody else sees.
  const removeHand = addHand(view, element)
  const removeWheel = addWheelZoom(view, element)
  const removePinch = addMacPinch(view, element)
  addPointers(map)

  const follow = (event: PointerEvent) => onPointer(placeIn(element, event))
  const leave = () => onPointer(null)
  element.addEventListener('pointermove', follow, { capture: true, passive: true })
  element.addEventListener('pointerleave', leave)

  return () => {
    element.removeEventListener('pointermove', follow, { capture: true })
    element.removeEventListener('pointerleave', leave)
    removePinch()
    removeWheel()
    removeHand()
    Object.assign(element.style, before, { cursor: '' })
  }
}
