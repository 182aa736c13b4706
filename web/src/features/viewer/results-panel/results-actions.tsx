import { useMemo, useRef } from 'react'
import { Play } from '../../../ui/icons.ts'
import { useOfferedActions } from '../../../ui/palette-actions.ts'
import { words } from './words.ts'

/** What the palette offers about the results of the slide in the pane in use. */
export function ResultsActions({ isOffered, onOpen }: { isOffered: boolean; onOpen: () => void }) {
  const open = useRef(onOpen)
  open.current = onOpen
  const actions = useMemo(() => {
    const { show, also } = words.actions
    return isOffered
      ? [{ key: 'results-show', label: show, icon: Play, keywords: also, run: () => open.current() }]
      : []
  }, [isOffered])
  useOfferedActions(actions)
  return null
}
