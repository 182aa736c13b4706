import DragRotate from 'ol/interaction/DragRotate.js'
import PinchZoom from 'ol/interaction/PinchZoom.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'

// Those of OpenLayers count from the first movement on: what was pressed slips by as much. A movement to where it was
// pressed moves nothing and is what they count from.

export class DragTurn extends DragRotate {
  override handleDownEvent(event: MapBrowserEvent): boolean {
    const isTaken = super.handleDownEvent(event)
    if (isTaken) this.handleDragEvent(event)
    return isTaken
  }
}

export class PinchScale extends PinchZoom {
  override handleDownEvent(event: MapBrowserEvent): boolean {
    const isTaken = super.handleDownEvent(event)
    if (isTaken) this.handleDragEvent(event)
    return isTaken
  }
}
