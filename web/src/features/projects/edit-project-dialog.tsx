import { type Project, project as projectSchema } from '@cresyl/contract/projects'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { storedNow } from '../../lib/api/stored-now.ts'
import { ConflictChoice } from '../../ui/conflict-choice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import {
  changesOf,
  checkDraft,
  type Draft,
  type DraftField,
  draftOf,
  isChanged,
  mergeDrafts,
} from './draft.ts'
import { isAboutField, projectErrors, useUpdateProject } from './mutations.ts'
import { ProjectFields } from './project-fields.tsx'
import { words } from './words.ts'

interface Conflict {
  theirs: Project
  /** What was typed when the conflict was found: kept so that "keep mine" can bring it back. */
  mine: Draft
  fields: DraftField[]
}

interface EditProjectDialogProps {
  project: Project
  onClose: () => void
}

export function EditProjectDialog({ project, onClose }: EditProjectDialogProps) {
  const [base, setBase] = useState(project)
  const [draft, setDraft] = useState(() => draftOf(project))
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [tried, setTried] = useState(false)
  const update = useUpdateProject((error) => isAboutField(error) || storedNow(error, projectSchema) !== null)
  const errors = { ...projectErrors(update.error), ...(tried && checkDraft(draft)) }

  function submit() {
    setTried(true)
    if (Object.keys(checkDraft(draft)).length > 0) return
    if (!isChanged(draftOf(base), draft)) return onClose()
    const changes = changesOf(draftOf(base), draft)
    update.mutate(
      { id: base.id, change: { ...changes, version: base.version } },
      { onSuccess: saved, onError: refused },
    )
  }

  function saved(stored: Project) {
    showToast(words.done.saved(stored.name))
    onClose()
  }

  function refused(error: unknown) {
    const theirs = storedNow(error, projectSchema)
    if (!theirs) return
    const merge = mergeDrafts(draftOf(base), draft, draftOf(theirs))
    setBase(theirs)
    setDraft(merge.draft)
    setConflict({ theirs, mine: merge.draft, fields: merge.conflicts })
  }

  function change(next: Draft) {
    setDraft(next)
    if (update.isError) update.reset()
  }

  const notes = Object.fromEntries(
    (conflict?.fields ?? []).map((field) => [
      field,
      <ConflictChoice
        key={field}
        label={words.conflict.which(words.fields[field])}
        theirs={<Theirs text={conflict?.theirs[field] ?? ''} />}
        chosen={draft[field] === conflict?.theirs[field] ? 'theirs' : 'mine'}
        onChoose={(choice) => {
          const source = choice === 'theirs' ? conflict?.theirs : conflict?.mine
          if (source) change({ ...draft, [field]: source[field] })
        }}
      />,
    ]),
  )

  return (
    <FormDialog
      title={words.edit.title}
      submitLabel={words.edit.submit}
      busy={update.isPending}
      changed={isChanged(draftOf(base), draft)}
      onSubmit={submit}
      onClose={onClose}
    >
      {conflict && (
        <Alert severity="warning" variant="outlined" sx={{ mb: 4 }}>
          <AlertTitle>{words.conflict.title}</AlertTitle>
          {conflict.fields.length > 0 ? words.conflict.choose : words.conflict.merged}
          {conflict.theirs.archived_at !== null && ` ${words.conflict.archived}`}
        </Alert>
      )}
      <ProjectFields draft={draft} errors={errors} onChange={change} notes={notes} />
    </FormDialog>
  )
}

function Theirs({ text }: { text: string }) {
  return (
    <Typography dir="auto" sx={{ whiteSpace: 'pre-line' }}>
      {text === '' ? words.conflict.empty : text}
    </Typography>
  )
}
