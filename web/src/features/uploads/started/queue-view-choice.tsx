import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { words } from '../words.ts'
import { countOf, type QueueCounts, type QueueView, queueViews } from './queue-views.ts'

interface QueueViewChoiceProps {
  view: QueueView
  counts: QueueCounts
  onChange: (view: QueueView) => void
}

/** Finds what matters in a long queue, such as the few that failed. */
export function QueueViewChoice({ view, counts, onChange }: QueueViewChoiceProps) {
  const views = (Object.keys(queueViews) as QueueView[]).filter(
    (each) => each === 'all' || countOf(each, counts) > 0,
  )
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={view}
      onChange={(_, chosen: QueueView | null) => chosen && onChange(chosen)}
      aria-label={words.views.label}
      sx={{ flexWrap: 'wrap' }}
    >
      {views.map((each) => (
        <ToggleButton key={each} value={each} sx={{ py: 1 }}>
          {words.views.count(words.views[each], countOf(each, counts))}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
