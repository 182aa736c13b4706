import type { SignInSession } from '@cresyl/contract/people/profiles'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx'
import { Monitor, Smartphone } from '../../ui/frame/icons.ts'
import { useKeptFocus } from '../../ui/list/use-kept-focus.ts'
import { GatedButton } from '../../ui/state/gated.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useEndSessions } from './mutations.ts'
import { useSignInSessions } from './queries.ts'
import { words } from './words.ts'

export function SessionList() {
  const { data: sessions, error, refetch } = useSignInSessions()
  if (sessions) return <Sessions sessions={sessions} />
  if (error) {
    return (
      <Stack role="alert" sx={{ gap: 2, alignItems: 'flex-start' }}>
        <Typography>
          {words.sessions.failed} {error.message}
        </Typography>
        <Button variant="outlined" size="small" onClick={() => refetch()}>
          {words.sessions.retry}
        </Button>
      </Stack>
    )
  }
  return (
    <Stack role="status" aria-label={words.sessions.loading} sx={{ gap: 3 }}>
      <Skeleton variant="rounded" height={48} />
      <Skeleton variant="rounded" height={48} />
    </Stack>
  )
}

function Sessions({ sessions }: { sessions: readonly SignInSession[] }) {
  const [asking, setAsking] = useState(false)
  const end = useEndSessions()
  const endOthers = useEndSessions()
  const focus = useKeptFocus()
  if (sessions.length === 0) return <Typography color="textSecondary">{words.sessions.none}</Typography>
  const inOrder = sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
  return (
    <div {...focus}>
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {inOrder.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={end.isPending && end.variables === session.id}
            onEnd={() =>
              end.mutate(session.id, {
                onSuccess: () => showToast(words.sessions.endedOne(session.device)),
              })
            }
          />
        ))}
      </Stack>
      {sessions.some((session) => !session.current) && (
        <Button variant="outlined" color="error" onClick={() => setAsking(true)} sx={{ mt: 3 }}>
          {words.sessions.endOthers}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={words.sessions.confirmTitle}
          confirmLabel={words.sessions.confirm}
          busy={endOthers.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            endOthers.mutate(undefined, {
              onSuccess: ({ ended }) => {
                setAsking(false)
                showToast(words.sessions.ended(ended))
              },
            })
          }
        >
          {words.sessions.confirmText}
        </ConfirmDialog>
      )}
    </div>
  )
}

const handheld = /\b(Android|iPhone|iPad|iOS)\b/

interface SessionRowProps {
  session: SignInSession
  busy: boolean
  onEnd: () => void
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const Icon = handheld.test(session.device) ? Smartphone : Monitor
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        gap: 3,
        py: 2.5,
        alignItems: 'center',
        '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ color: 'text.secondary', display: 'flex' }}>
        <Icon size={20} aria-hidden />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            <bdi>{session.device}</bdi>
          </Typography>
          {session.current && (
            <Chip size="small" color="primary" variant="outlined" label={words.sessions.current} />
          )}
        </Stack>
        <Typography variant="body2" color="textSecondary">
          {words.sessions.started} <RelativeTime time={session.started_at} />
          {' · '}
          {words.sessions.lastSeen} <RelativeTime time={session.last_seen_at} />
        </Typography>
      </Box>
      {!session.current && (
        <GatedButton
          size="small"
          loading={busy}
          onClick={onEnd}
          aria-label={words.sessions.endOf(session.device)}
        >
          {words.sessions.end}
        </GatedButton>
      )}
    </Stack>
  )
}
