import { buildPrograms } from './gl-programs.ts'
import { paintScene } from './gl-scene.ts'
import { createTextures } from './gl-textures.ts'
import type { Painter } from './scene.ts'

export interface GlEvents {
  /** All textures are gone. */
  lost(): void
  restored(): void
}

/** Draws with WebGL2; null where the browser has none. */
export function createGlPainter(canvas: HTMLCanvasElement, events: GlEvents): Painter | null {
  const gl = canvas.getContext('webgl2', {
    alpha: false,
    antialias: false,
    depth: false,
    stencil: true,
    // Snapshots read the canvas when they like.
    preserveDrawingBuffer: true,
  })
  if (gl === null) return null
  let programs = buildPrograms(gl)
  let textures = createTextures(gl)
  const leaving = new AbortController()
  const { signal } = leaving
  const lose = (event: Event) => {
    // Otherwise it would not come back.
    event.preventDefault()
    events.lost()
  }
  const restore = () => {
    programs = buildPrograms(gl)
    textures = createTextures(gl)
    events.restored()
  }
  canvas.addEventListener('webglcontextlost', lose, { signal })
  canvas.addEventListener('webglcontextrestored', restore, { signal })
  return {
    canCompose: true,
    paint: (scene) => {
      if (!gl.isContextLost()) paintScene({ gl, programs, textures }, scene)
    },
    destroy: () => {
      leaving.abort()
      gl.getExtension('WEBGL_lose_context')?.loseContext()
    },
  }
}
