import type { Route } from '@cresyl/contract/route'
import type { RouteName } from '@cresyl/contract/routes'
import { routes } from '@cresyl/contract/routes'
import { request, type TestApi, type TestMember, type TestRequest } from './test-api.ts'

/** For each route a request that succeeds: what it needs is made by an administrator of the same organisation. */
type Example = (api: TestApi, admin: TestMember) => Promise<{ id?: string; body?: unknown }>

let serial = 0

export async function makeProject(
  api: TestApi,
  admin: TestMember,
  name?: string,
): Promise<{ id: string; version: number }> {
  serial += 1
  const body = { name: name ?? `Project ${serial}`, description: 'Made for a test' }
  const reply = await request(api, admin, { method: 'POST', url: '/api/projects/', body })
  if (reply.status !== 201) throw new Error(`No project: ${reply.text}`)
  return reply.json
}

export const examples: Record<RouteName, Example> = {
  currentOrganization: async () => ({}),
  listOrganizationSettings: async () => ({}),
  listProjects: async () => ({}),
  createProject: async () => {
    serial += 1
    return { body: { name: `New project ${serial}` } }
  },
  readProject: async (api, admin) => ({ id: (await makeProject(api, admin)).id }),
  updateProject: async (api, admin) => {
    const { id, version } = await makeProject(api, admin)
    return { id, body: { description: 'Changed by a test', version } }
  },
  deleteProject: async (api, admin) => ({ id: (await makeProject(api, admin)).id }),
  restoreProject: async (api, admin) => {
    const { id } = await makeProject(api, admin)
    await request(api, admin, { method: 'DELETE', url: `/api/projects/${id}/` })
    return { id }
  },
}

export const routeNames = Object.keys(routes) as RouteName[]

export function routeOf(name: RouteName): Route {
  return routes[name]
}

/** The request of the route's example, addressed to the given id where it has one. */
export function requestFor(name: RouteName, example: { id?: string; body?: unknown }): TestRequest {
  const route = routeOf(name)
  return {
    method: route.method,
    url: `/api/${route.path.replace('{id}', example.id ?? '')}/`,
    ...(example.body !== undefined && { body: example.body }),
  }
}
