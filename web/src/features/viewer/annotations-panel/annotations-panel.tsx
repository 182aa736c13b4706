import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useSyncExternalStore } from 'react'
import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { Copy, Eye, EyeOff, Lock, LockOpen, Redo2, Trash2, Undo2 } from '../../../ui/icons.ts'
import { permissionReason } from '../../../ui/permission-reason.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { Note } from '../info-panel/info-section.tsx'
import { PanelFailed } from '../panel/panel-failed.tsx'
import { AnnotationDetails } from './annotation-details.tsx'
import { redo, review, showNext, undo } from './annotation-keys.tsx'
import { AnnotationList } from './annotation-list.tsx'
import type { AnnotationSession } from './annotation-session.ts'
import { useAnnotationSession, useAnnotationTools, useRevision } from './annotations-desk.tsx'
import { ClassChooser } from './class-chooser.tsx'
import { SaveLine } from './save-line.tsx'
import { duplicateSelected, fillSelected, mergeSelected, simplifySelected } from './shape-actions.ts'
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

function Panel({ session }: { session: AnnotationSession }) {
  const { source, document } = session
  const refusal = useDrawingRefusal()
  const state = useSyncExternalStore(source.subscribe, source.state)
  useRevision(session)
  const selected = useAnnotationTools(session, (each) => each.selected)
  const [first] = selected
  const shape = first === undefined || selected.size !== 1 ? undefined : document.get(first)
  const error = source.error()
  return (
    <Box sx={{ '& > * + *': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ p: 4, display: 'flex', flexDirection: 'column', gap: 3 }}>
        <SaveLine />
        {refusal === null ? <ClassChooser session={session} /> : <Note>{refusal}</Note>}
        <Actions session={session} />
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
      {shape && <AnnotationDetails key={shape.id} session={session} shape={shape} />}
      {state === 'ready' && document.index.size() === 0 ? <Empty /> : <AnnotationList session={session} />}
    </Box>
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

function Actions({ session }: { session: AnnotationSession }) {
  const { tools, document } = session
  const selected = useAnnotationTools(session, (state) => state.selected)
  const isHidden = useAnnotationTools(session, (state) => state.isHidden)
  const colourBy = useAnnotationTools(session, (state) => state.colourBy)
  useSyncExternalStore(
    (listener) => document.subscribe('history', listener),
    () => `${document.canUndo()} ${document.canRedo()}`,
  )
  const isAny = tools.changeable().length > 0
  const decidable = tools.decidable()
  const areLocked = decidable.some(({ locked }) => locked)
  const setLocked = (locked: boolean) =>
    document.perform({ update: decidable.map(({ id }) => ({ id, patch: { locked } })) })
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <BarButton
          label={words.undo}
          icon={Undo2}
          shortcut={viewerKeys.undo.shown}
          disabled={!document.canUndo()}
          onClick={() => undo(session)}
        />
        <BarButton
          label={words.redo}
          icon={Redo2}
          shortcut={viewerKeys.redo.shown}
          disabled={!document.canRedo()}
          onClick={() => redo(session)}
        />
        <BarButton
          label={isHidden ? words.show : words.hide}
          icon={isHidden ? EyeOff : Eye}
          shortcut={viewerKeys.hideAnnotations.shown}
          pressed={isHidden}
          onClick={() => tools.set({ isHidden: !isHidden })}
        />
        <BarButton
          label={words.duplicate}
          icon={Copy}
          shortcut={viewerKeys.duplicateShapes.shown}
          disabled={!isAny}
          onClick={() => duplicateSelected(tools)}
        />
        <BarButton
          label={areLocked ? words.unlock : words.lock}
          icon={areLocked ? LockOpen : Lock}
          disabled={decidable.length === 0}
          onClick={() => setLocked(!areLocked)}
        />
        <BarButton
          label={words.remove}
          icon={Trash2}
          shortcut="Delete"
          disabled={!isAny}
          onClick={() => tools.removeSelected()}
        />
      </Box>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={colourBy}
        onChange={(_, value) => value && tools.set({ colourBy: value })}
      >
        <ToggleButton value="class">{words.byClass}</ToggleButton>
        <ToggleButton value="author">{words.byAuthor}</ToggleButton>
      </ToggleButtonGroup>
      {isAny && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button size="small" disabled={selected.size < 2} onClick={() => mergeSelected(tools)}>
            {words.merge}
          </Button>
          <Button size="small" onClick={() => fillSelected(tools)}>
            {words.fill}
          </Button>
          <Button size="small" onClick={() => simplifySelected(tools)}>
            {words.simplify}
          </Button>
          <Button size="small" onClick={() => review(session, 'accepted')}>
            {words.accept} ({viewerKeys.acceptAnnotation.shown})
          </Button>
          <Button size="small" onClick={() => review(session, 'rejected')}>
            {words.reject} ({viewerKeys.rejectAnnotation.shown})
          </Button>
          <Button size="small" onClick={() => showNext(session)}>
            {words.next} ({viewerKeys.nextAnnotation.shown})
          </Button>
        </Box>
      )}
    </>
  )
}
