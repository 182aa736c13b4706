import type { Project } from '@cresyl/contract/projects'
import type { Work } from '../work.ts'
import { findProject } from './queries.ts'
import { viewProject } from './view.ts'

export async function readProject({ tx }: Work, id: string): Promise<Project> {
  return viewProject(await findProject(tx, id))
}
