import type { SlideView } from '../slide-view.ts'
import { zoomedAt } from '../viewport.ts'
import { placeIn } from './place-in.ts'
import { createWheelReader } from './wheel.ts'

/** The wheel and the trackpad zoom at the pointer. Returns what ends it. */
export function addWheelZoom(view: SlideView, element: HTMLElement): () => void {
  const read = createWheelReader()
  const zoom = (event: WheelEvent) => {
    // Neither the page nor the browser's own zoom goes along.
    event.preventDefault()
    const levels = read(event)
    if (levels === 0) return
    const from = view.aim()
    const to = zoomedAt(from, view.size(), placeIn(element, event), from.resolution * 2 ** -levels)
    // Small steps come fast enough to be smooth by themselves.
    view.show(to, { animated: Math.abs(levels) > 0.1 })
  }
  element.addEventListener('wheel', zoom, { passive: false })
  return () => element.removeEventListener('wheel', zoom)
}
