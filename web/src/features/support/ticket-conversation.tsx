import { ticketLimits } from '@cresyl/contract/api/limits'
import type { TicketMessage, TicketWithMessages } from '@cresyl/contract/operations/support'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useIdempotencyKey } from '../../lib/api/idempotency.ts'
import { Section } from '../../ui/frame/section.tsx'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import { GatedButton } from '../../ui/state/gated.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useAnswerTicket } from './queries.ts'
import { words } from './words.ts'

const own = words.ticket

interface TicketConversationProps {
  ticket: TicketWithMessages
  /** An administrator, who answers; otherwise one adds to one's own. */
  answers: boolean
}

export function TicketConversation({ ticket, answers }: TicketConversationProps) {
  const { conversation } = ticket
  return (
    <Section title={own.conversation} level={3}>
      {conversation.length === 0 ? (
        <Typography color="textSecondary">{own.nothing}</Typography>
      ) : (
        <Stack component="ol" sx={{ m: 0, p: 0, gap: 3, listStyle: 'none' }}>
          {conversation.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </Stack>
      )}
      <Composer ticketId={ticket.id} answers={answers} hint={ticket.delivery ? own.elsewhere : undefined} />
    </Section>
  )
}

function Message({ message }: { message: TicketMessage }) {
  const { created_by, created_at, from_support, text } = message
  // Of who answers in HubSpot only the words are known.
  const name = created_by?.name ?? (from_support ? own.support : '')
  return (
    <Stack component="li" direction="row" sx={{ gap: 3 }}>
      <PersonAvatar name={name} picture={created_by?.picture ?? null} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" color="textSecondary">
          <bdi>{name}</bdi>
          {from_support && ` · ${created_by ? own.support : own.byEmail}`} ·{' '}
          <RelativeTime time={created_at} />
        </Typography>
        <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
      </Box>
    </Stack>
  )
}

interface ComposerProps {
  ticketId: string
  answers: boolean
  hint: string | undefined
}

/** What is typed stays until it has arrived. */
function Composer({ ticketId, answers, hint }: ComposerProps) {
  const [text, setText] = useState('')
  const keyFor = useIdempotencyKey()
  const answer = useAnswerTicket(ticketId)
  return (
    <Stack
      component="form"
      sx={{ mt: 4, gap: 2, alignItems: 'flex-end' }}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '' || answer.isPending) return
        answer.mutate(
          { text, idempotencyKey: keyFor({ text, after: answer.data?.id }) },
          {
            onSuccess: () => {
              // Whoever went on typing keeps that.
              setText((now) => (now === text ? '' : now))
              showToast(own.answered)
            },
          },
        )
      }}
    >
      <TextField
        fullWidth
        multiline
        minRows={2}
        maxRows={10}
        label={answers ? own.answerLabel : own.addLabel}
        value={text}
        onChange={(event) => setText(event.target.value)}
        helperText={hint}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: ticketLimits.content } }}
      />
      <GatedButton
        type="submit"
        variant="contained"
        loading={answer.isPending}
        reason={text.trim() === '' ? own.required : undefined}
      >
        {answers ? own.answer : own.add}
      </GatedButton>
    </Stack>
  )
}
