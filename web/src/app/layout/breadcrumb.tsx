import Breadcrumbs from '@mui/material/Breadcrumbs'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, useLocation } from 'react-router'
import { useProject } from '../../features/projects/queries.ts'
import { useSlide } from '../../features/viewer/slide/use-slide.ts'
import { ChevronRight } from '../../ui/frame/icons.ts'
import { words } from '../words.ts'
import { type Crumb, crumbsOf, slideIdIn } from './breadcrumbs.ts'

export function Breadcrumb() {
  const { pathname } = useLocation()
  const { data: slide } = useSlide(slideIdIn(pathname))
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
      {crumbsOf(pathname, slide).map((crumb) => (
        <CrumbLink key={crumb.to ?? 'here'} crumb={crumb} />
      ))}
    </Breadcrumbs>
  )
}

function CrumbLink({ crumb }: { crumb: Crumb }) {
  const { to } = crumb
  const content = contentOf(crumb)
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

function contentOf({ label, projectId, isName }: Crumb) {
  if (projectId !== undefined) return <ProjectName id={projectId} otherwise={label} />
  return isName ? <bdi title={label}>{label}</bdi> : label
}

function ProjectName({ id, otherwise }: { id: string; otherwise: string }) {
  const { data } = useProject(id)
  return data ? <bdi title={data.name}>{data.name}</bdi> : otherwise
}
