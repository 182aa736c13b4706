import OpenLayersMap, { type MapOptions } from 'ol/Map.js'
import Projection from 'ol/proj/Projection.js'
import View from 'ol/View.js'
import { limitedCenter, limitedResolution } from './view-limits.ts'
import type { Size, Viewport } from './viewport.ts'

/** A map that can be mirrored as a whole. Its own coordinates know nothing of it: events are mirrored back. */
export class SlideMap extends OpenLayersMap {
  #mirrored = false
  #corner: { left: number; top: number } | null = null

  constructor(options: MapOptions) {
    super(options)
    const forget = () => {
      this.#corner = null
    }
    this.on('change:size', forget)
    const viewport = this.getViewport()
    for (const event of ['pointerenter', 'pointerdown'])
      viewport.addEventListener(event, forget, { capture: true, passive: true })
  }

  get mirrored(): boolean {
    return this.#mirrored
  }

  set mirrored(mirrored: boolean) {
    this.#mirrored = mirrored
    this.getViewport().style.transform = mirrored ? 'scaleX(-1)' : ''
  }

  /**
   * Where the map lies is measured when the pointer comes or goes down and when the size changes, not at every move:
   * measuring has the browser lay out the page, in each frame of a drag.
   */
  override getEventPixel(event: UIEvent | { clientX: number; clientY: number }): number[] {
    if (!('clientX' in event && 'clientY' in event)) return super.getEventPixel(event)
    this.#corner ??= this.getViewport().getBoundingClientRect()
    const x = event.clientX - this.#corner.left
    const y = event.clientY - this.#corner.top
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
