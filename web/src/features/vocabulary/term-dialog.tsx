import Alert from '@mui/material/Alert'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { termErrors, useAllTerms, useSaveTerm } from './queries.ts'
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
  const [base, setBase] = useState(term)
  const start = base?.values ?? blankValues(fields)
  const [values, setValues] = useState(start)
  const [tried, setTried] = useState(false)
  const [conflict, setConflict] = useState<Term | null>(null)
  const terms = useAllTerms(vocabulary)
  const save = useSaveTerm(vocabulary)
  const missing = checkValues(fields, values)
  const complete = Object.keys(missing).length === 0
  const taken = complete ? findTaken(terms, values, base ?? undefined) : undefined
  const errors = { ...termErrors(vocabulary, save.error), ...(tried && missing) }
  const changed = JSON.stringify(trimmed(values)) !== JSON.stringify(start)

  function submit() {
    setTried(true)
    if (!complete) return
    if (base && !changed) return onClose()
    save.mutate(
      { term: base, values: trimmed(values) },
      {
        onSuccess: (stored) => {
          showToast(base ? words.done.saved(stored.name) : words.done.added(stored.name))
          onClose()
        },
        onError: (error) => {
          const now = vocabulary.storedNow(error)
          if (!now) return
          setBase(now)
          setConflict(now)
        },
      },
    )
  }

  return (
    <FormDialog
      title={term ? own.editTitle : own.add}
      submitLabel={term ? words.save : own.addSubmit}
      reason={taken}
      busy={save.isPending}
      changed={changed}
      maxWidth="xs"
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack sx={{ gap: 5, pt: 2, minHeight: fields.length * 76 + suggestionsHeight }}>
        {conflict && (
          <Alert severity="warning" variant="outlined">
            {words.conflict(conflict.name)}
          </Alert>
        )}
        {fields.map((field, index) => (
          <TermFieldInput
            key={field.key}
            label={field.label}
            value={values[field.key] ?? ''}
            suggestions={suggestionsFor(field, terms)}
            error={errors[field.key]}
            autoFocus={index === 0}
            onChange={(text) => {
              setValues((now) => ({ ...now, [field.key]: text }))
              if (save.isError) save.reset()
            }}
          />
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
