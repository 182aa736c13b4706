import type { Project } from '@cresyl/contract/lab/projects'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router'
import { Archive, Trash2 } from '../../ui/frame/icons.ts'
import { Page } from '../../ui/frame/page.tsx'
import { TabBar, TabPanel } from '../../ui/frame/tab-bar.tsx'
import { counted } from '../../ui/text/counted.ts'
import { ProjectActivity } from './project-activity.tsx'
import { ProjectFacts } from './project-facts.tsx'
import { ProjectMenu } from './project-menu.tsx'
import { ProjectPageState } from './project-page-states.tsx'
import { useProject } from './queries.ts'
import { type ProjectActions, useProjectActions } from './use-project-actions.tsx'
import { words } from './words.ts'

const tabs = ['slides', 'activity', 'details'] as const
type Tab = (typeof tabs)[number]

interface ProjectDetailsProps {
  id: string
  /** The primary action. */
  action: (project: Project) => ReactNode
  /** The slides of it. */
  children: (project: Project) => ReactNode
}

/** One project: its slides, what happened in it, what is known of it. */
export function ProjectDetails({ id, action, children }: ProjectDetailsProps) {
  const query = useProject(id)
  const navigate = useNavigate()
  const actions = useProjectActions({ onDeleted: () => navigate('/', { replace: true }) })
  const { tab, open } = useTab()
  const project = query.data
  return (
    <>
      {project ? (
        <Page
          key={id}
          wide
          title={project.name}
          heading={<bdi>{project.name}</bdi>}
          context={<Context project={project} />}
          action={
            <Stack direction="row" sx={{ gap: 1 }}>
              {action(project)}
              <ProjectMenu project={project} actions={actions} />
            </Stack>
          }
        >
          <ProjectBanner project={project} actions={actions} />
          <TabBar
            label={words.page.tabsLabel}
            tabs={tabs.map((key) => ({ key, label: words.page.tabs[key] }))}
            current={tab}
            onChange={open}
          />
          <TabPanel tab={tab}>
            {tab === 'slides' && children(project)}
            {tab === 'activity' && <ProjectActivity id={id} />}
            {tab === 'details' && <ProjectFacts project={project} />}
          </TabPanel>
        </Page>
      ) : (
        <ProjectPageState query={query} />
      )}
      {actions.dialogs}
    </>
  )
}

/** The open tab, as the address has it; what else the address says stays for when one comes back to the slides. */
function useTab() {
  const [parameters, setParameters] = useSearchParams()
  const tab = tabs.find((each) => each === parameters.get('tab')) ?? 'slides'
  const open = (key: Tab) =>
    setParameters(
      (now) => {
        const next = new URLSearchParams(now)
        if (key === 'slides') next.delete('tab')
        else next.set('tab', key)
        return next
      },
      { preventScrollReset: true },
    )
  return { tab, open }
}

/** One line: how many slides, what it is about, and the way to the plain table. */
function Context({ project }: { project: Project }) {
  const { id, slide_count: count, description } = project
  return (
    <Stack direction="row" sx={{ gap: 2, minWidth: 0 }}>
      <Box component="span" sx={{ flexShrink: 0 }}>
        {counted(count, 'slide')}
      </Box>
      {description !== '' && (
        <>
          <span aria-hidden>·</span>
          <Box
            component="span"
            dir="auto"
            title={description}
            sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
          >
            {description}
          </Box>
        </>
      )}
      <span aria-hidden>·</span>
      <Link component={RouterLink} to={`/project/${id}/old`} underline="always" sx={{ flexShrink: 0 }}>
        {words.page.plainView}
      </Link>
    </Stack>
  )
}

/** That a project is archived or deleted, with the way out for who may take it. */
function ProjectBanner({ project, actions }: { project: Project; actions: ProjectActions }) {
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
