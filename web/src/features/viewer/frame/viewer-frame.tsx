import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useState } from 'react'
import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import type { PaneContent, PaneCount } from '../../../engine/viewer/panes/workspace.ts'
import { ChevronsLeft, Images, PanelRightOpen, Ruler } from '../../../ui/frame/icons.ts'
import { useNarrow } from '../../../ui/frame/use-narrow.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { floating } from '../bar/floating.ts'
import { useActiveView } from '../viewer-context.tsx'
import type { Layout } from './layout.ts'
import type { MoreActions } from './more-menu.tsx'
import { PaneCorner } from './pane-corner.tsx'
import { PaneGrid } from './pane-grid.tsx'
import { Sheet } from './sheet.tsx'
import { type PanelTab, PanelTabs, SidePanel } from './side-panel.tsx'
import { TrayFrame } from './tray-frame.tsx'
import type { Beginning } from './use-kept-view.ts'
import { ViewBar } from './view-bar.tsx'
import { words } from './words.ts'

interface ViewerFrameProps extends MoreActions {
  layout: Layout
  onLayout: (change: Partial<Layout>) => void
  /** Whether nothing but images is to be seen. */
  isPlain: boolean
  /** Whether others look on: the pointer is large. */
  isPresenting: boolean
  isFullScreen: boolean
  tray: ReactNode
  /** In its place while it is hidden. */
  steps: ReactNode
  tools: ReactNode
  /** What was measured. */
  measurements: ReactNode
  /** Over the lower edge of the image: focus planes and times. */
  sliders: ReactNode
  tabs: readonly PanelTab[]
  linked: (pane: number, imageId: string) => Beginning | undefined
  onOpen: (pane: number, content: PaneContent | null) => void
  onCount: (count: PaneCount) => void
}

/** The image from edge to edge, and around it what is within reach. */
export function ViewerFrame(props: ViewerFrameProps) {
  const { layout, onLayout, isPlain, isPresenting, tray, steps, tabs, sliders, linked, onOpen } = props
  const narrow = useNarrow()
  const panel = {
    tabs,
    tab: layout.tab,
    onTab: (tab: string) => onLayout({ tab }),
    onClose: () => onLayout({ panel: false }),
  }
  // A slide may be dropped anywhere on a pane, whatever lies over it.
  const isDragging = useDragging()
  const isTrayOpen = layout.tray && !isPlain
  const closeTray = () => onLayout({ tray: false })
  return (
    <Box
      sx={{
        position: 'absolute',
        inset: 0,
        display: 'flex',
        overflow: 'hidden',
        ...(isPresenting && { '& [data-map], & [data-map] *': { cursor: `${largePointer} !important` } }),
      }}
    >
      {isTrayOpen && !narrow && <TrayFrame onClose={closeTray}>{tray}</TrayFrame>}
      {!isTrayOpen && steps}
      <Box sx={{ position: 'relative', flex: 1, minWidth: 0, container: 'viewer / size' }}>
        <PaneGrid
          isPlain={isPlain}
          isPresenting={isPresenting}
          linked={linked}
          corner={<PaneCorner layout={layout} onLayout={onLayout} sliders={sliders} />}
          onOpen={onOpen}
        />
        {!isPlain && (
          <Box sx={isDragging ? { '& *': { pointerEvents: 'none !important' } } : {}}>
            <Controls {...props} />
          </Box>
        )}
      </Box>
      {!isPlain && layout.panel && !narrow && (
        <SidePanel {...panel} width={layout.panelWidth} onWidth={(panelWidth) => onLayout({ panelWidth })} />
      )}
      {!isPlain && narrow && layout.panel && (
        <Sheet label={words.panel.title}>
          <PanelTabs {...panel} />
        </Sheet>
      )}
      {isTrayOpen && narrow && (
        <Sheet label={words.tray.title}>
          <TrayFrame onClose={closeTray} isWide>
            {tray}
          </TrayFrame>
        </Sheet>
      )}
    </Box>
  )
}

/** To be seen from the last row, on any stain and on black. */
const largePointer = `url("data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><path d="M4 3 L4 50 L16 39 L24 58 L33 54 L25 36 L42 36 Z" fill="#6B2FA0" stroke="#fff" stroke-width="3" stroke-linejoin="round"/></svg>',
)}") 4 3, auto`

/** A corner or edge of the image; between its controls the image stays within reach. */
const place = { position: 'absolute', pointerEvents: 'none', '& > *': { pointerEvents: 'auto' } } as const
const column = { display: 'flex', flexDirection: 'column', gap: 2, zIndex: 1 } as const

function Controls(props: ViewerFrameProps) {
  const { layout, onLayout, tools, measurements, isFullScreen, onCount, act, popOut, copyLink } = props
  const view = useActiveView()
  const narrow = useNarrow()
  return (
    <>
      <Box sx={{ ...place, top: 8, insetInline: 48, display: 'flex', justifyContent: 'center', zIndex: 1 }}>
        <ViewBar
          view={view}
          isFullScreen={isFullScreen}
          onCount={onCount}
          act={act}
          popOut={popOut}
          copyLink={copyLink}
        />
      </Box>
      <Box sx={{ ...place, ...column, top: 8, left: 8, alignItems: 'flex-start' }}>
        {!layout.tray && (
          <Box sx={{ ...floating, p: 0.5 }}>
            <BarButton
              label={words.tray.show}
              icon={Images}
              shortcut={viewerKeys.tray.shown}
              onClick={() => onLayout({ tray: true })}
            />
          </Box>
        )}
        {narrow && (
          <Box sx={{ ...floating, p: 0.5 }}>
            <BarButton
              label={layout.tools ? words.tools.hide : words.tools.show}
              icon={layout.tools ? ChevronsLeft : Ruler}
              expanded={layout.tools}
              pressed={layout.tools}
              beside
              onClick={() => onLayout({ tools: !layout.tools })}
            />
          </Box>
        )}
        {(layout.tools || !narrow) && tools}
      </Box>
      <Box sx={{ ...place, ...column, top: 8, right: 8, alignItems: 'flex-end' }}>
        {!layout.panel && (
          <Box sx={{ ...floating, p: 0.5 }}>
            <BarButton
              label={words.panel.show}
              icon={PanelRightOpen}
              shortcut={viewerKeys.panel.shown}
              onClick={() => onLayout({ panel: true })}
            />
          </Box>
        )}
        <Box sx={layout.panel ? { mt: 12 } : {}}>{measurements}</Box>
      </Box>
    </>
  )
}

/** Whether something of this page is being dragged. */
function useDragging(): boolean {
  const [isDragging, setDragging] = useState(false)
  useEffect(() => {
    const begin = () => setDragging(true)
    const end = () => setDragging(false)
    document.addEventListener('dragstart', begin)
    document.addEventListener('dragend', end)
    return () => {
      document.removeEventListener('dragstart', begin)
      document.removeEventListener('dragend', end)
    }
  }, [])
  return isDragging
}
