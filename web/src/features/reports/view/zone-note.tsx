import Typography from '@mui/material/Typography'
import { words } from '../words.ts'

/** Whose days the report counts by. */
export function ZoneNote({ timeZone, isKnown }: { timeZone: string; isKnown: boolean }) {
  return (
    <Typography variant="body2" color="textSecondary" data-screen-only>
      {isKnown ? words.period.zone(timeZone) : words.period.unknownZone(timeZone)}
    </Typography>
  )
}
