import { identityLimits } from '@cresyl/contract/api/limits'
import type { Permission } from '@cresyl/contract/api/permissions'
import { permissionsIn } from '@cresyl/contract/people/claims'
import { decodeClaims } from '../identity/jwt.ts'

type Permissions = readonly Permission[]

/** Reads what a token permits and remembers it for that token for five minutes; undefined: it does not say. */
export function tokenPermissions(
  now: () => number,
  claim: string,
): (token: string | null) => Permissions | undefined {
  let cached: { token: string; until: number; permissions: Permissions | undefined } | undefined
  return (token) => {
    if (token === null) return []
    if (cached?.token !== token || now() >= cached.until) {
      const until = now() + identityLimits.permissionCache
      cached = { token, until, permissions: permissionsIn(decodeClaims(token) ?? {}, claim) }
    }
    return cached.permissions
  }
}
