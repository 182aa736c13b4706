import { buildPrograms } from './gl-programs.ts'
import { type GlTools, paintScene } from './gl-scene.ts'
import { createTextures } from './gl-textures.ts'
import { createCanvas, type Painter } from './scene.ts'

export interface GlEvents {
  /** The graphics card has forgotten everything; it may come back. */
  lost(): void
  restored(): void
  /** It doesn't take our programs. */
  broken(): void
}

/** Draws with WebGL2; null where there is none. */
export function createGlPainter(events: GlEvents): Painter | null {
  const canvas = createCanvas()
  const gl = canvas.getContext('webgl2', {
    alpha: false,
    antialias: false,
    depth: false,
    stencil: true,
    // Snapshots read the canvas when they like.
    preserveDrawingBuffer: true,
  })
  if (gl === null) return null
  let tools: GlTools | null = null
  const leaving = new AbortController()
  const { signal } = leaving
  const lose = (event: Event) => {
    // Otherwise it would not come back.
    event.preventDefault()
    tools = null
    events.lost()
  }
  const restore = () => {
    tools = readyTools(gl)
    if (tools === null) events.broken()
    else events.restored()
  }
  canvas.addEventListener('webglcontextlost', lose, { signal })
  canvas.addEventListener('webglcontextrestored', restore, { signal })
  return {
    canvas,
    canCompose: true,
    paint: (scene) => {
      if (signal.aborted || gl.isContextLost()) return
      // Not earlier: building keeps the page waiting, and by now the first tiles are on their way.
      tools ??= readyTools(gl)
      if (tools !== null) paintScene(tools, scene)
      else queueMicrotask(() => signal.aborted || events.broken())
    },
    destroy: () => {
      leaving.abort()
      gl.getExtension('WEBGL_lose_context')?.loseContext()
    },
  }
}

/** Null where a driver refuses what the standard says it takes: then there is the plain canvas. */
function readyTools(gl: WebGL2RenderingContext): GlTools | null {
  try {
    return { gl, programs: buildPrograms(gl), textures: createTextures(gl) }
  } catch {
    return null
  }
}
