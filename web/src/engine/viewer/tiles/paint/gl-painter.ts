import { createPrograms } from './gl-programs.ts'
import { type GlTools, paintScene } from './gl-scene.ts'
import { createTextures } from './gl-textures.ts'
import { createCanvas, type Painter } from './scene.ts'
import { isDrawnBySoftware } from './software-graphics.ts'

export interface GlEvents {
  /** The graphics card has forgotten everything; it may come back. */
  lost(): void
  restored(): void
  /** It doesn't take our programs. */
  broken(): void
}

export interface GlWish {
  /** Not where the processor would have to stand in for a graphics card. */
  readonly onlyIfFast: boolean
}

/** Draws with WebGL2; null where there is none. */
export function createGlPainter(events: GlEvents, { onlyIfFast }: GlWish): Painter | null {
  const canvas = createCanvas()
  const gl = canvas.getContext('webgl2', {
    alpha: false,
    antialias: false,
    depth: false,
    stencil: true,
    failIfMajorPerformanceCaveat: onlyIfFast,
  })
  if (gl === null) return null
  if (onlyIfFast && isDrawnBySoftware(gl)) {
    leave(gl)
    return null
  }
  let tools: GlTools | null = null
  const leaving = new AbortController()
  const { signal } = leaving
  const lose = (event: Event) => {
    // Otherwise it would not come back.
    event.preventDefault()
    tools = null
    events.lost()
  }
  canvas.addEventListener('webglcontextlost', lose, { signal })
  canvas.addEventListener('webglcontextrestored', () => events.restored(), { signal })
  return {
    canvas,
    canCompose: true,
    paint: (scene) => {
      if (signal.aborted || gl.isContextLost()) return
      try {
        // Not earlier: building keeps the page waiting, and by now the first tiles are on their way.
        tools ??= { gl, programs: createPrograms(gl), textures: createTextures(gl) }
        paintScene(tools, scene)
      } catch {
        // A driver refuses what the standard says it takes: then there is the plain canvas.
        queueMicrotask(() => signal.aborted || events.broken())
      }
    },
    destroy: () => {
      leaving.abort()
      leave(gl)
    },
  }
}

/** Otherwise it would be kept until memory runs out, and browsers keep few. */
const leave = (gl: WebGL2RenderingContext) => gl.getExtension('WEBGL_lose_context')?.loseContext()
