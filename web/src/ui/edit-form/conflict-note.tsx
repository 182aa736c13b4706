import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import type { ReactNode } from 'react'
import { ConflictChoice } from '../form/conflict-choice.tsx'
import type { FieldOf } from './merge-drafts.ts'
import type { EditForm } from './use-edit-form.ts'

interface ConflictAlertProps {
  form: Pick<EditForm<object, unknown>, 'conflict'>
  /** Such as "Someone else changed this slide while you were editing". */
  title: string
  children?: ReactNode
}

/** Above the fields, where someone else has saved meanwhile. */
export function ConflictAlert({ form: { conflict }, title, children }: ConflictAlertProps) {
  if (conflict === null) return null
  return (
    <Alert severity="warning" variant="outlined" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      <AlertTitle>{title}</AlertTitle>
      {conflict.places.length > 0
        ? 'Choose below what to keep, then save. Nothing you typed is lost.'
        : 'Their changes were added to yours. Review them, then save.'}
      {children}
    </Alert>
  )
}

interface ConflictNoteProps<Draft extends object> {
  form: EditForm<Draft>
  field: FieldOf<Draft>
  /** The label of the field. */
  name: string
  /** Their version as it is read; left out: as it is typed. */
  children?: (theirs: Draft) => ReactNode
}

/** Under a field that both have changed: the choice between the two. */
export function ConflictNote<Draft extends object>({
  form,
  field,
  name,
  children,
}: ConflictNoteProps<Draft>) {
  const chosen = form.choiceOf(field)
  if (chosen === null || form.conflict === null) return null
  const { theirs } = form.conflict
  return (
    <ConflictChoice
      label={`Which ${name.toLowerCase()} to keep`}
      theirs={children ? children(theirs) : <Text text={String(theirs[field])} />}
      chosen={chosen}
      onChoose={(choice) => form.choose(field, choice)}
    />
  )
}

const Text = ({ text }: { text: string }) => (
  <span dir="auto" style={{ whiteSpace: 'pre-line' }}>
    {text === '' ? '(empty)' : text}
  </span>
)
