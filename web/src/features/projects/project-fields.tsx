import { textLimits } from '@cresyl/contract/limits'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import type { Draft, DraftField } from './draft.ts'
import { words } from './words.ts'

interface ProjectFieldsProps {
  draft: Draft
  errors: Partial<Draft>
  onChange: (draft: Draft) => void
  /** What stands under a field, such as a choice between two versions. */
  notes?: Partial<Record<DraftField, ReactNode>>
}

export function ProjectFields({ draft, errors, onChange, notes }: ProjectFieldsProps) {
  return (
    <Stack sx={{ gap: 5, pt: 2 }}>
      <div>
        <TextField
          label={words.fields.name}
          value={draft.name}
          onChange={(event) => onChange({ ...draft, name: event.target.value })}
          error={errors.name !== undefined}
          helperText={errors.name ?? counter(draft.name, textLimits.name)}
          fullWidth
          required
          autoFocus
          autoComplete="off"
          slotProps={{ htmlInput: { dir: 'auto' } }}
        />
        {notes?.name}
      </div>
      <div>
        <TextField
          label={words.fields.description}
          value={draft.description}
          onChange={(event) => onChange({ ...draft, description: event.target.value })}
          error={errors.description !== undefined}
          helperText={
            errors.description ??
            counter(draft.description, textLimits.description) ??
            words.fields.descriptionHint
          }
          fullWidth
          multiline
          minRows={3}
          maxRows={10}
          slotProps={{ htmlInput: { dir: 'auto' } }}
        />
        {notes?.description}
      </div>
    </Stack>
  )
}

/** Only near the limit: before, it would be noise. */
function counter(text: string, max: number): string | undefined {
  return text.length > max * 0.8 ? words.fields.count(text.length, max) : undefined
}
