import type { Project } from '@cresyl/contract/lab/projects'
import { DetailList } from '../../ui/list/detail-list.tsx'
import { formatDateTime, formatNumber } from '../../ui/text/dates.ts'
import { words } from './words.ts'

/** What is known of a project, as names and values. */
export function ProjectFacts({ project }: { project: Project }) {
  return <DetailList rows={rowsOf(project)} />
}

function rowsOf(project: Project) {
  const { page } = words
  return [
    [
      page.description,
      project.description === '' ? (
        page.noDescription
      ) : (
        <span key="text" dir="auto">
          {project.description}
        </span>
      ),
    ],
    [page.slides, formatNumber(project.slide_count)],
    [page.state, words.list.states[stateOf(project)]],
    [page.createdBy, <bdi key="by">{project.created_by?.name ?? page.unknownPerson}</bdi>],
    [page.created, formatDateTime(project.created_at)],
    [page.changed, formatDateTime(project.updated_at)],
  ] as const
}

function stateOf({ archived_at: archived, deleted_at: deleted }: Project) {
  if (deleted !== null) return 'deleted'
  return archived === null ? 'active' : 'archived'
}
