import type { ApiToken } from '@cresyl/contract/people/api-tokens'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { Ban, CircleCheck, Clock } from '../../ui/frame/icons.ts'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import { StateChip } from '../../ui/state/state-chip.tsx'
import { useMinute } from '../../ui/text/relative-time.tsx'
import { permissionLines } from './permission-groups.ts'
import { stateOf } from './token-state.ts'
import { words } from './words.ts'

export function TokenName({ token }: { token: ApiToken }) {
  return (
    <>
      <Typography noWrap title={token.name} sx={{ fontWeight: 600 }}>
        <bdi>{token.name}</bdi>
      </Typography>
      <Typography variant="body2" color="textSecondary" noWrap sx={{ fontFamily: 'monospace' }}>
        {token.prefix}…
      </Typography>
    </>
  )
}

/** How many, and which on hover, focus or touch. */
export function TokenPermissions({ permissions }: { permissions: readonly string[] }) {
  return (
    <Tooltip
      title={
        <Box component="span" sx={{ whiteSpace: 'pre-line' }}>
          {permissionLines(permissions).join('\n')}
        </Box>
      }
    >
      <ButtonBase
        sx={{ font: 'inherit', textDecoration: 'underline dotted', textUnderlineOffset: 3, cursor: 'help' }}
      >
        {words.list.permissions(permissions.length)}
      </ButtonBase>
    </Tooltip>
  )
}

export function TokenStateChip({ token }: { token: ApiToken }) {
  const state = stateOf(token, useMinute())
  const label = words.list.states[state]
  if (state === 'active') return <StateChip icon={CircleCheck} tone="pass" label={label} />
  return (
    <StateChip
      icon={state === 'expired' ? Clock : Ban}
      tone={state === 'expired' ? 'warn' : 'muted'}
      label={label}
    />
  )
}

export function TokenMenu({ token, onRevoke }: { token: ApiToken; onRevoke: (token: ApiToken) => void }) {
  const state = stateOf(token, useMinute())
  return (
    <RowMenu
      of={token.name}
      actions={[
        {
          label: words.revoke.action,
          icon: <Ban size={18} aria-hidden />,
          danger: true,
          reason: state === 'active' ? undefined : words.revoke.over[state],
          run: () => onRevoke(token),
        },
      ]}
    />
  )
}
