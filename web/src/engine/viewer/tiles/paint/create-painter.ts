import type { Clock } from '../../../clock.ts'
import { createCanvasPainter } from './canvas-painter.ts'
import { createGlPainter, type GlEvents, type GlWish } from './gl-painter.ts'
import type { Painter } from './scene.ts'

export interface PainterOptions extends GlWish {
  readonly clock: Clock
  /** All pictures that were given to it are gone; the painter may be another one now. */
  readonly onLost: () => void
  /** There is something to draw with again. */
  readonly onReady: () => void
  /** How the picture is drawn first, and when that is no use: exchanged in tests. */
  readonly first?: (events: GlEvents, wish: GlWish) => Painter | null
  readonly instead?: () => Painter
}

/** A graphics card that has not come back by then, in ms, is not waited for. */
const patience = 4000

/** Draws with WebGL as long as there is any; else, and from then on, on a plain canvas. */
export function createPainter(options: PainterOptions): Painter {
  const { clock, onLost, onReady, first = createGlPainter, instead = createCanvasPainter } = options
  let waiting = new AbortController()

  const fallBack = () => {
    waiting.abort()
    painter.destroy()
    painter = instead()
    onLost()
    onReady()
  }
  let painter: Painter =
    first(
      {
        lost: () => {
          waiting = new AbortController()
          clock.wait(patience, waiting.signal).then(fallBack, () => undefined)
          onLost()
        },
        restored: () => {
          waiting.abort()
          onReady()
        },
        broken: fallBack,
      },
      { onlyIfFast: options.onlyIfFast },
    ) ?? instead()

  return {
    get canvas() {
      return painter.canvas
    },
    get canCompose() {
      return painter.canCompose
    },
    paint: (scene) => painter.paint(scene),
    destroy: () => {
      waiting.abort()
      painter.destroy()
    },
  }
}
