import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  context?: string
  /** Of the heading: 3 inside something that has one of its own. */
  level?: 2 | 3
  children: ReactNode
}

/** A titled part of a page without a surface of its own, such as one more list. */
export function Section({ title, context, level = 2, children }: SectionProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <Typography variant={`h${level}`} id={titleId}>
        {title}
      </Typography>
      {context && <Typography color="textSecondary">{context}</Typography>}
      <Box sx={{ mt: 3 }}>{children}</Box>
    </section>
  )
}
