import type { Project } from '@cresyl/contract/lab/projects'
import { Archive, ArchiveRestore, Pencil, RotateCcw, Trash2 } from '../../ui/frame/icons.ts'
import { type RowAction, RowMenu } from '../../ui/list/row-menu.tsx'
import type { ProjectActions } from './use-project-actions.tsx'
import { words } from './words.ts'

interface ProjectMenuProps {
  project: Project
  actions: ProjectActions
  /** Where editing has a button of its own. */
  withoutEdit?: boolean
}

export function ProjectMenu({ project, actions, withoutEdit = false }: ProjectMenuProps) {
  return <RowMenu of={project.name} actions={menuOf(project, actions, withoutEdit)} />
}

function menuOf(project: Project, actions: ProjectActions, withoutEdit: boolean): RowAction[] {
  const reasons = actions.reasons(project)
  if (project.deleted_at !== null) {
    return [
      {
        label: words.actions.restore,
        icon: <RotateCcw size={18} aria-hidden />,
        reason: reasons.delete,
        run: () => actions.restore(project),
      },
    ]
  }
  const archived = project.archived_at !== null
  const ArchiveIcon = archived ? ArchiveRestore : Archive
  const edit = {
    label: words.edit.button,
    icon: <Pencil size={18} aria-hidden />,
    reason: reasons.edit,
    run: () => actions.edit(project),
  }
  return [
    ...(withoutEdit ? [] : [edit]),
    {
      label: archived ? words.actions.unarchive : words.actions.archive,
      icon: <ArchiveIcon size={18} aria-hidden />,
      reason: reasons.archive,
      run: () => actions.setArchived(project, !archived),
    },
    {
      label: words.actions.delete,
      icon: <Trash2 size={18} aria-hidden />,
      danger: true,
      reason: reasons.delete,
      run: () => actions.remove(project),
    },
  ]
}
