import { ApiError } from '@cresyl/contract/api/errors'
import { permissionsOf, type RoleKey, roles } from '@cresyl/contract/api/permissions'
import { mayDo } from '../access.ts'
import type { Member } from '../work.ts'

/** Nobody hands out rights that they don't have, such as those of a token that was given only a few. */
export function requireRoleWithinOwn(member: Member, role: RoleKey): void {
  if (permissionsOf(role).every((permission) => mayDo(member, permission))) return
  throw new ApiError('forbidden', {
    detail: `You do not have permission to give the role ${roles[role].label}, because it has more permissions than your own. Ask someone with that role.`,
  })
}
