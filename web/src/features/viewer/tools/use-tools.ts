import { useSyncExternalStore } from 'react'
import type { Workspace } from '../../../engine/viewer/panes/workspace.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { createTools, type Tools } from '../../../engine/viewer/tools/create-tools.ts'
import type { ToolsState } from '../../../engine/viewer/tools/tools-state.ts'
import { currentLocale } from '../../../ui/text/locale.ts'
import { useActiveView, useWorkspace } from '../viewer-context.tsx'

/** One set of tools for a view, as long as there is the view: they end with it. */
const known = new WeakMap<SlideView, Tools>()

export function toolsOf(view: SlideView, workspace: Workspace): Tools {
  const there = known.get(view)
  if (there !== undefined) return there
  const made = createTools(view, {
    locale: currentLocale,
    hasKeys: () => workspace.activeView() === view,
  })
  known.set(view, made)
  return made
}

/** The tools of the pane in use; null while it is empty. */
export function useActiveTools(): Tools | null {
  const workspace = useWorkspace()
  const view = useActiveView()
  return view && toolsOf(view, workspace)
}

/** What tools say now: `useToolsState(tools, (state) => state.tool)`. It must return the same for the same. */
export function useToolsState<Value>(tools: Tools, read: (state: ToolsState) => Value): Value {
  return useSyncExternalStore(tools.subscribe, () => read(tools.state()))
}
