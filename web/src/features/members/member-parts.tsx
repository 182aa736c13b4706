import { type RoleKey, roleKeys, roles } from '@cresyl/contract/api/permissions'
import type { User } from '@cresyl/contract/people/users'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Ban, CircleCheck, Lock } from '../../ui/frame/icons.ts'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import { GatedButton } from '../../ui/state/gated.tsx'
import { StateChip } from '../../ui/state/state-chip.tsx'
import type { MemberState } from './member-filter.ts'
import type { MemberActions } from './use-member-actions.tsx'
import { words } from './words.ts'

export function MemberName({ member, own }: { member: User; own: boolean }) {
  return (
    <Stack direction="row" sx={{ gap: 3, alignItems: 'center', minWidth: 0 }}>
      <PersonAvatar name={member.name} picture={member.picture} />
      <Typography noWrap title={member.name} sx={{ fontWeight: 600, minWidth: 0 }}>
        <bdi>{member.name}</bdi>
      </Typography>
      {own && <Chip size="small" label={words.list.you} color="primary" variant="outlined" />}
    </Stack>
  )
}

export function MemberStateChip({ state }: { state: MemberState }) {
  const label = words.list.states[state]
  return state === 'active' ? (
    <StateChip icon={CircleCheck} tone="pass" label={label} />
  ) : (
    <StateChip icon={Ban} tone="muted" label={label} />
  )
}

/** The role to choose; where it can't be changed, the role with the reason. */
export function RoleSelect({ member, actions }: { member: User; actions: MemberActions }) {
  const { role } = member
  if (role === null) return words.list.unknown
  const reason = actions.roleReason(member)
  if (reason !== undefined) {
    return (
      <GatedButton
        reason={reason}
        color="inherit"
        endIcon={<Lock size={14} aria-hidden />}
        sx={{ px: 0, minHeight: 32, fontWeight: 400 }}
        aria-label={`${words.actions.roleOf(member.name)}: ${roles[role].label}`}
      >
        {roles[role].label}
      </GatedButton>
    )
  }
  return (
    <Box sx={{ ml: -3.5 }}>
      <Select
        size="small"
        value={role}
        onChange={(event) => actions.setRole(member, event.target.value as RoleKey)}
        inputProps={{ 'aria-label': words.actions.roleOf(member.name) }}
        sx={{
          minWidth: { lg: 180 },
          '& .MuiSelect-select': { py: 1.5 },
          // Quiet until it is wanted: a column of boxes would be louder than the names.
          '&:not(:hover, .Mui-focused) .MuiOutlinedInput-notchedOutline': { borderColor: 'transparent' },
          '&:not(:hover, .Mui-focused)': { bgcolor: 'transparent' },
        }}
      >
        {roleKeys.map((each) => (
          <MenuItem key={each} value={each}>
            {roles[each].label}
          </MenuItem>
        ))}
      </Select>
    </Box>
  )
}
