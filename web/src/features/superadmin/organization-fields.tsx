import InputAdornment from '@mui/material/InputAdornment'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { ConflictNote } from '../../ui/edit-form/conflict-note.tsx'
import type { EditForm } from '../../ui/edit-form/use-edit-form.ts'
import { type OrganizationDraft, suggestName } from './organization-draft.ts'
import { words } from './words.ts'

const { fields } = words

interface OrganizationFieldsProps {
  form: EditForm<OrganizationDraft>
  /** The name is chosen once. */
  nameFixed: boolean
}

export function OrganizationFields({ form, nameFixed }: OrganizationFieldsProps) {
  const { display_name, name } = form.draft
  // The name follows the display name until someone types one of their own.
  const follows = !nameFixed && name === suggestName(display_name)
  return (
    <Stack sx={{ gap: 5, pt: 2 }}>
      <div>
        <TextField
          {...form.text('display_name', fields.displayNameHint)}
          label={fields.displayName}
          onChange={({ target }) =>
            form.change({ display_name: target.value, ...(follows && { name: suggestName(target.value) }) })
          }
          fullWidth
          required
          autoFocus
          autoComplete="off"
          slotProps={{ htmlInput: { dir: 'auto' } }}
        />
        <ConflictNote form={form} field="display_name" name={fields.displayName} />
      </div>
      {!nameFixed && (
        <TextField
          {...form.text('name', fields.nameHint)}
          label={fields.name}
          fullWidth
          required
          autoComplete="off"
          slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
        />
      )}
      <div>
        <TextField
          {...form.text('quota_bytes', fields.quotaHint)}
          label={fields.quota}
          fullWidth
          autoComplete="off"
          slotProps={{
            htmlInput: { inputMode: 'decimal' },
            input: { endAdornment: <InputAdornment position="end">GB</InputAdornment> },
          }}
        />
        <ConflictNote form={form} field="quota_bytes" name={fields.quota}>
          {({ quota_bytes }) => (quota_bytes === '' ? words.conflict.defaultQuota : `${quota_bytes} GB`)}
        </ConflictNote>
      </div>
    </Stack>
  )
}
