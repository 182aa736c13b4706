import type { Project } from '@cresyl/contract/projects'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useDeleteProject } from './mutations.ts'
import { words } from './words.ts'

interface DeleteProjectDialogProps {
  project: Project
  onClose: () => void
  onDeleted: () => void
}

export function DeleteProjectDialog({ project, onClose, onDeleted }: DeleteProjectDialogProps) {
  const remove = useDeleteProject()
  return (
    <ConfirmDialog
      title={words.delete.title}
      confirmLabel={words.delete.confirm}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(project, {
          onSuccess: () => {
            showToast(words.done.deleted(project.name))
            onDeleted()
          },
        })
      }
    >
      <strong>
        <bdi>{project.name}</bdi>
      </strong>{' '}
      {words.delete.text}
    </ConfirmDialog>
  )
}
