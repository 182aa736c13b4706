import { reviewStates } from '@cresyl/contract/annotations/annotations'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import type { ListFilter } from './listed-shapes.ts'
import { useMe } from './queries.ts'
import { words } from './words.ts'

interface ReviewFilterProps {
  filter: ListFilter
  onFilter: (change: Partial<ListFilter>) => void
}

/** Which are listed, by what has been decided about them and who is to decide. */
export function ReviewFilter({ filter, onFilter }: ReviewFilterProps) {
  const me = useMe()
  const isMine = filter.assigneeId !== null
  return (
    <Box role="group" aria-label={words.reviewFilter} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {reviewStates.map((review) => (
        <Chip
          key={review}
          size="small"
          label={words.reviews[review]}
          variant={filter.review === review ? 'filled' : 'outlined'}
          aria-pressed={filter.review === review}
          onClick={() => onFilter({ review: filter.review === review ? null : review })}
        />
      ))}
      {me && (
        <Chip
          size="small"
          label={words.assignedToMe}
          variant={isMine ? 'filled' : 'outlined'}
          aria-pressed={isMine}
          onClick={() => onFilter({ assigneeId: isMine ? null : me.id })}
        />
      )}
    </Box>
  )
}
