import type { Permission } from '@cresyl/contract/api/permissions'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { groupPermissions, type PermissionGroup, readOnly, toggleGroup } from './permission-groups.ts'
import { words } from './words.ts'

interface PermissionChecklistProps {
  /** One's own: more can't be given. */
  held: readonly Permission[]
  chosen: ReadonlySet<Permission>
  error: string | undefined
  onChange: (chosen: ReadonlySet<Permission>) => void
}

export function PermissionChecklist({ held, chosen, error, onChange }: PermissionChecklistProps) {
  const titleId = useId()
  const { presets } = words.create
  const preset = (label: string, permissions: readonly Permission[]) => (
    <Button size="small" variant="outlined" onClick={() => onChange(new Set(permissions))}>
      {label}
    </Button>
  )
  return (
    <Box role="group" aria-labelledby={titleId}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'baseline', justifyContent: 'space-between' }}>
        <Typography variant="h3" component="p" id={titleId}>
          {words.create.permissions}
        </Typography>
        <Typography variant="body2" color="textSecondary" role="status">
          {words.create.chosen(chosen.size, held.length)}
        </Typography>
      </Stack>
      <Typography color="textSecondary">{words.create.permissionsHint}</Typography>
      <Stack
        direction="row"
        role="group"
        aria-label={words.create.presetsLabel}
        sx={{ my: 3, gap: 2, flexWrap: 'wrap' }}
      >
        {preset(presets.read, readOnly(held))}
        {preset(presets.all, held)}
        {preset(presets.none, [])}
      </Stack>
      {error && (
        <FormHelperText error role="alert" sx={{ mb: 2 }}>
          {error}
        </FormHelperText>
      )}
      <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1 }}>
        {groupPermissions(held).map((group) => (
          <Group key={group.resource} group={group} chosen={chosen} onChange={onChange} />
        ))}
      </Box>
    </Box>
  )
}

// A row for each thing even on a phone, with room for a finger.
const tight = { mx: 0, minHeight: 32 } as const

interface GroupProps {
  group: PermissionGroup
  chosen: ReadonlySet<Permission>
  onChange: (chosen: ReadonlySet<Permission>) => void
}

function Group({ group, chosen, onChange }: GroupProps) {
  const name = words.resources[group.resource]
  const count = group.permissions.filter(({ permission }) => chosen.has(permission)).length
  const all = count === group.permissions.length

  function toggle(permission: Permission) {
    const next = new Set(chosen)
    if (!next.delete(permission)) next.add(permission)
    onChange(next)
  }

  return (
    <Box
      role="group"
      aria-label={name}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '144px 1fr' },
        alignItems: 'start',
        px: 3,
        py: 2,
        '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
      }}
    >
      <FormControlLabel
        label={<Typography sx={{ fontWeight: 600 }}>{name}</Typography>}
        sx={tight}
        control={
          <Checkbox
            size="small"
            sx={{ p: 1 }}
            checked={all}
            indeterminate={count > 0 && !all}
            onChange={() => onChange(toggleGroup(chosen, group))}
            slotProps={{ input: { 'aria-label': words.create.allOf(name) } }}
          />
        }
      />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(92px, 1fr))',
          pl: { xs: 7, sm: 0 },
        }}
      >
        {group.permissions.map(({ permission, action }) => (
          <FormControlLabel
            key={permission}
            label={words.actions[action]}
            sx={tight}
            control={
              <Checkbox
                size="small"
                sx={{ p: 1 }}
                checked={chosen.has(permission)}
                onChange={() => toggle(permission)}
              />
            }
          />
        ))}
      </Box>
    </Box>
  )
}
