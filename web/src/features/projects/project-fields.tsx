import { textLimits } from '@cresyl/contract/api/limits'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { ConflictNote } from '../../ui/edit-form/conflict-note.tsx'
import type { EditForm } from '../../ui/edit-form/use-edit-form.ts'
import type { Draft } from './draft.ts'
import { words } from './words.ts'

const { fields } = words

export function ProjectFields({ form }: { form: EditForm<Draft> }) {
  const { name, description } = form.draft
  return (
    <Stack sx={{ gap: 5, pt: 2 }}>
      <div>
        <TextField
          {...form.text('name', counter(name, textLimits.name))}
          label={fields.name}
          fullWidth
          required
          autoFocus
          autoComplete="off"
          slotProps={{ htmlInput: { dir: 'auto' } }}
        />
        <ConflictNote form={form} field="name" name={fields.name} />
      </div>
      <div>
        <TextField
          {...form.text(
            'description',
            counter(description, textLimits.description) ?? fields.descriptionHint,
          )}
          label={fields.description}
          fullWidth
          multiline
          minRows={3}
          maxRows={10}
          slotProps={{ htmlInput: { dir: 'auto' } }}
        />
        <ConflictNote form={form} field="description" name={fields.description} />
      </div>
    </Stack>
  )
}

/** Only near the limit: before, it would be noise. */
function counter(text: string, max: number): string | undefined {
  return text.length > max * 0.8 ? fields.count(text.length, max) : undefined
}
