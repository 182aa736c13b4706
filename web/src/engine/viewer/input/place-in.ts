import type { Point } from '@cresyl/contract/slides/affine'

/** Where an event is on an element, in CSS pixels from its upper left corner. */
export function placeIn(element: HTMLElement, event: { clientX: number; clientY: number }): Point {
  const { left, top } = element.getBoundingClientRect()
  return { x: event.clientX - left - element.clientLeft, y: event.clientY - top - element.clientTop }
}
