import { createProject } from '../../domain/projects/create-project.ts'
import { deleteProject, restoreProject } from '../../domain/projects/delete-project.ts'
import { listProjectHistory } from '../../domain/projects/list-history.ts'
import { listProjects, readProject } from '../../domain/projects/read-projects.ts'
import { updateProject } from '../../domain/projects/update-project.ts'
import type { Handlers } from '../handler.ts'

export const projectHandlers = {
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

  listProjectHistory: async (call) =>
    call.page(
      await call.read((work) => listProjectHistory(work, call.params.id, call.query), { showDeleted: true }),
    ),
} satisfies Partial<Handlers>
