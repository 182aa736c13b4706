import { easeOut } from 'ol/easing.js'
import type View from 'ol/View.js'
import { type SlideMap, viewportOf } from './slide-map.ts'
import type { Viewport } from './viewport.ts'

/** Where a map is, and how it gets elsewhere. */
export interface MapMotion {
  /** The same object as long as nothing has moved. */
  viewport(): Viewport
  /** Where it is moving to by itself; the viewport while it doesn't. */
  aim(): Viewport
  /** Goes there in so many ms. */
  move(to: Viewport, duration: number): void
  end(): void
}

/** `onMove` is called once for each move, before the next frame; at once for those made here. */
export function createMapMotion(map: SlideMap, view: View, start: Viewport, onMove: () => void): MapMotion {
  let viewport = start
  let told = start
  let goal: Viewport | null = null
  let isToldSoon = false

  function take(): Viewport {
    const now = viewportOf(view, map.mirrored)
    if (!isSame(now, viewport)) viewport = now
    return viewport
  }

  function tell() {
    isToldSoon = false
    if (take() === told) return
    told = viewport
    onMove()
  }

  // One move sets angle, resolution and center one after another.
  function tellSoon() {
    if (isToldSoon) return
    isToldSoon = true
    queueMicrotask(() => isToldSoon && tell())
  }
  view.on('change', tellSoon)
  view.on('propertychange', tellSoon)

  return {
    viewport: take,
    aim: () => (goal && view.getAnimating() ? goal : take()),
    move(to, duration) {
      view.cancelAnimations()
      goal = null
      if (map.mirrored !== to.flipped) {
        map.mirrored = to.flipped
        map.render()
      }
      const center = [to.center.x, -to.center.y]
      const { resolution, rotation } = to
      if (duration > 0) {
        goal = to
        view.animate({ center, resolution, rotation, duration, easing: easeOut }, () => {
          if (goal === to) goal = null
        })
      } else {
        view.setRotation(rotation)
        view.setResolution(resolution)
        view.setCenter(center)
      }
      tell()
    },
    end() {
      isToldSoon = false
      view.un('change', tellSoon)
      view.un('propertychange', tellSoon)
      view.cancelAnimations()
    },
  }
}

function isSame(one: Viewport, other: Viewport): boolean {
  return (
    one.center.x === other.center.x &&
    one.center.y === other.center.y &&
    one.resolution === other.resolution &&
    one.rotation === other.rotation &&
    one.flipped === other.flipped
  )
}
