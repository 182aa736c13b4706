import type { Project } from '@cresyl/contract/projects'
import Link from '@mui/material/Link'
import { Link as RouterLink, useParams } from 'react-router'
import { formatDateTime } from '../../ui/dates.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { Page } from '../../ui/page.tsx'
import { ProjectPageState } from './project-page-states.tsx'
import { useProject } from './queries.ts'
import { words } from './words.ts'

/** The older page: the same project as plain names and values. */
export function OldProjectPage() {
  const { id = '' } = useParams()
  const query = useProject(id)
  if (!query.data) return <ProjectPageState query={query} />
  return (
    <Page
      key={id}
      title={query.data.name}
      heading={<bdi>{query.data.name}</bdi>}
      context={
        <>
          {words.page.plainContext}
          {' · '}
          <Link component={RouterLink} to={`/project/${id}`} underline="always">
            {words.page.fullView}
          </Link>
        </>
      }
    >
      <DetailList rows={rowsOf(query.data)} />
    </Page>
  )
}

function rowsOf(project: Project) {
  const { page } = words
  return [
    [
      page.description,
      project.description === '' ? page.noDescription : <bdi key="text">{project.description}</bdi>,
    ],
    [page.state, project.archived_at === null ? words.list.states.active : words.list.states.archived],
    [page.createdBy, <bdi key="by">{project.created_by?.name ?? page.unknownPerson}</bdi>],
    [page.created, formatDateTime(project.created_at)],
    [page.changed, formatDateTime(project.updated_at)],
  ] as const
}
