import { roles } from '@cresyl/contract/api/permissions'
import type { AppConfig } from '@cresyl/contract/people/app-config'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Divider from '@mui/material/Divider'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { useSession, useSessionState } from '../../lib/session/session-context.tsx'
import { useDocumentTitle } from '../../ui/frame/document-title.ts'
import { roleSummaries } from '../../ui/text/role-words.ts'
import { SignInError } from './sign-in-error.tsx'
import { words } from './words.ts'

interface LoginProps {
  provider: AppConfig['identity']['kind']
  demoUsers: AppConfig['demo_users']
  /** In place of why nobody is signed in, where there is more to say. */
  notice?: ReactNode
}

export function Login({ provider, demoUsers, notice }: LoginProps) {
  useDocumentTitle(words.title)
  const session = useSession()
  const state = useSessionState()
  const popup = usePopup()
  const { error, providerSession } = state.status === 'signed-out' ? state : {}
  return (
    <Stack sx={{ gap: 5 }}>
      <Typography variant="h1">{words.welcome}</Typography>
      {notice ?? (error && <SignInError error={error} />)}
      {providerSession === 'not-ended' && (
        <Alert severity="warning" variant="outlined">
          {words.notEnded}
        </Alert>
      )}
      <Stack sx={{ gap: 2 }}>
        <Box sx={{ minHeight: 36, display: 'grid', alignItems: 'center' }}>
          <div role="status">
            {popup.isOpen && (
              <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'center', gap: 3 }}>
                <CircularProgress size={18} aria-hidden />
                <Typography>{words.popup.waiting}</Typography>
              </Stack>
            )}
          </div>
          {!popup.isOpen && (
            <Button variant="contained" size="large" fullWidth onClick={() => session.signIn()}>
              {words.signIn[provider]}
            </Button>
          )}
        </Box>
        {/* One button for both, so that the keyboard stays where it is. */}
        <Button fullWidth onClick={popup.isOpen ? popup.cancel : popup.open}>
          {popup.isOpen ? words.popup.cancel : words.popup.open}
        </Button>
      </Stack>
      {demoUsers.length > 0 && (
        <DemoUsers
          users={demoUsers}
          disabled={popup.isOpen}
          choose={(email) => session.signIn({ demoUser: email })}
        />
      )}
    </Stack>
  )
}

/** Signing in in a separate window: whether one is open, and how to give it up. */
function usePopup() {
  const session = useSession()
  const [mind, setMind] = useState<AbortController | null>(null)

  function open(): void {
    const attempt = new AbortController()
    setMind(attempt)
    // The state of the session says what came of it. Someone may have tried again in the meantime.
    const done = () => setMind((current) => (current === attempt ? null : current))
    session.signIn({ way: 'popup', signal: attempt.signal }).then(done, done)
  }

  function cancel(): void {
    mind?.abort()
    setMind(null)
  }

  return { isOpen: mind !== null, open, cancel }
}

interface DemoUsersProps {
  users: AppConfig['demo_users']
  disabled: boolean
  choose: (email: string) => void
}

function DemoUsers({ users, disabled, choose }: DemoUsersProps) {
  return (
    <Box component="section" aria-label={words.demo.list}>
      <Divider sx={{ mb: 3, color: 'text.secondary', fontSize: '0.8125rem' }}>{words.demo.heading}</Divider>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 3, textAlign: 'center' }}>
        {words.demo.text}
      </Typography>
      <Stack component="ul" sx={{ m: 0, p: 0, gap: 2, listStyle: 'none' }}>
        {users.map((user) => (
          <li key={user.email}>
            <Button
              fullWidth
              variant="outlined"
              disabled={disabled}
              onClick={() => choose(user.email)}
              sx={{
                flexDirection: 'column',
                alignItems: 'flex-start',
                textAlign: 'start',
                whiteSpace: 'normal',
                bgcolor: 'background.paper',
                '&:hover': { bgcolor: 'tokens.accent' },
              }}
            >
              {roles[user.role].label}
              <Typography component="span" variant="body2" color="textSecondary">
                {roleSummaries[user.role]}
              </Typography>
            </Button>
          </li>
        ))}
      </Stack>
    </Box>
  )
}
