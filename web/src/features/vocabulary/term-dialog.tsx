import Alert from '@mui/material/Alert'
import Stack from '@mui/material/Stack'
import { ConflictAlert, ConflictNote } from '../../ui/edit-form/conflict-note.tsx'
import { useEditForm } from '../../ui/edit-form/use-edit-form.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { termErrors, useAllTerms, useTermSaving } from './queries.ts'
import { blankValues, checkValues, findTaken, suggestionsFor, trimmed } from './term-drafts.ts'
import { suggestionsHeight, TermFieldInput } from './term-field-input.tsx'
import type { Term, Vocabulary } from './vocabulary.ts'
import { words } from './words.ts'

interface TermDialogProps {
  vocabulary: Vocabulary
  /** Null to add one. */
  term: Term | null
  onClose: () => void
}

export function TermDialog({ vocabulary, term, onClose }: TermDialogProps) {
  const { fields, words: own } = vocabulary
  const terms = useAllTerms(vocabulary)
  const form = useEditForm({
    stored: term,
    read: (stored) => stored?.values ?? blankValues(fields),
    write: trimmed,
    check: (values) => checkValues(fields, values),
    saving: useTermSaving(vocabulary),
    storedNow: vocabulary.storedNow,
    errorsOf: (error) => termErrors(vocabulary, error),
    onSaved: ({ name }) => {
      showToast(term ? words.done.saved(name) : words.done.added(name))
      onClose()
    },
    onUnchanged: onClose,
  })
  const isComplete = Object.keys(checkValues(fields, form.draft)).length === 0
  const taken = isComplete ? findTaken(terms, form.draft, form.base ?? undefined) : undefined

  return (
    <FormDialog
      title={term ? own.editTitle : own.add}
      submitLabel={term ? words.save : own.addSubmit}
      reason={taken}
      maxWidth="xs"
      onClose={onClose}
      form={form}
    >
      <Stack sx={{ gap: 5, pt: 2, minHeight: fields.length * 76 + suggestionsHeight }}>
        <ConflictAlert form={form} title={words.conflict} />
        {fields.map((field, index) => (
          <div key={field.key}>
            <TermFieldInput
              label={field.label}
              value={form.draft[field.key] ?? ''}
              suggestions={suggestionsFor(field, terms)}
              error={form.errors[field.key]}
              autoFocus={index === 0}
              onChange={(text) => form.change({ [field.key]: text })}
            />
            <ConflictNote form={form} field={field.key} name={field.label} />
          </div>
        ))}
        {taken && (
          <Alert severity="info" variant="outlined" role="status">
            {taken}
          </Alert>
        )}
      </Stack>
    </FormDialog>
  )
}
