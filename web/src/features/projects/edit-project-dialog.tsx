import { type Project, project as projectSchema } from '@cresyl/contract/lab/projects'
import { storedNow } from '../../lib/api/stored-now.ts'
import { ConflictAlert } from '../../ui/edit-form/conflict-note.tsx'
import { useEditForm } from '../../ui/edit-form/use-edit-form.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { checkDraft, writeDraft } from './draft.ts'
import { useProjectUpdate } from './mutations.ts'
import { ProjectFields } from './project-fields.tsx'
import { words } from './words.ts'

interface EditProjectDialogProps {
  project: Project
  onClose: () => void
}

export function EditProjectDialog({ project, onClose }: EditProjectDialogProps) {
  const form = useEditForm({
    stored: project,
    read: ({ name, description }) => ({ name, description }),
    write: writeDraft,
    check: checkDraft,
    saving: useProjectUpdate(),
    storedNow: (error) => storedNow(error, projectSchema),
    onSaved: ({ name }) => {
      showToast(words.done.saved(name))
      onClose()
    },
    onUnchanged: onClose,
  })
  return (
    <FormDialog title={words.edit.title} submitLabel={words.edit.submit} form={form} onClose={onClose}>
      <ConflictAlert form={form} title={words.conflict.title}>
        {form.base.archived_at !== null && ` ${words.conflict.archived}`}
      </ConflictAlert>
      <ProjectFields form={form} />
    </FormDialog>
  )
}
