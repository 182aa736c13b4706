import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { words } from '../words.ts'

interface PrintHeaderProps {
  organizationName: string
  period: string
  filters: readonly string[]
  made: string
  zone: string
}

/** On paper: whose report it is, of what, and when it was made. */
export function PrintHeader({ organizationName, period, filters, made, zone }: PrintHeaderProps) {
  return (
    <Box data-print-only sx={{ display: 'none', mb: 4 }}>
      <Typography variant="h1" component="p">
        {words.print.title(organizationName)}
      </Typography>
      <Typography>{period}</Typography>
      <Typography>{filters.length > 0 ? filters.join(' · ') : words.print.everything}</Typography>
      <Typography variant="body2" color="textSecondary">
        {words.print.made(made)} · {words.period.zone(zone)}
      </Typography>
    </Box>
  )
}
