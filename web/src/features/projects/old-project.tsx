import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { Page } from '../../ui/frame/page.tsx'
import { ProjectFacts } from './project-facts.tsx'
import { ProjectPageState } from './project-page-states.tsx'
import { useProject } from './queries.ts'
import { words } from './words.ts'

/** The older page: the same project as plain names and values; `children` is the place for its slides. */
export function OldProject({ id, children }: { id: string; children: ReactNode }) {
  const query = useProject(id)
  if (!query.data) return <ProjectPageState query={query} />
  return (
    <Page
      key={id}
      title={query.data.name}
      heading={<bdi>{query.data.name}</bdi>}
      context={<WayBack to={`/project/${id}`} />}
    >
      <Box sx={{ mb: 6 }}>
        <ProjectFacts project={query.data} />
      </Box>
      {children}
    </Page>
  )
}

export function WayBack({ to }: { to: string }) {
  return (
    <>
      {words.page.plainContext}
      {' · '}
      <Link component={RouterLink} to={to} underline="always">
        {words.page.fullView}
      </Link>
    </>
  )
}
