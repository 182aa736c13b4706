import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type KeyAction, viewerKeys } from '../../engine/viewer/input/keys.ts'
import { actOnView } from '../../engine/viewer/input/view-actions.ts'
import type { PaneContent, PaneCount } from '../../engine/viewer/panes/workspace.ts'
import { copyText } from '../../ui/form/copy-text.ts'
import { useBarePage } from '../../ui/frame/bare-page.ts'
import { Eye, Info, Layers, Pentagon, Play, ScanSearch, SlidersHorizontal } from '../../ui/frame/icons.ts'
import { useOfferedActions } from '../../ui/frame/palette-actions.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { AlignProvider } from './align/align-provider.tsx'
import { AnnotationColumn } from './annotations-panel/annotation-column.tsx'
import { AnnotationKeys } from './annotations-panel/annotation-keys.tsx'
import { AnnotationsDeskProvider } from './annotations-panel/annotations-desk.tsx'
import { AnnotationsPanel } from './annotations-panel/annotations-panel.tsx'
import { ViewerFileDrop } from './annotations-panel/files/viewer-file-drop.tsx'
import { BarButton } from './bar/bar-button.tsx'
import { floating } from './bar/floating.ts'
import type { Layout } from './frame/layout.ts'
import { paneBeside } from './frame/pane-beside.ts'
import { popOut } from './frame/pop-out.ts'
import { ShortcutsDialog } from './frame/shortcuts-dialog.tsx'
import type { PanelTab } from './frame/side-panel.tsx'
import {
  addressOf,
  isAddressCut,
  linkedOverlays,
  linkedPane,
  useAddress,
  writeAddress,
} from './frame/use-address.ts'
import { toggleFullScreen, useFullScreen } from './frame/use-full-screen.ts'
import { useScaleChange } from './frame/use-scale-change.ts'
import { ViewerFrame } from './frame/viewer-frame.tsx'
import { words } from './frame/words.ts'
import { ImagePanel } from './image-panel/image-panel.tsx'
import { hasPlanes, PlaneSliders } from './image-panel/plane-sliders.tsx'
import { InfoPanel } from './info-panel/info-panel.tsx'
import { LinkedOverlays } from './qc-panel/linked-overlays.tsx'
import { OverlaysOnViews } from './qc-panel/overlays-on-views.tsx'
import { PlaceKeys } from './qc-panel/place-keys.tsx'
import { QcActions } from './qc-panel/qc-actions.tsx'
import { QcDeskProvider } from './qc-panel/qc-desk.tsx'
import { QcPanel } from './qc-panel/qc-panel.tsx'
import { useLasting } from './reopening.ts'
import { LinkedResults } from './results-panel/linked-results.tsx'
import { ResultsActions } from './results-panel/results-actions.tsx'
import { ResultsOnViews } from './results-panel/results-on-views.tsx'
import { ResultsPanel } from './results-panel/results-panel.tsx'
import { stackOf } from './stack-of.ts'
import { StackDeskProvider } from './stack-panel/stack-desk.tsx'
import { StackPanel } from './stack-panel/stack-panel.tsx'
import { MeasurementList } from './tools/measurement-list.tsx'
import { ToolColumn } from './tools/tool-column.tsx'
import { ToolsProvider } from './tools/tools-provider.tsx'
import { SlideSteps } from './tray/slide-steps.tsx'
import { SlideTray } from './tray/slide-tray.tsx'
import { useActiveView, useWorkspace, useWorkspaceState } from './viewer-context.tsx'
import { OfferedKeys, ViewerKeysProvider } from './viewer-keys.tsx'

interface ViewerPageProps {
  slideId: string
  layout: Layout
  onLayout: (change: Partial<Layout>) => void
  onOpen: (pane: number, content: PaneContent | null) => void
  /** Only this is left of several panes. */
  onLast: (content: PaneContent) => void
  /** Everything is to be opened anew, as the address says. */
  onReopen: () => void
}

