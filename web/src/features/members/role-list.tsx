import { roleKeys, roles } from '@cresyl/contract/permissions'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useSessionState } from '../../lib/session/session-context.tsx'
import { Panel } from '../../ui/panel.tsx'
import { roleOf, roleSummaries } from '../../ui/role-words.ts'
import { words } from './words.ts'

/** What each role may do. */
export function RoleList() {
  const state = useSessionState()
  const own = state.status === 'signed-in' ? roleOf(state.permissions) : undefined
  return (
    <Panel title={words.roles.title} context={words.roles.context}>
      <Stack component="ul" sx={{ m: 0, p: 0, gap: 3, listStyle: 'none' }}>
        {roleKeys.toReversed().map((role) => (
          <Box component="li" key={role}>
            <Stack direction="row" sx={{ gap: 2, alignItems: 'center', minHeight: 24 }}>
              <Typography sx={{ fontWeight: 600 }}>{roles[role].label}</Typography>
              {role === own && (
                <Chip size="small" label={words.roles.yours} color="primary" variant="outlined" />
              )}
            </Stack>
            <Typography color="textSecondary">{roleSummaries[role]}</Typography>
          </Box>
        ))}
      </Stack>
    </Panel>
  )
}
