import OpenLayersMap from 'ol/Map.js'
import Projection from 'ol/proj/Projection.js'
import View from 'ol/View.js'
import { limitedCenter, limitedResolution } from './view-limits.ts'
import type { Size, Viewport } from './viewport.ts'

/** A map that can be mirrored as a whole. Its own coordinates know nothing of it: events are mirrored back. */
export class SlideMap extends OpenLayersMap {
  #mirrored = false

  get mirrored(): boolean {
    return this.#mirrored
  }

  set mirrored(mirrored: boolean) {
    this.#mirrored = mirrored
    this.getViewport().style.transform = mirrored ? 'scaleX(-1)' : ''
  }

  override getEventPixel(event: UIEvent | { clientX: number; clientY: number }): number[] {
    const [x = 0, y = 0] = super.getEventPixel(event)
    const [width = 0] = this.getSize() ?? []
    return [this.#mirrored ? width - x : x, y]
  }
}

/** Coordinates are pixels of the image with y upwards, that is −y; angles and resolutions are free. */
export function createMapView(image: Size, screen: () => Size, start: Viewport): View {
  const view = new View({
    projection: new Projection({ code: 'image-pixels', units: 'pixels', global: false }),
    constrainRotation: false,
    // Levels of zoom are counted from here; without them they are no numbers.
    maxResolution: 2 ** 20,
    minResolution: 2 ** -10,
    center: [start.center.x, -start.center.y],
    resolution: start.resolution,
    rotation: start.rotation,
  })
  // Its own limits know neither the size of the screen nor angles.
  const constraints = view.getConstraints()
  constraints.resolution = (resolution) =>
    resolution && limitedResolution({ ...start, rotation: view.getRotation(), resolution }, image, screen())
  constraints.center = (center, resolution, [width = 0, height = 0]) => {
    if (!center) return center
    const [x = 0, y = 0] = center
    const visible = { width: width * resolution, height: height * resolution }
    const near = limitedCenter({ x, y: -y }, image, visible)
    return [near.x, -near.y]
  }
  return view
}

export function viewportOf(view: View, flipped: boolean): Viewport {
  const [x = 0, y = 0] = view.getCenter() ?? []
  return {
    center: { x, y: -y },
    resolution: view.getResolution() ?? 1,
    rotation: view.getRotation(),
    flipped,
  }
}
