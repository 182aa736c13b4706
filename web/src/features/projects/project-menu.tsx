import type { Project } from '@cresyl/contract/projects'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import { useId, useState } from 'react'
import { GatedMenuItem } from '../../ui/gated.tsx'
import { Archive, ArchiveRestore, EllipsisVertical, Pencil, RotateCcw, Trash2 } from '../../ui/icons.ts'
import type { ProjectActions } from './use-project-actions.tsx'
import { words } from './words.ts'

interface ProjectMenuProps {
  project: Project
  actions: ProjectActions
  /** Where editing has a button of its own. */
  withoutEdit?: boolean
}

export function ProjectMenu({ project, actions, withoutEdit = false }: ProjectMenuProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const open = anchor !== null
  return (
    <>
      <IconButton
        aria-label={words.actions.of(project.name)}
        title={words.actions.more}
        aria-haspopup="menu"
        aria-expanded={open}
        {...(open && { 'aria-controls': id })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <EllipsisVertical size={18} aria-hidden />
      </IconButton>
      {open && (
        <Menu
          id={id}
          open
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          // What is off says why: the keyboard must get there too.
          slotProps={{ list: { disabledItemsFocusable: true } }}
        >
          {itemsOf(project, actions, withoutEdit, () => setAnchor(null))}
        </Menu>
      )}
    </>
  )
}

function itemsOf(project: Project, actions: ProjectActions, withoutEdit: boolean, close: () => void) {
  const reasons = actions.reasons(project)
  const choose = (act: () => void) => () => {
    close()
    act()
  }
  if (project.deleted_at !== null) {
    return (
      <GatedMenuItem
        icon={<RotateCcw size={18} aria-hidden />}
        label={words.actions.restore}
        reason={reasons.delete}
        onClick={choose(() => actions.restore(project))}
      />
    )
  }
  const archived = project.archived_at !== null
  const ArchiveIcon = archived ? ArchiveRestore : Archive
  return [
    !withoutEdit && (
      <GatedMenuItem
        key="edit"
        icon={<Pencil size={18} aria-hidden />}
        label={words.edit.button}
        reason={reasons.edit}
        onClick={choose(() => actions.edit(project))}
      />
    ),
    <GatedMenuItem
      key="archive"
      icon={<ArchiveIcon size={18} aria-hidden />}
      label={archived ? words.actions.unarchive : words.actions.archive}
      reason={reasons.archive}
      onClick={choose(() => actions.setArchived(project, !archived))}
    />,
    <GatedMenuItem
      key="delete"
      danger
      icon={<Trash2 size={18} aria-hidden />}
      label={words.actions.delete}
      reason={reasons.delete}
      onClick={choose(() => actions.remove(project))}
    />,
  ]
}
