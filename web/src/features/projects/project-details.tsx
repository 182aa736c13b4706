import type { Project } from '@cresyl/contract/projects'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router'
import { GatedButton } from '../../ui/gated.tsx'
import { Archive, Pencil } from '../../ui/icons.ts'
import { Page } from '../../ui/page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ProjectMenu } from './project-menu.tsx'
import { ProjectPageState } from './project-page-states.tsx'
import { useProject } from './queries.ts'
import { type ProjectActions, useProjectActions } from './use-project-actions.tsx'
import { words } from './words.ts'

/** One project; `children` is the place for its slides. */
export function ProjectDetails({ id, children }: { id: string; children: ReactNode }) {
  const query = useProject(id)
  const navigate = useNavigate()
  const actions = useProjectActions({ onDeleted: () => navigate('/', { replace: true }) })
  const project = query.data
  return (
    <>
      {project ? (
        <Page
          key={id}
          title={project.name}
          heading={<bdi>{project.name}</bdi>}
          context={<Origin project={project} />}
          action={<Actions project={project} actions={actions} />}
        >
          {project.archived_at !== null && <ArchivedBanner project={project} actions={actions} />}
          <Description text={project.description} />
          {children}
        </Page>
      ) : (
        <ProjectPageState query={query} />
      )}
      {actions.dialogs}
    </>
  )
}

function Origin({ project }: { project: Project }) {
  return (
    <>
      {words.page.createdBy} <bdi>{project.created_by?.name ?? words.page.unknownPerson}</bdi>{' '}
      <RelativeTime time={project.created_at} />
      {' · '}
      {words.page.changed.toLowerCase()} <RelativeTime time={project.updated_at} />
      {' · '}
      <Link component={RouterLink} to={`/project/${project.id}/old`} underline="always">
        {words.page.plainView}
      </Link>
    </>
  )
}

function Actions({ project, actions }: { project: Project; actions: ProjectActions }) {
  return (
    <Stack direction="row" sx={{ gap: 1 }}>
      <GatedButton
        variant="contained"
        startIcon={<Pencil size={16} aria-hidden />}
        reason={actions.reasons(project).edit}
        onClick={() => actions.edit(project)}
      >
        {words.edit.button}
      </GatedButton>
      <ProjectMenu project={project} actions={actions} withoutEdit />
    </Stack>
  )
}

function ArchivedBanner({ project, actions }: { project: Project; actions: ProjectActions }) {
  const mayTakeOut = actions.reasons(project).archive === undefined
  return (
    <Alert
      severity="info"
      variant="outlined"
      role="note"
      icon={<Archive size={20} aria-hidden />}
      sx={{ mb: 5, alignItems: 'center' }}
      action={
        mayTakeOut && (
          <Button size="small" onClick={() => actions.setArchived(project, false)}>
            {words.actions.unarchive}
          </Button>
        )
      }
    >
      {words.page.archived}
    </Alert>
  )
}

function Description({ text }: { text: string }) {
  return (
    <Typography
      dir="auto"
      color={text === '' ? 'textSecondary' : 'textPrimary'}
      sx={{ mb: 7, maxWidth: 840, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
    >
      {text === '' ? words.page.noDescription : text}
    </Typography>
  )
}
