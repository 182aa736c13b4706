import {
  type Action,
  actions,
  idlePermissions,
  type Permission,
  type Resource,
  resources,
} from '@cresyl/contract/api/permissions'
import { words } from './words.ts'

export interface PermissionGroup {
  resource: Resource
  permissions: { permission: Permission; action: Action }[]
}

const reading: ReadonlySet<Action> = new Set(['read', 'view'])

/** What one holds and a program can use. */
export const offeredPermissions = (held: readonly Permission[]): Permission[] =>
  held.filter((permission) => !idlePermissions.includes(permission))

/** What one holds, by what it is about, in the order of the words people see. */
export function groupPermissions(held: readonly Permission[]): PermissionGroup[] {
  return resources
    .toSorted((a, b) => words.resources[a].localeCompare(words.resources[b]))
    .map((resource) => ({
      resource,
      permissions: actions
        .map((action) => ({ action, permission: `${action}:${resource}` as const }))
        .filter(({ permission }) => held.includes(permission)),
    }))
    .filter(({ permissions }) => permissions.length > 0)
}

/** Of what one holds, all that changes nothing. */
export function readOnly(held: readonly Permission[]): Permission[] {
  return groupPermissions(held).flatMap(({ permissions }) =>
    permissions.filter(({ action }) => reading.has(action)).map(({ permission }) => permission),
  )
}

/** All of the group, or none of it where all are chosen already. */
export function toggleGroup(chosen: ReadonlySet<Permission>, group: PermissionGroup): Set<Permission> {
  const own = group.permissions.map(({ permission }) => permission)
  const next = new Set(chosen)
  const all = own.every((permission) => chosen.has(permission))
  for (const permission of own) {
    if (all) next.delete(permission)
    else next.add(permission)
  }
  return next
}

/** "Projects: read, change", a line for each thing; what is no permission of this version is said as it is. */
export function permissionLines(permissions: readonly string[]): string[] {
  const groups = groupPermissions(permissions as readonly Permission[])
  const known = groups.flatMap((group) => group.permissions.map(({ permission }): string => permission))
  return [
    ...groups.map(
      ({ resource, permissions: own }) =>
        `${words.resources[resource]}: ${own.map(({ action }) => words.actions[action]).join(', ')}`,
    ),
    ...permissions.filter((permission) => !known.includes(permission)),
  ]
}
