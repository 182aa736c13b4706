import type { AppConfig } from '@cresyl/contract/app-config'
import { roles } from '@cresyl/contract/permissions'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { roleSummaries } from '../../ui/role-words.ts'
import { words } from './words.ts'

interface DemoUsersProps {
  users: AppConfig['demo_users']
  disabled: boolean
  choose: (email: string) => void
}

export function DemoUsers({ users, disabled, choose }: DemoUsersProps) {
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
