import { type Permission, permissionsOf, type RoleKey, roleKeys, roles } from '@cresyl/contract/permissions'

/** What a role is for, in one line. */
export const roleSummaries: Record<RoleKey, string> = {
  admin: 'Everything, with deleting and organisation settings',
  manager: 'Also creates and edits projects and overrides QC',
  user: 'Uploads, annotates and runs predictors',
  guest: 'Looks at slides, projects and results',
}

/** The highest role whose permissions are all held; undefined where the permissions fit no role. */
export function roleOf(permissions: readonly Permission[]): RoleKey | undefined {
  return roleKeys
    .toSorted((a, b) => roles[b].weight - roles[a].weight)
    .find((role) => permissionsOf(role).every((permission) => permissions.includes(permission)))
}
