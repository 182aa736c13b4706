import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { ToolName } from '../../../engine/viewer/tools/tools-state.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { useActiveView, useWorkspace, useWorkspaceState } from '../viewer-context.tsx'
import { useViewerKeys } from '../viewer-keys.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { GoToDialog } from './go-to-dialog.tsx'
import { useSnapshot } from './use-snapshot.ts'
import { toolsOf, useActiveTools } from './use-tools.ts'
import { words } from './words.ts'

export type ToolDialog = 'export' | 'goTo'

interface ToolDesk {
  /** Takes a tool in hand, in every pane; the one in hand is put away. */
  toggle(tool: ToolName): void
  toggleGrid(): void
  open(dialog: ToolDialog): void
}

const ToolDeskContext = createContext<ToolDesk | null>(null)

export function useToolDesk(): ToolDesk {
  const desk = useContext(ToolDeskContext)
  if (desk === null) throw new Error('There is no <ToolsProvider> around this component.')
  return desk
}

/** The keys and dialogs of the tools, for as long as there is a viewer: its buttons may come and go. */
export function ToolsProvider({ children }: { children: ReactNode }) {
  const view = useActiveView()
  const tools = useActiveTools()
  const snapshot = useSnapshot()
  const [dialog, setDialog] = useState<ToolDialog | null>(null)
  useSameTool()
  useBoxDrawn(() => setDialog('export'))

  const desk: ToolDesk = {
    toggle: (tool) => tools?.setTool(tools.state().tool === tool ? null : tool),
    toggleGrid: () => tools?.setGrid({ shown: !tools.state().grid.shown }),
    open: setDialog,
  }
  useViewerKeys({
    ruler: () => desk.toggle('ruler'),
    angle: () => desk.toggle('angle'),
    area: () => desk.toggle('area'),
    field: () => {
      if (view?.image.space.unit === 'µm') desk.toggle('field')
      else if (view) showToast(words.noScaleField, 'info')
    },
    grid: desk.toggleGrid,
    snapshot: () => void snapshot.download(1),
    exportRegion: () => setDialog('export'),
    goTo: () => setDialog('goTo'),
  })

  const close = () => setDialog(null)
  return (
    <ToolDeskContext value={desk}>
      {children}
      {dialog === 'export' && tools && (
        <ExportDialog key={tools.view.image.id} tools={tools} onClose={close} />
      )}
      {dialog === 'goTo' && view && <GoToDialog view={view} onClose={close} />}
    </ToolDeskContext>
  )
}

/** What is in hand in the pane in use is in hand in all of them: the first click in another one counts. */
function useSameTool(): void {
  const workspace = useWorkspace()
  const views = useWorkspaceState(({ views: read }) => read())
  const tools = useActiveTools()
  useEffect(() => {
    if (tools === null) return
    const follow = () => {
      const { tool } = tools.state()
      for (const view of views.values()) if (view !== tools.view) toolsOf(view, workspace).setTool(tool)
    }
    follow()
    return tools.subscribe(follow)
  }, [workspace, views, tools])
}

const nothing = () => () => {}

function useBoxDrawn(onDrawn: () => void): void {
  const tools = useActiveTools()
  const tool = useSyncExternalStore(tools?.subscribe ?? nothing, () => tools?.state().tool ?? null)
  const [before, setBefore] = useState(tool)
  if (tool !== before) {
    setBefore(tool)
    if (before === 'box' && tools?.state().box) onDrawn()
  }
}
