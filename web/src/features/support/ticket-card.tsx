import type { Ticket } from '@cresyl/contract/support'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Card } from '../../ui/list-frame.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { DeliveryChip, TicketStateChip } from './ticket-parts.tsx'
import { words } from './words.ts'

interface TicketCardProps {
  ticket: Ticket
  /** Its subject, as the way to it. */
  name: ReactNode
}

export function TicketCard({ ticket, name }: TicketCardProps) {
  const { created_at, messages, state, delivery, category } = ticket
  return (
    <Card>
      <Stack sx={{ gap: 1, overflowWrap: 'anywhere', alignItems: 'flex-start' }}>
        {name}
        <Typography variant="body2" color="textSecondary">
          {category.label} · <RelativeTime time={created_at} />
          {messages > 0 && ` · ${words.list.answers(messages)}`}
        </Typography>
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          <TicketStateChip state={state} />
          <DeliveryChip delivery={delivery} />
        </Stack>
      </Stack>
    </Card>
  )
}
