import Box from '@mui/material/Box'
import { useSyncExternalStore } from 'react'
import type { OverlaySource } from '../../../engine/viewer/overlays/overlay-source.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { useWritten } from '../use-written.ts'

interface ValueUnderPointerProps {
  view: SlideView
  /** Null until there is one. */
  source: OverlaySource | null
  label: string
  /** What stands there without a source. */
  none: string
  textAt: (source: OverlaySource) => string
}

/** What an overlay says where the pointer is; fingers have no pointer. */
export function ValueUnderPointer({ view, source, label, none, textAt }: ValueUnderPointerProps) {
  // What has come since the pointer stands still tells its value, too.
  useSyncExternalStore(source?.subscribe ?? nothing, () => source?.status().loaded ?? 0)
  const ref = useWritten<HTMLElement>(view, ['cursor', 'viewport'], (element) => {
    element.textContent = source === null ? none : textAt(source)
  })
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        gap: 2,
        color: 'text.secondary',
        '@media (pointer: coarse)': { display: 'none' },
      }}
    >
      <span>{label}</span>
      <Box
        component="span"
        ref={ref}
        data-overlay-value
        sx={{ color: 'text.primary', fontVariantNumeric: 'tabular-nums' }}
      />
    </Box>
  )
}

const nothing = () => () => {}
