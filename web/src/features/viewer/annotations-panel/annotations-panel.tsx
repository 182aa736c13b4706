import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { Note } from '../info-panel/info-section.tsx'
import { PanelFailed } from '../panel/panel-failed.tsx'
import { useViewerKeys } from '../viewer-keys.tsx'
import { selectAll } from './annotation-keys.tsx'
import { AnnotationList } from './annotation-list.tsx'
import type { AnnotationSession } from './annotation-session.ts'
import { useAnnotationSession, useAnnotationTools, useRevision } from './annotations-desk.tsx'
import { NextClass } from './class-chooser.tsx'
import { everything, fits, type ListFilter } from './listed-shapes.ts'
import { ColourBy, PanelActions } from './panel-actions.tsx'
import { FileButtons, PanelFiles } from './panel-files.tsx'
import { SaveLine } from './save-line.tsx'
import { SelectedSection } from './selected-section.tsx'
import { useDrawingRefusal } from './use-refusal.ts'
import { words } from './words.ts'

/** What people drew on the image, and what is done with it. */
export function AnnotationsPanel() {
  const mayRead = usePermission('read:annotations')
  const session = useAnnotationSession()
  if (!mayRead) return <Box sx={{ p: 4 }}>{permissionReason('read:annotations', words.readDeed)}</Box>
  if (session === null) return <Skeleton variant="rounded" height={160} sx={{ m: 4 }} />
  return <Panel key={session.document.imageId} session={session} />
}

/** The list above, what is selected below: each scrolls by itself, so that neither pushes the other out of sight. */
function Panel({ session }: { session: AnnotationSession }) {
  const { source, document } = session
  const refusal = useDrawingRefusal()
  const state = useSyncExternalStore(source.subscribe, source.state)
  useRevision(session)
  useLinkedAnnotation(session, state === 'ready')
  const selected = useAnnotationTools(session, (each) => each.selected)
  const shapes = [...selected].flatMap((id) => document.get(id) ?? [])
  const error = source.error()
  const [filter, setFilter] = useState(everything)
  const change = (part: Partial<ListFilter>) => setFilter({ ...filter, ...part })
  const { tools } = session
  useEffect(() => {
    tools.setListed(fits(filter))
    return () => tools.setListed(() => true)
  }, [tools, filter])
  useViewerKeys({ selectAllShapes: () => selectAll(session) })
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <PanelFiles session={session} filter={filter} refusal={refusal}>
      <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
        <Box
          ref={scroller}
          sx={{
            position: 'relative',
            flex: '1 1 0',
            minHeight: 0,
            overflowY: 'auto',
            '& > * + * + *': { borderTop: 1, borderColor: 'divider' },
          }}
        >
          <SaveLine maySave={refusal === null} />
          <Box sx={{ p: 4, display: 'flex', flexDirection: 'column', gap: 3 }}>
            {refusal === null ? <NextClass session={session} /> : <Note>{refusal}</Note>}
            <PanelActions session={session} />
          </Box>
          {state === 'failed' && (
            <PanelFailed
              title={words.failed}
              error={error instanceof Error ? error : new Error('')}
              retry={words.retry}
              onRetry={source.refresh}
            />
          )}
          {state === 'loading' && <Skeleton variant="rounded" height={88} sx={{ m: 4 }} />}
          {state === 'ready' && source.isWhole() && document.index.size() === 0 ? (
            <Empty />
          ) : (
            <AnnotationList session={session} filter={filter} scroller={scroller} onFilter={change} />
          )}
          <Box sx={{ p: 4, display: 'flex', flexDirection: 'column', gap: 3 }}>
            <FileButtons />
            <ColourBy session={session} />
          </Box>
        </Box>
        {shapes.length > 0 && <SelectedSection session={session} shapes={shapes} />}
      </Box>
    </PanelFiles>
  )
}

function Empty() {
  return (
    <Box sx={{ p: 4 }}>
      <Typography variant="h2" component="h2">
        {words.empty.title}
      </Typography>
      <Typography sx={{ mt: 1 }}>{words.empty.text}</Typography>
    </Box>
  )
}

const parameter = 'annotation'

/** Goes to the annotation that a link names, once, when it is there. */
function useLinkedAnnotation({ document, tools }: AnnotationSession, isReady: boolean): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit may name another one
  useEffect(() => {
    // The router still knows of one that was gone to and taken out of the address.
    const id = new URLSearchParams(location.search).get(parameter)
    if (id === null || !isReady || document.get(id) === undefined) return
    tools.flyTo(id)
    // Loaded or opened again, the page shows what was seen last.
    const address = new URL(location.href)
    address.searchParams.delete(parameter)
    history.replaceState(history.state, '', address)
  }, [key, isReady, document, tools])
}
