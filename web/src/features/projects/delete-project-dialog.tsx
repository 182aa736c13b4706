import type { Project } from '@cresyl/contract/projects'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useDeleteProject, useRestoreProject } from './mutations.ts'
import { words } from './words.ts'

interface DeleteProjectDialogProps {
  project: Project
  onClose: () => void
  onDeleted: () => void
}

export function DeleteProjectDialog({ project, onClose, onDeleted }: DeleteProjectDialogProps) {
  const remove = useDeleteProject()
  const restore = useRestoreProject()
  // By then this dialog is gone, and so is what it would be told.
  const undo = () =>
    void restore.mutateAsync(project).then(
      ({ name }) => void showToast(words.done.restored(name)),
      () => {},
    )
  return (
    <ConfirmDialog
      title={words.delete.title}
      confirmLabel={words.delete.confirm}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(project, {
          onSuccess: () => {
            showToast(words.done.deleted(project.name), 'success', { label: words.done.undo, run: undo })
            onDeleted()
          },
        })
      }
    >
      <strong>
        <bdi>{project.name}</bdi>
      </strong>{' '}
      {words.delete.text}
      {project.slide_count > 0 && ` ${words.delete.slides(project.slide_count)}`}
    </ConfirmDialog>
  )
}
