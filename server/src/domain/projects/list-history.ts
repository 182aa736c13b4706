import type {
  listProjectHistory as listProjectHistoryRoute,
  ProjectHistoryEntry,
} from '@cresyl/contract/project-history'
import type { RouteRequest } from '@cresyl/contract/route'
import { mayDo, requirePermission } from '../access.ts'
import { changeNames } from '../audit/change-names.ts'
import { qcIn } from '../audit/qc-in-history.ts'
import { type Rows, refuseUnknown } from '../resource.ts'
import type { Work } from '../work.ts'
import { countHistory, type HistoryRow, selectHistory } from './history-queries.ts'
import { deedOf, subjectNames, subjectOf } from './history-subjects.ts'
import { findProject, unknownProject } from './queries.ts'

type HistoryQuery = RouteRequest<typeof listProjectHistoryRoute>['query']

/**
 * What the audit log tells of a project and of what is or was in it, in names instead of ids. In a transaction that is
 * shown what was deleted: slides that were have names too.
 */
export async function listProjectHistory(
  { tx, member }: Work,
  projectId: string,
  query: HistoryQuery,
): Promise<Rows<ProjectHistoryEntry>> {
  requirePermission(member, 'read:projects')
  const { project } = await findProject(tx, projectId)
  if (project.deletedAt !== null && !mayDo(member, 'delete:projects')) refuseUnknown(unknownProject)
  const found = await selectHistory(tx, projectId, query)
  const changes = await changeNames(tx, found)
  const names = await subjectNames(tx, found)
  const view = (row: HistoryRow): ProjectHistoryEntry => ({
    id: row.id,
    event: row.event,
    deed: deedOf(row, projectId),
    occurred_at: row.occurredAt.toISOString(),
    person: row.person,
    visiting: row.details.superadmin === true,
    qc: qcIn(row.event, row.details),
    changes: changes.get(row.id) ?? [],
    subject: subjectOf(row, names),
  })
  return { count: await countHistory(tx, projectId), results: found.map(view) }
}
