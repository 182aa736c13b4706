import type { RouteRequest } from '@cresyl/contract/api/route'
import type { createProject as createProjectRoute, Project } from '@cresyl/contract/lab/projects'
import { projects } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { requireOwnOrganization } from '../access.ts'
import type { AuditedWork } from '../work.ts'
import { projectKeys, withUniqueName } from './names.ts'
import { findProject } from './queries.ts'
import { viewProject } from './view.ts'

type NewProject = RouteRequest<typeof createProjectRoute>['body']

export async function createProject(work: AuditedWork, input: NewProject): Promise<Project> {
  const { tx, member, now } = work
  requireOwnOrganization(member, input.organization_id)
  const { name, description } = input
  const id = newId()
  await withUniqueName(name, () =>
    tx.insert(projects).values({
      id,
      organizationId: member.organizationId,
      name,
      description,
      ...projectKeys(name, description),
      createdBy: member.userId,
      createdAt: now,
      updatedAt: now,
    }),
  )
  work.record({ id, details: { name, description } })
  return viewProject(await findProject(tx, id))
}