/** Puts the parts of the viewer together and hands what is pressed to where it belongs. */
export function ViewerPage({ slideId, layout, onLayout, onOpen, onLast, onReopen }: ViewerPageProps) {
  const workspace = useWorkspace()
  const contents = useWorkspaceState((each) => each.contents())
  const active = useWorkspaceState((each) => each.active())
  const [isPlain, setPlain] = useLasting('isPlain')
  const [isPresenting, setPresenting] = useLasting('isPresenting')
  const [isHelping, setHelping] = useState(false)
  const isFullScreen = useFullScreen()
  // Of several panes each is small: there the list stays folded until it is asked for.
  const [isUnfolded, setUnfolded] = useState(false)
  const several = contents.length > 1
  const isListOpen = several ? isUnfolded : layout.measurements
  const shownSlideId = contents[active]?.slideId ?? slideId
  const [linked] = useState(() => linkedOverlays(slideId))
  useAddress(slideId)
  useScaleChange(() => {
    writeAddress(workspace, slideId)
    onReopen()
  })
  useBarePage(isPlain)

  function present(next: boolean) {
    if (next) showToast(words.more.presenting(viewerKeys.present.shown), 'info')
    setPresenting(next)
    setPlain(next)
  }
  useEscape(isPresenting, () => present(false))

  function act(action: KeyAction): boolean {
    switch (action) {
      case 'present':
        present(!isPresenting)
        return true
      case 'hide':
        if (!isPlain) showToast(words.more.hidden(viewerKeys.hide.shown), 'info')
        setPresenting(false)
        setPlain(!isPlain)
        return true
      case 'fullScreen':
        toggleFullScreen()
        return true
      case 'panel':
        onLayout({ panel: !layout.panel })
        return true
      case 'tray':
        onLayout({ tray: !layout.tray })
        return true
      case 'shortcuts':
        setHelping(true)
        return true
      case 'nextPane':
        workspace.setActive((active + 1) % contents.length)
        return contents.length > 1
      default: {
        const view = workspace.activeView()
        const shownView = view && (stackOf(view)?.shownView() ?? view)
        if (shownView === null) return false
        const isDone = actOnView(shownView, action)
        if (!isDone && isStep(action)) showToast(words.objective.noStep(viewerKeys[action].words), 'info')
        return isDone
      }
    }
  }

  function setCount(count: PaneCount) {
    workspace.setCount(count)
    const [content] = workspace.contents()
    if (count === 1 && content && content.slideId !== slideId) onLast(content)
  }

  /** In the next pane, so that both are seen at the same place. */
  function openBeside(content: PaneContent) {
    if (contents.length === 1) setCount(2)
    onOpen(contents.length === 1 ? 1 : (active + 1) % contents.length, content)
  }

  /** In a pane of its own, beside all that is seen. */
  function openAlso(content: PaneContent) {
    const { count, pane } = paneBeside(contents, active, content)
    if (count !== contents.length) setCount(count)
    onOpen(pane, content)
  }

  async function copyLink() {
    const isCopied = await copyText(addressOf(workspace, slideId))
    if (isCopied && isAddressCut(workspace, slideId)) showToast(words.more.copiedCut, 'warning')
    else if (isCopied) showToast(words.more.copied)
    else showToast(words.more.notCopied, 'warning')
  }

  const shown = contents[active]
  const tabs: readonly PanelTab[] = [
    { key: 'image', label: words.panel.tabs.image, icon: SlidersHorizontal, content: <ImagePanel /> },
    {
      key: 'stack',
      label: words.panel.tabs.stack,
      icon: Layers,
      content: shown && <StackPanel key={shown.slideId} />,
    },
    {
      key: 'qc',
      label: words.panel.tabs.qc,
      icon: ScanSearch,
      content: shown && <QcPanel key={shown.imageId} imageId={shown.imageId} />,
    },
    {
      key: 'results',
      label: words.panel.tabs.results,
      icon: Play,
      content: shown && (
        <ResultsPanel
          key={shown.slideId}
          slideId={shown.slideId}
          imageId={shown.imageId}
          onOpen={(imageId) => onOpen(active, { slideId: shown.slideId, imageId })}
          onBeside={(imageId) => openBeside({ slideId: shown.slideId, imageId })}
          onStack={() => onLayout({ panel: true, tab: 'stack' })}
        />
      ),
    },
    {
      key: 'annotations',
      label: words.panel.tabs.annotations,
      icon: Pentagon,
      content: shown && <AnnotationsPanel />,
    },
    {
      key: 'info',
      label: words.panel.tabs.info,
      icon: Info,
      content: shown && <InfoPanel slideId={shown.slideId} imageId={shown.imageId} />,
    },
  ]
  const isImageTabOpen = layout.panel && layout.tab === 'image'

  return (
    <ViewerKeysProvider act={act}>
      <OfferedKeys />
      <OfferedTabs tabs={tabs} onOpen={(tab) => onLayout({ panel: true, tab })} />
      <QcDeskProvider linked={linked}>
        <LinkedOverlays />
        <LinkedResults />
        <OverlaysOnViews />
        <ResultsOnViews />
        <PlaceKeys />
        <QcActions imageId={shown?.imageId} onOpen={() => onLayout({ panel: true, tab: 'qc' })} />
        <ResultsActions imageId={shown?.imageId} onOpen={() => onLayout({ panel: true, tab: 'results' })} />
        <AlignProvider onBeside={openBeside}>
          <StackDeskProvider
            slideId={shown?.slideId}
            onOpen={(content) => onOpen(active, content)}
            onBeside={openBeside}
            onAlso={openAlso}
          >
            <ToolsProvider>
              <AnnotationsDeskProvider isPresenting={isPresenting}>
                <AnnotationKeys />
                <ViewerFileDrop />
                <ViewerFrame
                  layout={layout}
                  onLayout={onLayout}
                  isPlain={isPlain}
                  isPresenting={isPresenting}
                  isFullScreen={isFullScreen}
                  tray={
                    <SlideTray
                      slideId={shownSlideId}
                      contents={contents}
                      onOpen={(content) => onOpen(active, content)}
                      onOpenInPane={(pane, content) => {
                        if (pane >= contents.length) setCount(pane > 1 ? 4 : 2)
                        onOpen(pane, content)
                      }}
                    />
                  }
                  steps={<SlideSteps slideId={shownSlideId} onOpen={(content) => onOpen(active, content)} />}
                  tools={
                    <ToolColumns>
                      <ToolColumn />
                      <AnnotationColumn />
                    </ToolColumns>
                  }
                  measurements={
                    <MeasurementList
                      isOpen={isListOpen}
                      onToggle={() =>
                        several ? setUnfolded(!isUnfolded) : onLayout({ measurements: !layout.measurements })
                      }
                    />
                  }
                  sliders={!isImageTabOpen && <ShownPlanes />}
                  tabs={tabs}
                  linked={(pane, imageId) => linkedPane(slideId, pane, imageId)}
                  onOpen={onOpen}
                  onCount={setCount}
                  act={(action) => void act(action)}
                  popOut={() => popOut(addressOf(workspace, slideId))}
                  copyLink={copyLink}
                />
              </AnnotationsDeskProvider>
            </ToolsProvider>
          </StackDeskProvider>
        </AlignProvider>
      </QcDeskProvider>
      {isPlain && !isPresenting && <ShowAgain onClick={() => setPlain(false)} />}
      {isHelping && <ShortcutsDialog onClose={() => setHelping(false)} />}
    </ViewerKeysProvider>
  )
}

