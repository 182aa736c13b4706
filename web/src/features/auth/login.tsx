import type { AppConfig } from '@cresyl/contract/app-config'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useSession, useSessionState } from '../../lib/session/session-context.tsx'
import { useDocumentTitle } from '../../ui/document-title.ts'
import { DemoUsers } from './demo-users.tsx'
import { SignInError } from './sign-in-error.tsx'
import { usePopup } from './use-popup.ts'
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
