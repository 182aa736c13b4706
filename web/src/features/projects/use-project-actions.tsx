import type { Project } from '@cresyl/contract/lab/projects'
import { useMutation } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePermission } from '../../lib/session/session-context.tsx'
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx'
import { permissionReason } from '../../ui/text/permission-reason.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useDeleteProject, useProjectUpdate, useRestoreProject } from './mutations.ts'
import { words } from './words.ts'

const EditProjectDialog = lazy(async () => ({
  default: (await import('./edit-project-dialog.tsx')).EditProjectDialog,
}))

export interface ProjectActions {
  edit: (project: Project) => void
  setArchived: (project: Project, archived: boolean) => void
  remove: (project: Project) => void
  restore: (project: Project) => void
  /** Why not; undefined where it may be done. */
  reasons: (project: Project) => {
    edit: string | undefined
    archive: string | undefined
    delete: string | undefined
  }
  /** To be rendered by whoever offers the actions. */
  dialogs: ReactNode
}

type Opened = { dialog: 'edit' | 'delete'; project: Project } | null

export function useProjectActions({ onDeleted }: { onDeleted?: () => void } = {}): ProjectActions {
  const [opened, setOpened] = useState<Opened>(null)
  const mayUpdate = usePermission('update:projects')
  const mayDelete = usePermission('delete:projects')
  const update = useMutation(useProjectUpdate())
  const restore = useRestoreProject()
  const close = () => setOpened(null)

  function setArchived(project: Project, archived: boolean, undoable = true) {
    update.mutate(
      { base: project, changes: { archived } },
      {
        onSuccess: (stored) => {
          const done = archived ? words.done.archived : words.done.unarchived
          const undo = { label: words.done.undo, run: () => setArchived(stored, !archived, false) }
          showToast(done(stored.name), 'success', undoable ? undo : undefined)
        },
      },
    )
  }

  return {
    edit: (project) => setOpened({ dialog: 'edit', project }),
    setArchived,
    remove: (project) => setOpened({ dialog: 'delete', project }),
    restore: (project) =>
      restore.mutate(project, { onSuccess: (stored) => void showToast(words.done.restored(stored.name)) }),
    reasons(project) {
      const update = mayUpdate ? undefined : permissionReason('update:projects', words.deeds.update)
      return {
        edit: update ?? (project.archived_at === null ? undefined : words.actions.archivedReason),
        archive: update,
        delete: mayDelete ? undefined : permissionReason('delete:projects', words.deeds.delete),
      }
    },
    dialogs: (
      <Suspense fallback={null}>
        {opened?.dialog === 'edit' && <EditProjectDialog project={opened.project} onClose={close} />}
        {opened?.dialog === 'delete' && (
          <DeleteProjectDialog
            project={opened.project}
            onClose={close}
            onDeleted={() => {
              close()
              onDeleted?.()
            }}
          />
        )}
      </Suspense>
    ),
  }
}

interface DeleteProjectDialogProps {
  project: Project
  onClose: () => void
  onDeleted: () => void
}

function DeleteProjectDialog({ project, onClose, onDeleted }: DeleteProjectDialogProps) {
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
