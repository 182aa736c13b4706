import Typography from '@mui/material/Typography'
import { words } from './words.ts'

/** How many slides have a term. */
export function Uses({ count }: { count: number }) {
  return (
    <Typography
      component="span"
      variant="inherit"
      color={count === 0 ? 'textSecondary' : 'textPrimary'}
      noWrap
      sx={{ flexShrink: 0, fontVariantNumeric: 'tabular-nums' }}
    >
      {words.uses(count)}
    </Typography>
  )
}
