import type { Project } from '@cresyl/contract/lab/projects'
import { requirePermission } from '../access.ts'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { countProjects, findProject, type ProjectQuery, selectProjects } from './queries.ts'
import { viewProject } from './view.ts'

export async function listProjects({ tx, member }: Work, query: ProjectQuery): Promise<Rows<Project>> {
  if (query.state === 'deleted') requirePermission(member, 'delete:projects')
  const rows = await selectProjects(tx, query)
  return { count: await countProjects(tx, query), results: rows.map(viewProject) }
}

export async function readProject({ tx }: Work, id: string): Promise<Project> {
  return viewProject(await findProject(tx, id))
}
