import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { ListSkeleton } from '../../../ui/list/list-skeleton.tsx'
import { words } from '../words.ts'
import { GridPart } from './grid-part.ts'
import type { View } from './place.ts'
import { cardTextHeight, tableRowHeight } from './window.ts'

interface NoSlideYetProps {
  shape: 'card' | 'row'
  index: number
  tabbable: boolean
  /** It won't come by itself. */
  isStill: boolean
}

/** The place of a slide that is on its way. */
export function NoSlideYet({ shape, index, tabbable, isStill }: NoSlideYetProps) {
  const item = {
    tabIndex: tabbable ? 0 : -1,
    'data-index': index,
    'aria-label': words.list.notLoaded(index + 1),
    className: isStill ? shape : `${shape} coming`,
  }
  if (shape === 'card') return <Shape role="gridcell" {...item} />
  return (
    <GridPart role="row" aria-rowindex={index + 2}>
      <Shape role="gridcell" {...item} />
    </GridPart>
  )
}

export function SomeFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert
      severity="error"
      variant="outlined"
      sx={{ mb: 4 }}
      action={
        <Button size="small" onClick={onRetry}>
          {words.list.retry}
        </Button>
      }
    >
      {words.list.someFailed}
    </Alert>
  )
}

/** Before it is known how many slides there are. */
export function ListComing({ view }: { view: View }) {
  if (view === 'table') return <ListSkeleton label={words.list.loading} />
  return (
    <Box
      role="status"
      aria-label={words.list.loading}
      sx={{
        display: 'grid',
        gap: { xs: 2, sm: 4 },
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(208px, 1fr))' },
        '& > *': { aspectRatio: '1 / 1.2', minHeight: 2 * cardTextHeight },
      }}
    >
      {Array.from({ length: 10 }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Shape key={n} className="card coming" />
      ))}
    </Box>
  )
}

const Shape = styled('div')(({ theme: { palette, shape } }) => ({
  boxSizing: 'border-box',
  backgroundColor: `color-mix(in srgb, ${palette.text.primary} 8%, transparent)`,
  '&.card': { height: '100%', borderRadius: shape.borderRadius, border: `1px solid ${palette.divider}` },
  '&.row': { height: tableRowHeight, borderBottom: `1px solid ${palette.divider}` },
  '&.coming': { animation: 'coming 1.6s ease-in-out 0.3s infinite' },
  '@keyframes coming': { '50%': { opacity: 0.5 } },
  '&:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -2 },
}))
