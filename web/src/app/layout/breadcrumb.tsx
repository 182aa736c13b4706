import Breadcrumbs from '@mui/material/Breadcrumbs'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, useLocation } from 'react-router'
import { useProject } from '../../features/projects/queries.ts'
import { ChevronRight } from '../../ui/icons.ts'
import { words } from '../words.ts'
import { type Crumb, crumbsOf } from './breadcrumbs.ts'

export function Breadcrumb() {
  const { pathname } = useLocation()
  return (
    <Breadcrumbs
      aria-label={words.breadcrumb.label}
      separator={<ChevronRight size={14} aria-hidden />}
      sx={{
        minWidth: 0,
        '& ol': { flexWrap: 'nowrap' },
        '& li': { minWidth: 0, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
        // On a phone there is room for the page itself only.
        '& li:not(:last-child)': { display: { xs: 'none', sm: 'block' } },
        // Names may be long: they give way before anything else does.
        '& li:not(:last-child, :has(bdi))': { flexShrink: 0 },
        '& li:has(bdi)': { flexShrink: 9999 },
        '& .MuiBreadcrumbs-separator': { display: { xs: 'none', sm: 'flex' }, mx: 1.5 },
      }}
    >
      {crumbsOf(pathname).map((crumb) => (
        <CrumbLink key={crumb.label} crumb={crumb} />
      ))}
    </Breadcrumbs>
  )
}

function CrumbLink({ crumb: { label, to, projectId } }: { crumb: Crumb }) {
  const content = projectId === undefined ? label : <ProjectName id={projectId} otherwise={label} />
  if (to === undefined) {
    return (
      <Typography component="span" color="textPrimary" noWrap sx={{ fontWeight: 500 }} aria-current="page">
        {content}
      </Typography>
    )
  }
  return (
    <Link component={RouterLink} to={to} color="textSecondary">
      {content}
    </Link>
  )
}

function ProjectName({ id, otherwise }: { id: string; otherwise: string }) {
  const { data } = useProject(id)
  return data ? <bdi title={data.name}>{data.name}</bdi> : otherwise
}
