import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useSyncExternalStore } from 'react'
import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import { Copy, Eye, EyeOff, Lock, LockOpen, Redo2, Trash2, Undo2 } from '../../../ui/frame/icons.ts'
import { BarButton } from '../bar/bar-button.tsx'
import type { AnnotationSession } from './annotation-session.ts'
import { useAnnotationTools } from './annotations-desk.tsx'
import { duplicateSelected } from './shape-actions.ts'
import { redo, undo } from './undo.ts'
import { words } from './words.ts'

/** What is done with what is selected, and with all of them. */
export function PanelActions({ session }: { session: AnnotationSession }) {
  const { tools, document } = session
  useAnnotationTools(session, (state) => state.selected)
  const isHidden = useAnnotationTools(session, (state) => state.isHidden)
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
    <Box sx={{ mx: -2, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
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
  )
}

/** What the colours of annotations tell. */
export function ColourBy({ session }: { session: AnnotationSession }) {
  const colourBy = useAnnotationTools(session, (state) => state.colourBy)
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={colourBy}
      onChange={(_, value) => value && session.tools.set({ colourBy: value })}
    >
      <ToggleButton value="class">{words.byClass}</ToggleButton>
      <ToggleButton value="author">{words.byAuthor}</ToggleButton>
    </ToggleButtonGroup>
  )
}
