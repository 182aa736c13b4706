import type { Project } from '@cresyl/contract/lab/projects'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router'

/** Names may be long, or run from right to left: they stay on one line here and keep to themselves. */
export function ProjectName({ project }: { project: Project }) {
  const name = <bdi>{project.name}</bdi>
  return (
    <Typography noWrap title={project.name} sx={{ fontWeight: 600 }}>
      {project.deleted_at === null ? (
        <Link component={RouterLink} to={`/project/${project.id}`}>
          {name}
        </Link>
      ) : (
        name
      )}
    </Typography>
  )
}
