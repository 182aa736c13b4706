import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Fragment, type ReactNode, useId } from 'react'

/** One part of the panel. */
export function InfoSection({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{ px: 4, py: 3, '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      <Typography variant="h3" id={titleId} sx={{ mb: 2 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

export type Fact = readonly [name: string, value: ReactNode]

/** Names and values in the width of a panel. */
export function Facts({ rows }: { rows: readonly Fact[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'minmax(88px, 34%) 1fr',
        columnGap: 3,
        rowGap: 1.5,
        typography: 'body2',
      }}
    >
      {rows.map(([name, value]) => (
        <Fragment key={name}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {name}
          </Box>
          <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Box>
        </Fragment>
      ))}
    </Box>
  )
}

/** A sentence in place of what is not there. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" color="textSecondary">
      {children}
    </Typography>
  )
}
