import { isPermission, type Permission } from '../api/permissions.ts'

type Claims = Record<string, unknown>

/**
 * A claim of a token by the name that the configuration gives it. Names may have dots in them
 * (https://example.org/roles), so a claim of exactly this name comes first, and only then the dots lead into
 * nested ones (realm_access.roles).
 */
export function readClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name] ?? undefined
  let value: unknown = claims
  for (const step of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Claims)[step]
  }
  return value ?? undefined
}

/** The names in a claim: one text, or a list of them. */
export function namesIn(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? value : [value]
  return all.filter((name): name is string => typeof name === 'string' && name !== '')
}

/** The organisations in a claim: names, or (Keycloak) an object with the names as its keys. */
export function organizationsIn(value: unknown): string[] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return namesIn(isObject ? Object.keys(value) : value)
}

/** What the claim permits, as a list or as one text with spaces; undefined where the token has no such claim. */
export function permissionsIn(claims: Claims, name: string): Permission[] | undefined {
  const value = readClaim(claims, name)
  if (value === undefined) return undefined
  return namesIn(typeof value === 'string' ? value.split(/\s+/) : value).filter(isPermission)
}
