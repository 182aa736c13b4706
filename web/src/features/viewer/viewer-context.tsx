import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { Workspace } from '../../engine/viewer/panes/workspace.ts'
import type { SlideView, ViewChange } from '../../engine/viewer/slide-view.ts'

export const WorkspaceContext = createContext<Workspace | null>(null)

/** The panes of this page. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext)
  if (workspace === null) throw new Error('There is no viewer around this component.')
  return workspace
}

/** What the workspace says now: `useWorkspaceState((workspace) => workspace.locks())`. */
export function useWorkspaceState<Value>(read: (workspace: Workspace) => Value): Value {
  const workspace = useWorkspace()
  return useSyncExternalStore(workspace.subscribe, () => read(workspace))
}

/** The view that buttons, keys and panels are about; null until there is one. */
export function useActiveView(): SlideView | null {
  return useWorkspaceState((workspace) => workspace.activeView())
}

/**
 * What a view says now: `useViewState(view, 'viewport', () => readout(view))`. It must return the same for the same; read
 * as little as is shown, since a view that moves tells so at every frame.
 */
export function useViewState<Value>(view: SlideView, what: ViewChange, read: () => Value): Value {
  const subscribe = useCallback((listener: () => void) => view.subscribe(what, listener), [view, what])
  return useSyncExternalStore(subscribe, read)
}