const isStep = (action: KeyAction): boolean => /^step[2-7]$/.test(action)

/** The tabs of the panel in the palette. */
function OfferedTabs({ tabs, onOpen }: { tabs: readonly PanelTab[]; onOpen: (tab: string) => void }) {
  const latest = useRef({ tabs, onOpen })
  latest.current = { tabs, onOpen }
  const actions = useMemo(
    () =>
      latest.current.tabs.map(({ key, label, icon }) => ({
        key: `viewer-tab-${key}`,
        label: words.panel.openTab(label),
        icon,
        keywords: words.panel.title,
        isSearched: true,
        run: () => latest.current.onOpen(key),
      })),
    [],
  )
  useOfferedActions(actions)
  return null
}

/** Whoever presents to others leaves by the key that leaves everything. */
function useEscape(isHeard: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape)
  latest.current = onEscape
  useEffect(() => {
    if (!isHeard) return
    const listen = (event: KeyboardEvent) => event.key === 'Escape' && latest.current()
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isHeard])
}

/** One below the other; beside each other where the window is too low, or two panes share its height. */
function ToolColumns({ children }: { children: ReactNode }) {
  const isShared = useWorkspaceState((workspace) => workspace.contents().length === 2)
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        flexWrap: 'wrap',
        alignContent: 'flex-start',
        gap: 2,
        // Below what shows the slides, on narrow screens below what folds these too.
        maxHeight: 'calc(100cqh - 72px)',
        '@container viewer (max-width: 600px)': { maxHeight: 'calc(100cqh - 116px)' },
        ...(isShared && {
          '@container viewer (max-aspect-ratio: 3/5)': { maxHeight: 'calc(50cqh - 100px)' },
        }),
        pointerEvents: 'none',
        '& > *': { pointerEvents: 'auto' },
      }}
    >
      {children}
    </Box>
  )
}

/** Focus planes and times, where the panel doesn't have them. */
function ShownPlanes() {
  const view = useActiveView()
  if (view === null || !hasPlanes(view.image)) return null
  return (
    <Box sx={{ ...floating, width: 240, px: 3, py: 2 }}>
      <PlaneSliders view={view} />
    </Box>
  )
}

/** For whoever has no keyboard at hand, or has forgotten the key. */
function ShowAgain({ onClick }: { onClick: () => void }) {
  return (
    <Box
      sx={{
        ...floating,
        position: 'absolute',
        // At the top are messages, and one of them says that the controls are hidden.
        bottom: 8,
        right: 8,
        zIndex: 1,
        opacity: 0.7,
        '&:hover, &:focus-within': { opacity: 1 },
      }}
    >
      <BarButton
        label={words.more.show}
        icon={Eye}
        shortcut={viewerKeys.hide.shown}
        onClick={onClick}
        size={40}
      />
    </Box>
  )
}
