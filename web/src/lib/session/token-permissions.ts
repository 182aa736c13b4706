import { identityLimits } from '@cresyl/contract/limits'
import { isPermission, type Permission } from '@cresyl/contract/permissions'
import { decodeClaims } from '../identity/jwt.ts'

/** Reads what a token permits and remembers it for that token for five minutes. */
export function tokenPermissions(now: () => number): (token: string | null) => readonly Permission[] {
  let cached: { token: string; until: number; permissions: readonly Permission[] } | undefined
  return (token) => {
    if (token === null) return []
    if (cached?.token !== token || now() >= cached.until) {
      const until = now() + identityLimits.permissionCache
      cached = { token, until, permissions: permissionsIn(token) }
    }
    return cached.permissions
  }
}

function permissionsIn(token: string): readonly Permission[] {
  const claim = decodeClaims(token)?.permissions
  return Array.isArray(claim) ? claim.filter(isPermission) : []
}
