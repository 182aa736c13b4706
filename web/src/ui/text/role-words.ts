import {
  type Permission,
  permissionsOf,
  type RoleKey,
  roleKeys,
  roles,
} from '@cresyl/contract/api/permissions'

/** What a role is for, in one line. */
export const roleSummaries: Record<RoleKey, string> = {
  admin: 'May do everything, including deleting and organisation settings',
  manager: 'May view, upload, annotate, run predictors, edit projects and override QC',
  user: 'May view, upload, annotate and run predictors',
  guest: 'May view slides, projects and results',
}

/** The highest role whose permissions are all held; undefined where the permissions fit no role. */
export function roleOf(permissions: readonly Permission[]): RoleKey | undefined {
  return roleKeys
    .toSorted((a, b) => roles[b].weight - roles[a].weight)
    .find((role) => permissionsOf(role).every((permission) => permissions.includes(permission)))
}
