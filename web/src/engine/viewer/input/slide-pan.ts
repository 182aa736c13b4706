import DragPan from 'ol/interaction/DragPan.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'

/** Keeps what was pressed under the pointer. That of OpenLayers begins one step late and slips by it. */
export class SlidePan extends DragPan {
  #pressed: PointerEvent[] | null = null

  override handleDownEvent(event: MapBrowserEvent<PointerEvent>): boolean {
    const isTaken = super.handleDownEvent(event)
    this.#pressed = isTaken ? [...this.targetPointers] : null
    return isTaken
  }

  override handleDragEvent(event: MapBrowserEvent<PointerEvent>): void {
    const now = this.targetPointers
    if (this.#pressed) {
      // A first step from where it was pressed to the same place: the next is then counted from there.
      this.targetPointers = this.#pressed
      super.handleDragEvent(event)
      this.targetPointers = now
      this.#pressed = null
    }
    super.handleDragEvent(event)
  }
}
