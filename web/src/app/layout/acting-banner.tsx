import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useSessionState } from '../../lib/session/session-context.tsx'
import { ShieldAlert } from '../../ui/frame/icons.ts'
import { GatedButton } from '../../ui/state/gated.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { sentenceOf } from '../query-client.ts'
import { useRemembered } from '../remembered.tsx'
import { words } from '../words.ts'
import { homeAmong } from './organization-choices.ts'
import { useEnterOrganization, useOwnOrganizations } from './organization-queries.ts'

/** While a superadmin works in an organisation of others. */
export function ActingBanner({ organizationName }: { organizationName: string }) {
  const state = useSessionState()
  if (state.status !== 'signed-in' || !state.acting) return null
  return <Banner organizationName={organizationName} />
}

function Banner({ organizationName }: { organizationName: string }) {
  const { leave, busy } = useLeave()
  return (
    <Box
      role="region"
      aria-label={words.acting.label}
      sx={{
        display: 'flex',
        gap: 3,
        px: { xs: 4, sm: 6 },
        py: 1.5,
        alignItems: 'center',
        bgcolor: 'warning.main',
        color: 'warning.contrastText',
      }}
    >
      <ShieldAlert size={20} aria-hidden style={{ flexShrink: 0 }} />
      <Typography sx={{ flex: 1, minWidth: 0, fontWeight: 500, overflowWrap: 'anywhere' }}>
        {words.acting.text(organizationName)}
      </Typography>
      <GatedButton size="small" variant="outlined" color="inherit" loading={busy} onClick={leave}>
        {words.acting.leave}
      </GatedButton>
    </Box>
  )
}

function useLeave() {
  const { home } = useRemembered().values
  const readOwn = useOwnOrganizations()
  const enter = useEnterOrganization()
  const [busy, setBusy] = useState(false)

  async function leave() {
    setBusy(true)
    try {
      const target = homeAmong(await readOwn(), home)
      if (target === undefined) showToast(words.acting.noneOwn, 'warning')
      else await enter(target)
    } catch (error) {
      showToast(sentenceOf(error), 'error')
    } finally {
      setBusy(false)
    }
  }
  return { leave, busy }
}
