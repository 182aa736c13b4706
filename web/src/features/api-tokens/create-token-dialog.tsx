import { textLimits } from '@cresyl/contract/api/limits'
import type { Permission } from '@cresyl/contract/api/permissions'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useSessionState } from '../../lib/session/session-context.tsx'
import { useEditForm } from '../../ui/edit-form/use-edit-form.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FreshTokenDialog } from './fresh-token-dialog.tsx'
import { PermissionChecklist } from './permission-checklist.tsx'
import { offeredPermissions, readOnly } from './permission-groups.ts'
import { useTokenCreation } from './queries.ts'
import { defaultExpiry, expiries } from './token-state.ts'
import { words } from './words.ts'

interface Draft {
  name: string
  days: number
  permissions: ReadonlySet<Permission>
}

/** What the token is for, how long and for what; then the token itself, this once. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const state = useSessionState()
  const held = offeredPermissions(state.status === 'signed-in' ? state.permissions : [])
  const form = useEditForm({
    stored: null,
    read: (): Draft => ({ name: '', days: defaultExpiry, permissions: new Set(readOnly(held)) }),
    write: ({ name, days, permissions }) => ({ name, days, permissions: [...permissions].sort() }),
    check: checkDraft,
    saving: useTokenCreation(),
  })
  if (form.saved) return <FreshTokenDialog token={form.saved} onClose={onClose} />
  const { draft, errors, change } = form

  return (
    <FormDialog title={words.create.title} submitLabel={words.create.submit} onClose={onClose} form={form}>
      <Stack sx={{ gap: 5, pt: 2 }}>
        <TextField
          {...form.text('name', words.create.nameHint)}
          label={words.create.name}
          required
          autoFocus
          autoComplete="off"
          slotProps={{ htmlInput: { dir: 'auto', maxLength: textLimits.name } }}
        />
        <TextField
          select
          label={words.create.expiry}
          value={draft.days}
          onChange={(event) => change({ days: Number(event.target.value) })}
          error={errors.days !== undefined}
          helperText={errors.days}
        >
          {expiries.map((days) => (
            <MenuItem key={days} value={days}>
              {words.create.days(days)}
            </MenuItem>
          ))}
        </TextField>
        <PermissionChecklist
          held={held}
          chosen={draft.permissions}
          error={errors.permissions}
          onChange={(permissions) => change({ permissions })}
        />
      </Stack>
    </FormDialog>
  )
}

function checkDraft({ name, permissions }: Draft): { name?: string; permissions?: string } {
  return {
    ...(name.trim() === '' && { name: words.create.nameRequired }),
    ...(permissions.size === 0 && { permissions: words.create.permissionsRequired }),
  }
}
