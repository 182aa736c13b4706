import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useActiveView, useWorkspaceState } from '../viewer-context.tsx'
import type { Layout } from './layout.ts'
import { Navigator } from './navigator.tsx'

interface PaneCornerProps {
  layout: Layout
  onLayout: (change: Partial<Layout>) => void
  /** Focus planes and times. */
  sliders: ReactNode
}

/** Bottom right of the pane in use: where one is on the slide, and in which plane. */
export function PaneCorner({ layout, onLayout, sliders }: PaneCornerProps) {
  const view = useActiveView()
  const several = useWorkspaceState((workspace) => workspace.contents().length > 1)
  if (view === null) return null
  return (
    <Box
      sx={{
        position: 'absolute',
        right: 8,
        bottom: 8,
        // In a narrow pane the readings take the whole width below.
        '@container pane (max-width: 559px)': { bottom: several ? 96 : 64 },
        zIndex: 1,
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'flex-end',
        gap: 2,
        pointerEvents: 'none',
        '& > *': { pointerEvents: 'auto' },
      }}
    >
      {sliders}
      <Navigator
        key={view.image.id}
        view={view}
        isOpen={layout.navigator}
        isSmall={several}
        onToggle={() => onLayout({ navigator: !layout.navigator })}
      />
    </Box>
  )
}
