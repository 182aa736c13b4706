import { useEffect, useRef, useState } from 'react'
import type { LinkState } from '../../engine/viewer/link/link.ts'
import { createWorkspace } from '../../engine/viewer/panes/create-workspace.ts'
import type { PaneContent, Workspace } from '../../engine/viewer/panes/workspace.ts'
import { usePermission } from '../../lib/session/session-context.tsx'
import { useDocumentTitle } from '../../ui/frame/document-title.ts'
import { VisuallyHidden } from '../../ui/frame/visually-hidden.tsx'
import { SlideFailed, SlideForbidden } from './frame/opening.tsx'
import { linkedResults, linkHere } from './frame/use-address.ts'
import { useAskedTab } from './frame/use-asked-tab.ts'
import { useLayout } from './frame/use-layout.ts'
import { words } from './frame/words.ts'
import { ReopeningProvider, useReopening } from './reopening.ts'
import { ResultsDeskProvider } from './results-panel/results-desk.tsx'
import { type RunParts, RunPartsContext } from './run-parts.ts'
import { useSlide } from './slide/use-slide.ts'
import { createTileConnections, TileConnectionsContext } from './tile-connections.ts'
import { WorkspaceContext } from './viewer-context.tsx'
import { ViewerPage } from './viewer-page.tsx'

interface ViewerProps {
  slideId: string
  /** Leads to the page of another slide; `replace` where that is no step of its own. */
  onSlide: (slideId: string, options?: { replace: boolean }) => void
  runs: RunParts
}

/** A slide at every magnification, beside others where one likes. */
export function Viewer(props: ViewerProps) {
  const maySee = usePermission('view:viewers')
  const slide = useSlide(props.slideId)
  useDocumentTitle(slide.data?.name ?? words.title)
  const { isClosed, reopen, suspended } = useReopening()
  if (!maySee) return <SlideForbidden />
  if (slide.error && !slide.data) return <SlideFailed error={slide.error} onRetry={slide.refetch} />
  if (isClosed) return null
  const { name, image_id: imageId } = slide.data ?? {}
  return (
    <ReopeningProvider value={suspended}>
      <OpenViewer {...props} name={name} imageId={imageId} onReopen={reopen} />
    </ReopeningProvider>
  )
}

interface OpenViewerProps extends ViewerProps {
  /** Undefined until known, as is the image that opens first. */
  name: string | undefined
  imageId: string | undefined
  onReopen: () => void
}

function OpenViewer({ slideId, name, imageId, onSlide, runs, onReopen }: OpenViewerProps) {
  const [workspace] = useState(() => workspaceOf(linkHere(slideId)))
  const [connections] = useState(createTileConnections)
  const [layout, changeLayout] = useLayout()
  const heading = useFocusAfterNavigation()
  useOpened(workspace, slideId, imageId)
  useAskedTab(slideId, layout !== undefined, changeLayout)

  /** With one pane, what it shows is what the page is about. */
  function open(pane: number, content: PaneContent | null) {
    workspace.open(pane, content)
    if (content && workspace.contents().length === 1) onSlide(content.slideId)
  }

  return (
    <WorkspaceContext value={workspace}>
      <TileConnectionsContext value={connections}>
        <VisuallyHidden as="h1" ref={heading} tabIndex={-1}>
          {name ?? words.title}
        </VisuallyHidden>
        {layout && (
          <RunPartsContext value={runs}>
            <ResultsDeskProvider linked={() => linkedResults(slideId)}>
              <ViewerPage
                slideId={slideId}
                layout={layout}
                onLayout={changeLayout}
                onOpen={open}
                onLast={(content) => onSlide(content.slideId, { replace: true })}
                onReopen={onReopen}
              />
            </ResultsDeskProvider>
          </RunPartsContext>
        )}
      </TileConnectionsContext>
    </WorkspaceContext>
  )
}

function workspaceOf(link: LinkState | null): Workspace {
  if (link === null) return createWorkspace({ contents: [null] })
  const { panes, active, locks } = link
  const contents = panes.map(({ content }) => content)
  return createWorkspace({ contents, active, asTheyStand: true, ...(locks && { locks }) })
}

/** The slide of the address is in one of the panes: in the one in use, unless a link has put it elsewhere. */
function useOpened(workspace: Workspace, slideId: string, imageId: string | undefined) {
  useEffect(() => {
    if (imageId === undefined) return
    const isThere = workspace.contents().some((content) => content?.slideId === slideId)
    if (!isThere) workspace.open(workspace.active(), { slideId, imageId })
  }, [workspace, slideId, imageId])
}

/** The layout moves the focus to <main> on navigation; once the page is there, its heading takes it over. */
function useFocusAfterNavigation() {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement?.tagName === 'MAIN') ref.current?.focus({ preventScroll: true })
  }, [])
  return ref
}
