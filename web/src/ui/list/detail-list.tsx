import Box from '@mui/material/Box'
import { Fragment, type ReactNode } from 'react'

/** Names and values of one thing. */
export function DetailList({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(120px, max-content) 1fr' },
        columnGap: 6,
        rowGap: { xs: 0.5, sm: 3 },
      }}
    >
      {rows.map(([name, value]) => (
        <Fragment key={name}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {name}
          </Box>
          <Box
            component="dd"
            sx={{ m: 0, mb: { xs: 3, sm: 0 }, minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
          >
            {value}
          </Box>
        </Fragment>
      ))}
    </Box>
  )
}
