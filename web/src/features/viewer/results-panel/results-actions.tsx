import { useMemo, useRef, useState } from 'react'
import { visibleRegion } from '../../../engine/viewer/visible-region.ts'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { Play } from '../../../ui/icons.ts'
import { useOfferedActions } from '../../../ui/palette-actions.ts'
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
  const { RunDialog } = useRunParts()
  const view = useActiveView()
  const [isAsking, setAsking] = useState(false)
  const isOffered = imageId !== undefined
  const open = useRef(onOpen)
  open.current = onOpen
  const actions = useMemo(() => {
    const { show, also } = words.actions
    const all = [
      { key: 'results-show', label: show, icon: Play, keywords: also, run: () => open.current() },
      { key: 'results-run', label: words.run, icon: Play, keywords: also, run: () => setAsking(true) },
    ]
    return isOffered ? all.slice(0, mayRun ? 2 : 1) : []
  }, [isOffered, mayRun])
  useOfferedActions(actions)
  if (!isAsking || imageId === undefined) return null
  return (
    <RunDialog
      imageId={imageId}
      visible={view?.image.id === imageId ? visibleRegion(view) : null}
      onStarted={() => open.current()}
      onClose={() => setAsking(false)}
    />
  )
}
