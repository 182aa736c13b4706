import { useMemo, useRef } from 'react'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { ScanSearch } from '../../../ui/frame/icons.ts'
import { useOfferedActions } from '../../../ui/frame/palette-actions.ts'
import { useStartCheck } from './queries.ts'
import { words } from './words.ts'

interface QcActionsProps {
  imageId: string | undefined
  onOpen: () => void
}

/** What the palette offers about the quality of the slide in the pane in use. */
export function QcActions({ imageId, onOpen }: QcActionsProps) {
  const mayCheck = usePermission('create:qc_jobs')
  const { mutate } = useStartCheck()
  const open = useRef(onOpen)
  open.current = onOpen
  const actions = useMemo(() => {
    const { show, check, also } = words.actions
    const all = [
      { key: 'qc-show', label: show, icon: ScanSearch, keywords: also, run: () => open.current() },
      {
        key: 'qc-check',
        label: check,
        icon: ScanSearch,
        keywords: also,
        run: () => {
          if (imageId !== undefined) mutate(imageId)
          open.current()
        },
      },
    ]
    return imageId === undefined ? [] : all.slice(0, mayCheck ? 2 : 1)
  }, [imageId, mayCheck, mutate])
  useOfferedActions(actions)
  return null
}
