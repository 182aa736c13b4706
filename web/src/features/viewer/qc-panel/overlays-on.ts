import type { LinkedOverlay } from '../../../engine/viewer/link/overlay-text.ts'
import type { Workspace } from '../../../engine/viewer/panes/workspace.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'

/** What lies over the views of a workspace, for those who stand outside of the page: the address, say. */
export interface OverlaysOn {
  on(view: SlideView): LinkedOverlay | undefined
  tell(on: OverlaysOn['on']): void
  subscribe(listener: () => void): () => void
}

const known = new WeakMap<Workspace, OverlaysOn>()

export function overlaysOn(workspace: Workspace): OverlaysOn {
  const there = known.get(workspace)
  if (there !== undefined) return there
  const made = createOverlaysOn()
  known.set(workspace, made)
  return made
}

function createOverlaysOn(): OverlaysOn {
  let told: OverlaysOn['on'] = () => undefined
  const listeners = new Set<() => void>()
  return {
    on: (view) => told(view),
    tell(on) {
      told = on
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
