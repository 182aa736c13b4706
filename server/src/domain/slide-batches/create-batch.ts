import type { RouteRequest } from '@cresyl/contract/api/route'
import type { createSlideBatch, SlideAction, SlideBatch } from '@cresyl/contract/slides/slide-batches'
import { requireOwnOrganization, requirePermission } from '../access.ts'
import { requireBelonging } from '../files/belonging.ts'
import type { AuditedWork, Member } from '../work.ts'
import { findBatch } from './queries.ts'
import { onlyProjectOf, requireSelectable } from './selection.ts'
import { editing, startBatch } from './start-batch.ts'
import { viewBatch } from './view.ts'

type BatchRequest = RouteRequest<typeof createSlideBatch>['body']

/** Has many slides changed by jobs. Where who asks may delete, in a transaction that is shown what was deleted. */
export async function createBatch(work: AuditedWork, request: BatchRequest): Promise<SlideBatch> {
  const { tx, member, now } = work
  const { selection, action } = request
  requireOwnOrganization(member, request.organization_id)
  requireRight(member, action)
  requireSelectable(member, selection)
  if (action.kind === 'set') await requireBelonging(tx, action)

  const projects = await projectsOf(work, request)
  const auditedProjects = Object.values(projects)
  const order = action.kind === 'rename' ? action.ordering : undefined
  const id = await startBatch(work, { ...editing, action, auditedProjects }, selection, order)
  const view = await viewBatch(tx, await findBatch(tx, id), now)
  work.record({ id, details: { action, slides: view.total, ...projects } })
  return view
}

/** Who may change slides may not yet delete them, nor bring them back. */
export function requireRight(member: Member, { kind }: SlideAction): void {
  if (kind === 'delete' || kind === 'restore') requirePermission(member, 'delete:slides')
}

/** In whose history the batch is told: where the slides are, and where they go. */
async function projectsOf({ tx }: AuditedWork, { selection, action }: BatchRequest) {
  const from = await onlyProjectOf(tx, selection)
  const to = action.kind === 'set' ? action.project_id : undefined
  if (to === undefined || to === from) return from === null ? {} : { project_id: from }
  return {
    ...(to !== null && { project_id: to }),
    ...(from !== null && { former_project_id: from }),
  }
}
