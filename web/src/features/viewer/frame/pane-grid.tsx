import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { PaneContent } from '../../../engine/viewer/panes/workspace.ts'
import { useWorkspaceState } from '../viewer-context.tsx'
import { Pane } from './pane.tsx'
import type { Beginning } from './use-kept-view.ts'

interface PaneGridProps {
  isPlain: boolean
  isPresenting: boolean
  /** Of the pane in use. */
  corner: ReactNode
  linked: (pane: number, imageId: string) => Beginning | undefined
  onOpen: (pane: number, content: PaneContent | null) => void
}

/** Side by side, or one above the other where the page is higher than wide. */
export function PaneGrid(props: PaneGridProps) {
  const count = useWorkspaceState((workspace) => workspace.contents().length)
  const columns = count > 1 ? 2 : 1
  const rows = count > 2 ? 2 : 1
  const upright = count === 2 ? { gridTemplateColumns: '1fr', gridTemplateRows: 'repeat(2, 1fr)' } : {}
  return (
    <Box
      sx={{
        position: 'absolute',
        inset: 0,
        display: 'grid',
        gap: count > 1 ? '2px' : 0,
        bgcolor: 'divider',
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
        '@container viewer (max-aspect-ratio: 3/5)': upright,
      }}
    >
      {Array.from({ length: count }, (_, pane) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pane is known by its place
        <Pane key={pane} pane={pane} {...props} />
      ))}
    </Box>
  )
}
