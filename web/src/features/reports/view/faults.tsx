import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { filterKeys } from '../model/filters.ts'
import type { Fault } from '../model/report.ts'
import { words } from '../words.ts'

const own = words.faults
/** A link may be longer than anybody wants to read. */
const mostTold = 5
const longestSaid = 60

/** What of a link could not be read, and what is shown instead. */
export function Faults({ faults, onDismiss }: { faults: readonly Fault[]; onDismiss: () => void }) {
  if (faults.length === 0) return null
  return (
    <Alert
      severity="warning"
      variant="outlined"
      onClose={onDismiss}
      slotProps={{ closeButton: { 'aria-label': own.dismiss } }}
    >
      <strong>{own.title}.</strong>
      <Box component="ul" sx={{ m: 0, pl: 4, overflowWrap: 'anywhere' }}>
        {faults.slice(0, mostTold).map((fault) => (
          <li key={`${fault.parameter} ${fault.said}`}>{sentenceOf(fault)}</li>
        ))}
      </Box>
    </Alert>
  )
}

function sentenceOf({ parameter, said }: Fault): string {
  const short = said.length > longestSaid ? `${said.slice(0, longestSaid)}…` : said
  const filter = filterKeys.find((key) => key === parameter)
  return filter ? own.filter(filter, short) : own.other(parameter, short)
}
