import InputAdornment from '@mui/material/InputAdornment'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import type { DraftErrors, OrganizationDraft } from './organization-draft.ts'
import { words } from './words.ts'

interface OrganizationFieldsProps {
  draft: OrganizationDraft
  errors: DraftErrors
  /** The name is chosen once. */
  nameFixed: boolean
  onChange: (change: Partial<OrganizationDraft>) => void
}

export function OrganizationFields({ draft, errors, nameFixed, onChange }: OrganizationFieldsProps) {
  return (
    <Stack sx={{ gap: 5, pt: 2 }}>
      <TextField
        label={words.fields.displayName}
        value={draft.displayName}
        onChange={(event) => onChange({ displayName: event.target.value })}
        error={errors.displayName !== undefined}
        helperText={errors.displayName ?? words.fields.displayNameHint}
        fullWidth
        required
        autoFocus
        autoComplete="off"
        slotProps={{ htmlInput: { dir: 'auto' } }}
      />
      {!nameFixed && (
        <TextField
          label={words.fields.name}
          value={draft.name}
          onChange={(event) => onChange({ name: event.target.value })}
          error={errors.name !== undefined}
          helperText={errors.name ?? words.fields.nameHint}
          fullWidth
          required
          autoComplete="off"
          slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
        />
      )}
      <TextField
        label={words.fields.quota}
        value={draft.quota}
        onChange={(event) => onChange({ quota: event.target.value })}
        error={errors.quota !== undefined}
        helperText={errors.quota ?? words.fields.quotaHint}
        fullWidth
        autoComplete="off"
        slotProps={{
          htmlInput: { inputMode: 'decimal' },
          input: { endAdornment: <InputAdornment position="end">GB</InputAdornment> },
        }}
      />
    </Stack>
  )
}
