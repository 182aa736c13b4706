import PointerInteraction from 'ol/interaction/Pointer.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import { normalAngle } from '../viewport.ts'

/** By how much two fingers have to turn before the picture does: a pinch alone must not tilt it. In radians. */
const threshold = 0.2

/** Turns the picture with two fingers. That of OpenLayers goes the wrong way round where the map is mirrored. */
export class PinchTurn extends PointerInteraction {
  #last: number | null = null
  #turned = 0

  constructor() {
    super({ stopDown: () => false })
  }

  override handleDownEvent(event: MapBrowserEvent): boolean {
    if (this.targetPointers.length < 2) return false
    this.#last = null
    this.#turned = 0
    if (!this.handlingDownUpSequence) event.map.getView().beginInteraction()
    // What is turned is counted from where the fingers were put down.
    this.handleDragEvent(event)
    return true
  }

  override handleDragEvent({ map }: MapBrowserEvent): void {
    const [one, other] = this.targetPointers.map((pointer) => map.getEventPixel(pointer))
    if (!one || !other) return
    const [x = 0, y = 0] = one
    const [toX = 0, toY = 0] = other
    const angle = Math.atan2(toY - y, toX - x)
    const by = this.#last === null ? 0 : normalAngle(angle - this.#last)
    this.#last = angle
    this.#turned += by
    if (Math.abs(this.#turned) < threshold) return
    const middle = map.getCoordinateFromPixel([(x + toX) / 2, (y + toY) / 2])
    if (middle) map.getView().adjustRotation(by, middle)
  }

  override handleUpEvent({ map }: MapBrowserEvent): boolean {
    if (this.targetPointers.length >= 2) return true
    map.getView().endInteraction(0)
    return false
  }
}
