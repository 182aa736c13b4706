import type { Route, RouteReply } from '@cresyl/contract/route'
import type { Routes } from '@cresyl/contract/routes'
import { currentOrganization } from '../domain/organizations/current-organization.ts'
import { listSettings } from '../domain/organizations/list-settings.ts'
import { createProject } from '../domain/projects/create-project.ts'
import { deleteProject } from '../domain/projects/delete-project.ts'
import { listProjects } from '../domain/projects/list-projects.ts'
import { readProject } from '../domain/projects/read-project.ts'
import { restoreProject } from '../domain/projects/restore-project.ts'
import { updateProject } from '../domain/projects/update-project.ts'
import type { Call } from './call.ts'

export type Handler<R extends Route> = (call: Call<R>) => Promise<RouteReply<R>>
export type Handlers = { [Name in keyof Routes]: Handler<Routes[Name]> }

export const handlers: Handlers = {
  currentOrganization: (call) => call.read(currentOrganization),

  listOrganizationSettings: async (call) =>
    call.page(await call.read((work) => listSettings(work, call.query))),

  listProjects: async (call) =>
    call.page(
      await call.read((work) => listProjects(work, call.query), {
        showDeleted: call.query.state === 'deleted',
      }),
    ),

  createProject: (call) => call.write((work) => createProject(work, call.body)),

  readProject: (call) => call.read((work) => readProject(work, call.params.id)),

  updateProject: (call) => call.write((work) => updateProject(work, call.params.id, call.body)),

  deleteProject: async (call) => {
    await call.write((work) => deleteProject(work, call.params.id), { showDeleted: true })
    return undefined
  },

  restoreProject: (call) => call.write((work) => restoreProject(work, call.params.id), { showDeleted: true }),
}
