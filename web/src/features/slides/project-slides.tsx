import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Microscope } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { words } from './words.ts'

/** The slides of a project. */
export function ProjectSlides() {
  const headingId = useId()
  return (
    <Box component="section" aria-labelledby={headingId}>
      <Typography variant="h2" id={headingId} sx={{ mb: 3 }}>
        {words.ofProject.heading}
      </Typography>
      <EmptyState
        icon={Microscope}
        title={words.ofProject.title}
        action={
          <LinkButton to="/" variant="outlined">
            {words.ofProject.action}
          </LinkButton>
        }
      >
        {words.ofProject.text}
      </EmptyState>
    </Box>
  )
}
