import type { Ticket } from '@cresyl/contract/operations/support'
import type { LucideIcon } from 'lucide-react'
import { CircleCheck, CircleX, Clock, MessageSquare, MessageSquareReply } from '../../ui/frame/icons.ts'
import { StateChip, type StateTone } from '../../ui/state/state-chip.tsx'
import { words } from './words.ts'

type Look = { icon: LucideIcon; tone: StateTone }

const states: Record<Ticket['state'], Look> = {
  open: { icon: MessageSquare, tone: 'warn' },
  answered: { icon: MessageSquareReply, tone: 'info' },
  closed: { icon: CircleCheck, tone: 'muted' },
}

const deliveries: Record<NonNullable<Ticket['delivery']>['state'], Look> = {
  waiting: { icon: Clock, tone: 'warn' },
  sent: { icon: CircleCheck, tone: 'pass' },
  failed: { icon: CircleX, tone: 'fail' },
}

export function TicketStateChip({ state }: Pick<Ticket, 'state'>) {
  return <StateChip label={words.states[state]} {...states[state]} />
}

/** Nothing where it stays here. */
export function DeliveryChip({ delivery }: Pick<Ticket, 'delivery'>) {
  return delivery && <StateChip label={words.deliveries[delivery.state]} {...deliveries[delivery.state]} />
}
