import type { AppConfig } from '@cresyl/contract/app-config'

type Claims = Record<string, unknown>
type ClaimNames = AppConfig['identity']['claims']

/**
 * The text of the claim of that name: names of providers may have dots in them (https://example.org/org), so a
 * claim of exactly this name comes first, and only then the dots lead into nested ones. Providers put the one
 * organisation of a person into a list, so a list of one counts as what it holds.
 */
export function textClaim(claims: Claims, name: string): string | null {
  return textIn(Object.hasOwn(claims, name) ? claims[name] : nestedClaim(claims, name))
}

function nestedClaim(claims: Claims, path: string): unknown {
  let value: unknown = claims
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Claims)[name]
  }
  return value
}

function textIn(value: unknown): string | null {
  if (Array.isArray(value)) return value.length === 1 ? textIn(value[0]) : null
  return typeof value === 'string' && value !== '' ? value : null
}

export interface ClaimedOrganization {
  id: string
  name: string | null
  displayName: string | null
}

/** Of the ID token; null if it names none and not everybody belongs to the same one. */
export function organizationIn(
  claims: Claims,
  { organization, claims: names }: { organization: string | null; claims: ClaimNames },
): ClaimedOrganization | null {
  if (organization !== null) return { id: organization, name: organization, displayName: null }
  const id = textClaim(claims, names.organization)
  return id === null
    ? null
    : {
        id,
        name: textClaim(claims, names.organization_name),
        displayName: textClaim(claims, names.organization_display_name),
      }
}
