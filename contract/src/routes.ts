import { currentOrganization, listOrganizationSettings } from './organizations.ts'
import {
  createProject,
  deleteProject,
  listProjects,
  readProject,
  restoreProject,
  updateProject,
} from './projects.ts'
import type { Route } from './route.ts'

/** The one list: the server must handle each, the browser can call each, the documentation names each. */
export const routes = {
  currentOrganization,
  listOrganizationSettings,
  listProjects,
  createProject,
  readProject,
  updateProject,
  deleteProject,
  restoreProject,
} as const satisfies Record<string, Route>

export type Routes = typeof routes
export type RouteName = keyof Routes
