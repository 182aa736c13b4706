import type { Project } from '@cresyl/contract/lab/projects'
import { useEditForm } from '../../ui/edit-form/use-edit-form.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { checkDraft, writeDraft } from './draft.ts'
import { useProjectCreation } from './mutations.ts'
import { ProjectFields } from './project-fields.tsx'
import { words } from './words.ts'

interface CreateProjectDialogProps {
  onClose: () => void
  onCreated: (project: Project) => void
}

export function CreateProjectDialog({ onClose, onCreated }: CreateProjectDialogProps) {
  const form = useEditForm({
    stored: null,
    read: () => ({ name: '', description: '' }),
    write: writeDraft,
    check: checkDraft,
    saving: useProjectCreation(),
    onSaved: (project) => {
      showToast(words.done.created(project.name))
      onCreated(project)
    },
  })
  return (
    <FormDialog title={words.create.title} submitLabel={words.create.submit} form={form} onClose={onClose}>
      <ProjectFields form={form} />
    </FormDialog>
  )
}
