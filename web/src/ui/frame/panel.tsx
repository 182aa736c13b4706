import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

interface PanelProps {
  title: string
  context?: string
  children: ReactNode
}

/** A titled section on its own surface. */
export function Panel({ title, context, children }: PanelProps) {
  const titleId = useId()
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{ p: 5, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
    >
      <Typography variant="h2" id={titleId}>
        {title}
      </Typography>
      {context && <Typography color="textSecondary">{context}</Typography>}
      <Box sx={{ mt: 4 }}>{children}</Box>
    </Box>
  )
}
