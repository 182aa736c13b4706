import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  context?: string
  /** Of the heading: 3 inside something that has one of its own. */
  level?: 2 | 3
  /** What can be done with all of it, at the right of the title. */
  action?: ReactNode
  children: ReactNode
}

/** A titled part of a page without a surface of its own, such as one more list. */
export function Section({ title, context, level = 2, action, children }: SectionProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <Stack direction="row" sx={{ gap: 3, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant={`h${level}`} id={titleId}>
          {title}
        </Typography>
        {action}
      </Stack>
      {context && <Typography color="textSecondary">{context}</Typography>}
      <Box sx={{ mt: 3 }}>{children}</Box>
    </section>
  )
}
