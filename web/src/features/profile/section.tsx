import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  text?: ReactNode
  children: ReactNode
}

/** A titled part of a page of the profile. */
export function Section({ title, text, children }: SectionProps) {
  const titleId = useId()
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{ '& + section': { mt: 6, pt: 6, borderTop: 1, borderColor: 'divider' } }}
    >
      <Typography variant="h3" component="h3" id={titleId}>
        {title}
      </Typography>
      {text && <Typography color="textSecondary">{text}</Typography>}
      <Box sx={{ mt: 4 }}>{children}</Box>
    </Box>
  )
}
