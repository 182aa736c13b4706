import type { TicketWithMessages } from '@cresyl/contract/operations/support'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { hasCode } from '../../lib/api/field-errors.ts'
import { usePermission } from '../../lib/session/session-context.tsx'
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx'
import { Section } from '../../ui/frame/section.tsx'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useDeleteTicket, useResendTicket, useTicket, useUpdateTicket } from './queries.ts'
import { TicketConversation } from './ticket-conversation.tsx'
import { TicketFacts } from './ticket-facts.tsx'
import { DeliveryChip, TicketStateChip } from './ticket-parts.tsx'
import { words } from './words.ts'

const own = words.ticket

interface TicketViewProps {
  id: string
  /** Who is looking. */
  ownId: string | undefined
  onBack: () => void
  onClose: () => void
}

/** One ticket: what was asked, what was answered, and what can be done with it. */
export function TicketView({ id, ownId, onBack, onClose }: TicketViewProps) {
  const { data, error, refetch } = useTicket(id)
  if (data) {
    const isOwn = data.created_by?.id === ownId
    return <KnownTicket ticket={data} isOwn={isOwn} onDeleted={isOwn ? onBack : onClose} />
  }
  if (!error) {
    return (
      <Box role="status" aria-label={own.loading}>
        <Skeleton width="60%" height={32} />
        <Skeleton variant="rounded" height={160} />
      </Box>
    )
  }
  const gone = hasCode(error, 'not_found', 'invalid_input')
  return (
    <ErrorState
      title={gone ? own.goneTitle : own.failedTitle}
      message={gone ? own.gone : error.message}
      {...(!gone && { onRetry: () => void refetch() })}
    >
      <Button variant="outlined" onClick={onBack}>
        {words.drawer.back}
      </Button>
    </ErrorState>
  )
}

interface KnownTicketProps {
  ticket: TicketWithMessages
  isOwn: boolean
  onDeleted: () => void
}

function KnownTicket({ ticket, isOwn, onDeleted }: KnownTicketProps) {
  const mayAnswer = usePermission('update:organization_settings')
  return (
    <Stack sx={{ gap: 5 }}>
      <Stack sx={{ gap: 2 }}>
        <Typography variant="h3" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {ticket.subject}
        </Typography>
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
          <TicketStateChip state={ticket.state} />
          <DeliveryChip delivery={ticket.delivery} />
          <StateButton ticket={ticket} />
          <DeleteButton ticket={ticket} onDeleted={onDeleted} />
        </Stack>
      </Stack>
      <Delivery ticket={ticket} mayResend={mayAnswer} />
      <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {ticket.content}
      </Typography>
      <TicketFacts ticket={ticket} />
      <Attached ticket={ticket} />
      <TicketConversation ticket={ticket} answers={mayAnswer && !isOwn} />
    </Stack>
  )
}

function StateButton({ ticket }: { ticket: TicketWithMessages }) {
  const update = useUpdateTicket()
  const closed = ticket.state === 'closed'
  return (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      loading={update.isPending}
      sx={{ ml: 'auto', borderColor: 'tokens.outline' }}
      onClick={() =>
        update.mutate(
          { ticket, state: closed ? 'open' : 'closed' },
          { onSuccess: () => void showToast(closed ? own.reopened : own.closed) },
        )
      }
    >
      {closed ? own.reopen : own.close}
    </Button>
  )
}

function DeleteButton({ ticket, onDeleted }: Pick<KnownTicketProps, 'ticket' | 'onDeleted'>) {
  const [asking, setAsking] = useState(false)
  const remove = useDeleteTicket()
  return (
    <>
      <Button size="small" variant="outlined" color="error" onClick={() => setAsking(true)}>
        {own.remove.button}
      </Button>
      {asking && (
        <ConfirmDialog
          title={own.remove.title}
          confirmLabel={own.remove.confirm}
          busy={remove.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            remove.mutate(ticket.id, {
              onSuccess: () => {
                showToast(own.remove.done)
                onDeleted()
              },
            })
          }
        >
          {own.remove.text(ticket.delivery !== null && ticket.delivery.hubspot_id !== null)}
        </ConfirmDialog>
      )}
    </>
  )
}

/** Why it is not there yet, and how it gets there. */
function Delivery({ ticket, mayResend }: { ticket: TicketWithMessages; mayResend: boolean }) {
  const resend = useResendTicket()
  const { delivery } = ticket
  if (delivery === null || (delivery.state === 'sent' && delivery.reason === null)) return null
  const sent = delivery.state === 'sent'
  return (
    <Alert
      severity={delivery.state === 'failed' ? 'error' : 'warning'}
      variant="outlined"
      role="note"
      {...(!sent &&
        mayResend && {
          action: (
            <Button
              size="small"
              loading={resend.isPending}
              onClick={() => resend.mutate(ticket.id, { onSuccess: () => void showToast(own.sending) })}
            >
              {own.sendNow}
            </Button>
          ),
        })}
    >
      {delivery.reason ?? words.deliveries[delivery.state]}{' '}
      {!sent && delivery.attempts > 0 && (
        <Typography component="span" color="textSecondary">
          {own.attempts(delivery.attempts)}
          {delivery.next_attempt_at && (
            <>
              , {own.nextAttempt} <RelativeTime time={delivery.next_attempt_at} />
            </>
          )}
        </Typography>
      )}
    </Alert>
  )
}

function Attached({ ticket: { screenshot, job_log } }: { ticket: TicketWithMessages }) {
  return (
    <>
      {screenshot !== null && (
        <Section title={own.screenshot} level={3}>
          <Box
            component="img"
            src={screenshot}
            alt={own.screenshot}
            sx={{ display: 'block', maxWidth: '100%', border: 1, borderColor: 'divider', borderRadius: 1 }}
          />
        </Section>
      )}
      {job_log !== null && (
        <Section title={own.log} level={3}>
          <Box
            component="pre"
            tabIndex={0}
            aria-label={own.log}
            sx={{
              m: 0,
              p: 3,
              maxHeight: 280,
              overflow: 'auto',
              typography: 'body2',
              fontFamily: 'monospace',
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              bgcolor: 'background.paper',
            }}
          >
            {job_log}
          </Box>
        </Section>
      )}
    </>
  )
}
