import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { ScanSearch } from '../../../ui/frame/icons.ts'
import type { useEstimate } from './use-estimate.ts'
import { words } from './words.ts'

/** Lets the tissue tell how the slides lie on each other, and says what came of it. */
export function Automatic({ estimate, isLooking, look, cancel }: ReturnType<typeof useEstimate>) {
  if (isLooking) {
    const { progress = null } = estimate ?? {}
    return (
      <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
        <LinearProgress
          aria-label={words.looking}
          variant={progress === null ? 'indeterminate' : 'determinate'}
          value={100 * (progress ?? 0)}
          sx={{ flex: 1 }}
        />
        <Button size="small" onClick={cancel}>
          {words.stopLooking}
        </Button>
      </Stack>
    )
  }
  const found = estimate?.alignment
  return (
    <Stack direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
      <Button
        variant="outlined"
        startIcon={<ScanSearch size={16} aria-hidden />}
        onClick={look}
        sx={{ flexShrink: 0 }}
      >
        {estimate ? words.lookAgain : words.look}
      </Button>
      <Typography
        role="status"
        data-found
        color={estimate && !found ? 'error' : 'textSecondary'}
        sx={{ flex: '1 1 220px' }}
      >
        {found ? words.found(found) : estimate ? (estimate.message ?? words.notFound) : words.lookHint}
      </Typography>
    </Stack>
  )
}
