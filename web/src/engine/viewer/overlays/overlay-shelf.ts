import type { Overlay } from './overlay.ts'
import type { OverlaySource } from './overlay-source.ts'

/** Overlays that were looked at, so that going back to one asks for nothing. */
export interface OverlayShelf {
  /** That of the same image, or a new one. */
  take(overlay: Overlay): OverlaySource
  destroy(): void
}

/** As many as a check has, and some of the one before. */
const most = 16

export function createOverlayShelf(open: (overlay: Overlay) => OverlaySource): OverlayShelf {
  // A map keeps the order in which keys were set: the first was taken longest ago.
  const sources = new Map<string, OverlaySource>()

  function makeRoom(taken: OverlaySource) {
    for (const [id, source] of sources) {
      if (sources.size <= most) return
      if (source === taken || source.status().wanted > 0) continue
      sources.delete(id)
      source.destroy()
    }
  }

  return {
    take: (overlay) => {
      const id = overlay.pyramid.image_id
      const source = sources.get(id) ?? open(overlay)
      sources.delete(id)
      sources.set(id, source)
      makeRoom(source)
      return source
    },
    destroy: () => {
      for (const source of sources.values()) source.destroy()
      sources.clear()
    },
  }
}
