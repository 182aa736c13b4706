import type { Workspace } from '../../../engine/viewer/panes/workspace.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'

/** What lies over the views of a workspace, for those who stand outside of the page: the address, say. */
export interface Teller<Linked> {
  on(view: SlideView): Linked | undefined
  tell(on: Teller<Linked>['on']): void
  subscribe(listener: () => void): () => void
}

/** One for each workspace, for as long as that lives. */
export function tellers<Linked>(): (workspace: Workspace) => Teller<Linked> {
  const known = new WeakMap<Workspace, Teller<Linked>>()
  return (workspace) => {
    const there = known.get(workspace)
    if (there !== undefined) return there
    const made = createTeller<Linked>()
    known.set(workspace, made)
    return made
  }
}

function createTeller<Linked>(): Teller<Linked> {
  let told: Teller<Linked>['on'] = () => undefined
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
