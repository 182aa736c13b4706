import type { Project } from '@cresyl/contract/projects'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { Archive, Trash2 } from '../../ui/icons.ts'
import type { ProjectActions } from './use-project-actions.tsx'
import { words } from './words.ts'

/** That a project is archived or deleted, with the way out for who may take it. */
export function ProjectBanner({ project, actions }: { project: Project; actions: ProjectActions }) {
  const { archived_at: archived, deleted_at: deleted } = project
  if (archived === null && deleted === null) return null
  const reasons = actions.reasons(project)
  const wayOut =
    deleted === null
      ? {
          reason: reasons.archive,
          label: words.actions.unarchive,
          run: () => actions.setArchived(project, false),
        }
      : { reason: reasons.delete, label: words.actions.restore, run: () => actions.restore(project) }
  const Icon = deleted === null ? Archive : Trash2
  return (
    <Alert
      severity="info"
      variant="outlined"
      role="note"
      icon={<Icon size={20} aria-hidden />}
      sx={{ mb: 4, alignItems: 'center' }}
      action={
        wayOut.reason === undefined && (
          <Button size="small" onClick={wayOut.run}>
            {wayOut.label}
          </Button>
        )
      }
    >
      {deleted === null ? words.page.archived : words.page.deleted}
    </Alert>
  )
}
