import { useMemo, useRef } from 'react'
import { visibleRegion } from '../../../engine/viewer/visible-region.ts'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { Play } from '../../../ui/frame/icons.ts'
import { useOfferedActions } from '../../../ui/frame/palette-actions.ts'
import { useRunParts } from '../run-parts.ts'
import { useActiveView } from '../viewer-context.tsx'
import { words } from './words.ts'

interface ResultsActionsProps {
  imageId: string | undefined
  onOpen: () => void
}

/** What the palette offers about the results of the slide in the pane in use. */
export function ResultsActions({ imageId, onOpen }: ResultsActionsProps) {
  const mayRun = usePermission('create:inference_jobs')
  const { show: showDialog, RunDialog } = useRunParts()
  const view = useActiveView()
  const isOffered = imageId !== undefined
  const ask = () =>
    imageId !== undefined &&
    showDialog((close) => (
      <RunDialog
        imageId={imageId}
        visible={view?.image.id === imageId ? visibleRegion(view) : null}
        onStarted={onOpen}
        onClose={close}
      />
    ))
  const latest = useRef({ onOpen, ask })
  latest.current = { onOpen, ask }
  const actions = useMemo(() => {
    const { show, also } = words.actions
    const all = [
      { key: 'results-show', label: show, icon: Play, keywords: also, run: () => latest.current.onOpen() },
      { key: 'results-run', label: words.run, icon: Play, keywords: also, run: () => latest.current.ask() },
    ]
    return isOffered ? all.slice(0, mayRun ? 2 : 1) : []
  }, [isOffered, mayRun])
  useOfferedActions(actions)
  return null
}
