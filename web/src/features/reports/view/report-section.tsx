import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { Section } from '../../../ui/section.tsx'
import type { SectionId } from '../model/charts.ts'
import { words } from '../words.ts'

/** Charts about one thing. */
export function ReportSection({
  id,
  note,
  children,
}: {
  id: SectionId
  note?: string | undefined
  children: ReactNode
}) {
  const { title, about } = words.sections[id]
  return (
    <Section title={title} context={note ? `${about}. ${note}` : about}>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          '@media print': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {children}
      </Box>
    </Section>
  )
}
