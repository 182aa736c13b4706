import type { Point } from '@cresyl/contract/slides/affine'
import type { SlideView } from '../slide-view.ts'
import { panned } from '../viewport.ts'
import { isForText } from './for-text.ts'

const middleButton = 1

/**
 * Moves the picture with Space held, or with the middle button, whatever tool has the pointer: it takes the events
 * before the map sees them. Returns what ends it.
 */
export function addHand(view: SlideView, element: HTMLElement): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let isSpaceHeld = false
  let grabbed: { pointerId: number; at: Point } | null = null

  const showHand = () => {
    element.style.cursor = grabbed ? 'grabbing' : isSpaceHeld ? 'grab' : ''
  }

  function press(event: PointerEvent) {
    const takes = event.button === middleButton || (isSpaceHeld && event.button === 0)
    if (!takes || grabbed) return
    event.stopPropagation()
    // Otherwise the middle button makes the browser scroll.
    event.preventDefault()
    element.setPointerCapture(event.pointerId)
    grabbed = { pointerId: event.pointerId, at: { x: event.clientX, y: event.clientY } }
    showHand()
  }

  function drag(event: PointerEvent) {
    if (event.pointerId !== grabbed?.pointerId) return
    event.stopPropagation()
    const by = { x: event.clientX - grabbed.at.x, y: event.clientY - grabbed.at.y }
    grabbed = { ...grabbed, at: { x: event.clientX, y: event.clientY } }
    view.show(panned(view.viewport(), view.size(), by))
  }

  function release(event: PointerEvent) {
    if (event.pointerId !== grabbed?.pointerId) return
    event.stopPropagation()
    grabbed = null
    showHand()
  }

  function hold(event: KeyboardEvent) {
    const isMeant = event.code === 'Space' && (element.matches(':hover') || grabbed !== null)
    if (!isMeant || isForText(event.target) || isChosenByKeys(event.target)) return
    // Neither does the page scroll, nor is a button pressed that was clicked before.
    event.preventDefault()
    isSpaceHeld = true
    showHand()
  }

  function letGo(event: KeyboardEvent) {
    if (event.code !== 'Space' || !isSpaceHeld) return
    event.preventDefault()
    isSpaceHeld = false
    showHand()
  }

  function forget() {
    isSpaceHeld = false
    showHand()
  }

  element.addEventListener('pointerdown', press, { capture: true, signal })
  element.addEventListener('pointermove', drag, { capture: true, signal })
  element.addEventListener('pointerup', release, { capture: true, signal })
  element.addEventListener('pointercancel', release, { capture: true, signal })
  const page = element.ownerDocument
  page.addEventListener('keydown', hold, { signal })
  page.addEventListener('keyup', letGo, { signal })
  // Space let go in another window is never told.
  page.defaultView?.addEventListener('blur', forget, { signal })
  return () => ending.abort()
}

/** Whoever goes from control to control by keys presses them with Space, wherever the pointer lies. */
function isChosenByKeys(target: EventTarget | null): boolean {
  const controls = 'a, button, input, summary, [role=button], [role=tab], [role=switch]'
  return target instanceof Element && target.closest(controls)?.matches(':focus-visible') === true
}
