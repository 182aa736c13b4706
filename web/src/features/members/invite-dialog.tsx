import { type RoleKey, roleKeys, roles } from '@cresyl/contract/permissions'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { roleSummaries } from '../../ui/role-words.ts'
import { LinkDialog } from './link-dialog.tsx'
import { type InvitationDraft, invitationErrors, useCreateInvitation } from './mutations.ts'
import { words } from './words.ts'

const blank: InvitationDraft = { email: '', name: '', role: 'user' }
const { invite } = words

/** Who and as what; then the link, this once. */
export function InviteDialog({ mail, onClose }: { mail: boolean; onClose: () => void }) {
  const [draft, setDraft] = useState(blank)
  const [tried, setTried] = useState(false)
  const create = useCreateInvitation()
  if (create.data) {
    return (
      <LinkDialog
        title={invite.ready(create.data.email)}
        label={invite.label}
        given={create.data}
        email={create.data.email}
        onClose={onClose}
      />
    )
  }

  const missing = draft.email.trim() === ''
  const errors = {
    ...invitationErrors(create.error),
    ...(tried && missing && { email: invite.emailRequired }),
  }

  function change(change: Partial<InvitationDraft>) {
    setDraft({ ...draft, ...change })
    if (create.isError) create.reset()
  }

  return (
    <FormDialog
      title={invite.title}
      submitLabel={invite.submit}
      busy={create.isPending}
      changed={draft.email !== '' || draft.name !== ''}
      onSubmit={() => {
        setTried(true)
        if (!missing) create.mutate(draft)
      }}
      onClose={onClose}
    >
      <Stack sx={{ gap: 5, pt: 2 }}>
        <TextField
          label={invite.email}
          type="email"
          value={draft.email}
          onChange={(event) => change({ email: event.target.value })}
          error={errors.email !== undefined}
          helperText={errors.email}
          required
          autoFocus
          autoComplete="off"
        />
        <TextField
          label={invite.name}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
          error={errors.name !== undefined}
          helperText={errors.name ?? invite.nameHint}
          autoComplete="off"
          slotProps={{ htmlInput: { dir: 'auto' } }}
        />
        <TextField
          select
          label={invite.role}
          value={draft.role}
          onChange={(event) => change({ role: event.target.value as RoleKey })}
          error={errors.role !== undefined}
          helperText={errors.role ?? `${roleSummaries[draft.role]}.`}
          slotProps={{ select: { renderValue: (role) => roles[role as RoleKey].label } }}
        >
          {roleKeys.map((role) => (
            <MenuItem key={role} value={role}>
              <Box>
                {roles[role].label}
                <Typography variant="body2" color="textSecondary">
                  {roleSummaries[role]}
                </Typography>
              </Box>
            </MenuItem>
          ))}
        </TextField>
        <Typography color="textSecondary">
          {mail ? invite.mailed : invite.notMailed} {invite.works}
        </Typography>
      </Stack>
    </FormDialog>
  )
}
