import type { Project } from '@cresyl/contract/projects'
import Typography from '@mui/material/Typography'
import { Card, CardList } from '../../ui/list-frame.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ProjectMenu } from './project-menu.tsx'
import { ProjectName } from './project-name.tsx'
import type { ProjectActions } from './use-project-actions.tsx'
import { words } from './words.ts'

interface ProjectCardsProps {
  projects: readonly Project[]
  actions: ProjectActions
  busy: boolean
}

/** The list on narrow screens. */
export function ProjectCards({ projects, actions, busy }: ProjectCardsProps) {
  return (
    <CardList label={words.list.label} busy={busy}>
      {projects.map((project) => (
        <Card key={project.id} menu={<ProjectMenu project={project} actions={actions} />}>
          <ProjectName project={project} />
          {project.description !== '' && (
            <Typography variant="body2" color="textSecondary" noWrap dir="auto">
              {project.description}
            </Typography>
          )}
          <Typography variant="body2" color="textSecondary">
            {words.list.columns.updated} <RelativeTime time={project.updated_at} />
          </Typography>
        </Card>
      ))}
    </CardList>
  )
}
