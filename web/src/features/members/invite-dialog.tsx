import { type RoleKey, roleKeys, roles } from '@cresyl/contract/api/permissions'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useEditForm } from '../../ui/edit-form/use-edit-form.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { roleSummaries } from '../../ui/text/role-words.ts'
import { LinkDialog } from './link-dialog.tsx'
import { type InvitationDraft, invitationErrors, useInvitationCreation } from './mutations.ts'
import { words } from './words.ts'

const blank: InvitationDraft = { email: '', name: '', role: 'user' }
const { invite } = words

/** Who and as what; then the link, this once. */
export function InviteDialog({ mail, onClose }: { mail: boolean; onClose: () => void }) {
  const form = useEditForm({
    stored: null,
    read: () => blank,
    write: (draft) => draft,
    check: ({ email }) => (email.trim() === '' ? { email: invite.emailRequired } : {}),
    saving: useInvitationCreation(),
    errorsOf: invitationErrors,
  })
  const { draft, errors, change, saved } = form
  if (saved) {
    return (
      <LinkDialog
        title={invite.ready(saved.email)}
        label={invite.label}
        given={saved}
        email={saved.email}
        onClose={onClose}
      />
    )
  }

  return (
    <FormDialog title={invite.title} submitLabel={invite.submit} onClose={onClose} form={form}>
      <Stack sx={{ gap: 5, pt: 2 }}>
        <TextField
          {...form.text('email')}
          label={invite.email}
          type="email"
          required
          autoFocus
          autoComplete="off"
        />
        <TextField
          {...form.text('name', invite.nameHint)}
          label={invite.name}
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
