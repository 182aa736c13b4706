import type { Project } from '@cresyl/contract/lab/projects'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Inbox } from '../../ui/frame/icons.ts'
import { Card, CardList } from '../../ui/list/list-frame.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { ProjectCover } from './project-covers.tsx'
import { ProjectMenu } from './project-menu.tsx'
import { ProjectName } from './project-name.tsx'
import type { Unsorted } from './unsorted.ts'
import { UnsortedName } from './unsorted-name.tsx'
import type { ProjectActions } from './use-project-actions.tsx'
import { words } from './words.ts'

interface ProjectCardsProps {
  projects: readonly Project[]
  /** Null where nothing is to be said of them. */
  unsorted: Unsorted | null
  actions: ProjectActions
  busy: boolean
}

const coverSide = 64

/** The list on narrow screens. */
export function ProjectCards({ projects, unsorted, actions, busy }: ProjectCardsProps) {
  return (
    <CardList label={words.list.label} busy={busy}>
      {unsorted && (
        <Card>
          <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
            <ProjectCover project={unsorted.covers} icon={Inbox} side={coverSide} />
            <div style={{ minWidth: 0 }}>
              <UnsortedName />
              <Typography variant="body2" color="textSecondary">
                {words.list.slides(unsorted.count)}
              </Typography>
            </div>
          </Stack>
        </Card>
      )}
      {projects.map((project) => (
        <Card key={project.id} menu={<ProjectMenu project={project} actions={actions} />}>
          <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
            <ProjectCover project={project} side={coverSide} />
            <div style={{ minWidth: 0 }}>
              <ProjectName project={project} />
              {project.description !== '' && (
                <Typography variant="body2" color="textSecondary" noWrap dir="auto">
                  {project.description}
                </Typography>
              )}
              <Typography variant="body2" color="textSecondary">
                {words.list.slides(project.slide_count)} · {words.list.changed}{' '}
                <RelativeTime time={project.updated_at} />
              </Typography>
            </div>
          </Stack>
        </Card>
      ))}
    </CardList>
  )
}
