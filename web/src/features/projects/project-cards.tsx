import type { Project } from '@cresyl/contract/projects'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
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
    <Box
      component="ul"
      aria-label={words.list.label}
      aria-busy={busy}
      sx={{ m: 0, p: 0, listStyle: 'none', opacity: busy ? 0.6 : 1 }}
    >
      {projects.map((project) => (
        <Stack
          component="li"
          direction="row"
          key={project.id}
          sx={{
            gap: 2,
            py: 3,
            pl: 4,
            pr: 2,
            '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
          }}
        >
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <ProjectName project={project} />
            {project.description !== '' && (
              <Typography variant="body2" color="textSecondary" noWrap dir="auto">
                {project.description}
              </Typography>
            )}
            <Typography variant="body2" color="textSecondary">
              {words.list.columns.updated} <RelativeTime time={project.updated_at} />
            </Typography>
          </Box>
          <Box>
            <ProjectMenu project={project} actions={actions} />
          </Box>
        </Stack>
      ))}
    </Box>
  )
}
