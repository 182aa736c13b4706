import { textLimits } from '@cresyl/contract/limits'
import type { Permission } from '@cresyl/contract/permissions'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useSessionState } from '../../lib/session/session-context.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FreshTokenDialog } from './fresh-token-dialog.tsx'
import { PermissionChecklist } from './permission-checklist.tsx'
import { offeredPermissions, readOnly } from './permission-groups.ts'
import { tokenErrors, useCreateApiToken } from './queries.ts'
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
  const [draft, setDraft] = useState<Draft>(() => ({
    name: '',
    days: defaultExpiry,
    permissions: new Set(readOnly(held)),
  }))
  const [tried, setTried] = useState(false)
  const [touched, setTouched] = useState(false)
  const create = useCreateApiToken()
  if (create.data) return <FreshTokenDialog token={create.data} onClose={onClose} />

  const faults = checkDraft(draft)
  const errors = { ...tokenErrors(create.error), ...(tried && faults) }

  function change(change: Partial<Draft>) {
    setDraft({ ...draft, ...change })
    setTouched(true)
    if (create.isError) create.reset()
  }

  function submit() {
    setTried(true)
    if (Object.keys(faults).length > 0) return
    create.mutate({ name: draft.name, days: draft.days, permissions: [...draft.permissions] })
  }

  return (
    <FormDialog
      title={words.create.title}
      submitLabel={words.create.submit}
      busy={create.isPending}
      changed={touched}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack sx={{ gap: 5, pt: 2 }}>
        <TextField
          label={words.create.name}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
          error={errors.name !== undefined}
          helperText={errors.name ?? words.create.nameHint}
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
