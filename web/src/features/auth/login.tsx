import type { AppConfig } from '@cresyl/contract/app-config'
import { roles } from '@cresyl/contract/permissions'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useSession, useSessionState } from '../../lib/session/session-context.tsx'
import { useDocumentTitle } from '../../ui/document-title.ts'
import { roleSummaries } from '../../ui/role-words.ts'
import { words } from './words.ts'

type DemoUser = AppConfig['demo_users'][number]

export function Login({ demoUsers }: { demoUsers: readonly DemoUser[] }) {
  useDocumentTitle(words.title)
  const session = useSession()
  const state = useSessionState()
  const { error, providerSession } = state.status === 'signed-out' ? state : {}
  return (
    <Stack sx={{ gap: 5 }}>
      <Typography variant="h1">{words.welcome}</Typography>
      {error !== undefined && (
        <Alert severity="error" variant="outlined">
          <AlertTitle>{words.failed}</AlertTitle>
          {error}
        </Alert>
      )}
      {providerSession === 'not-ended' && (
        <Alert severity="warning" variant="outlined">
          {words.notEnded}
        </Alert>
      )}
      <Button variant="contained" size="large" fullWidth onClick={() => session.signIn()}>
        {words.signIn}
      </Button>
      {demoUsers.length > 0 && (
        <DemoUsers users={demoUsers} choose={(email) => session.signIn({ demoUser: email })} />
      )}
    </Stack>
  )
}

function DemoUsers({ users, choose }: { users: readonly DemoUser[]; choose: (email: string) => void }) {
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
