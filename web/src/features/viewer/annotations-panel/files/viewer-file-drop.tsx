import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { showToast } from '../../../../ui/toast/toast-store.ts'
import { floating } from '../../bar/floating.ts'
import { useWorkspace } from '../../viewer-context.tsx'
import { useAnnotationSession } from '../annotations-desk.tsx'
import { useDrawingRefusal } from '../use-refusal.ts'
import { words } from './words.ts'

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))

/** A file dropped anywhere on the page would be opened in place of it: here its annotations are offered instead. */
export function ViewerFileDrop() {
  const workspace = useWorkspace()
  const session = useAnnotationSession()
  const refusal = useDrawingRefusal()
  const [isOver, setOver] = useState(false)
  const [file, setFile] = useState<File | null>(null)

  const dragged = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    // The panel and dialogs have places of their own.
    setOver(!event.defaultPrevented && file === null)
    event.preventDefault()
  })
  const dropped = useEffectEvent((event: DragEvent) => {
    setOver(false)
    const [first] = event.dataTransfer?.files ?? []
    if (event.defaultPrevented || first === undefined) return
    event.preventDefault()
    if (file !== null) return
    if (session === null || refusal !== null) return showToast(refusal ?? words.import.noImage, 'warning')
    const pane = event.target instanceof Element ? event.target.closest('[data-pane]') : null
    if (pane) workspace.setActive(Number(pane.getAttribute('data-pane')))
    setFile(first)
  })
  useEffect(() => {
    const over = (event: DragEvent) => dragged(event)
    const drop = (event: DragEvent) => dropped(event)
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false)
    addEventListener('dragover', over)
    addEventListener('drop', drop)
    addEventListener('dragleave', leave)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('drop', drop)
      removeEventListener('dragleave', leave)
    }
  }, [])

  return (
    <>
      {isOver && (
        <Box
          sx={{
            ...floating,
            position: 'fixed',
            top: '50%',
            left: '50%',
            transform: 'translate(-50%, -50%)',
            zIndex: 'tooltip',
            px: 6,
            py: 4,
            pointerEvents: 'none',
          }}
        >
          <Typography>{refusal ?? words.import.dropHere}</Typography>
        </Box>
      )}
      {file && session && (
        <Suspense fallback={null}>
          <ImportDialog session={session} dropped={file} onClose={() => setFile(null)} />
        </Suspense>
      )}
    </>
  )
}
