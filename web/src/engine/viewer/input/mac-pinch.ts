import type { SlideView } from '../slide-view.ts'
import { zoomedAt } from '../viewport.ts'
import { placeIn } from './place-in.ts'

/** What Safari tells of a pinch on a trackpad, instead of a wheel with Ctrl. */
interface GestureEvent extends UIEvent {
  readonly scale: number
  readonly clientX: number
  readonly clientY: number
}

const isGesture = (event: Event): event is GestureEvent => 'scale' in event && 'clientX' in event

/** Returns what ends it. On touch screens the same events come along with those of the fingers: there nothing is done. */
export function addMacPinch(view: SlideView, element: HTMLElement): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let before = view.viewport().resolution
  const hasFingers = navigator.maxTouchPoints > 0

  function begin(event: Event) {
    event.preventDefault()
    before = view.viewport().resolution
  }

  function pinch(event: Event) {
    event.preventDefault()
    if (hasFingers || !isGesture(event) || !(event.scale > 0)) return
    view.show(zoomedAt(view.viewport(), view.size(), placeIn(element, event), before / event.scale))
  }

  element.addEventListener('gesturestart', begin, { signal })
  element.addEventListener('gesturechange', pinch, { signal })
  return () => ending.abort()
}
