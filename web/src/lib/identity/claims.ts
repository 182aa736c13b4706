import type { AppConfig } from '@cresyl/contract/people/app-config'
import { namesIn, organizationsIn, readClaim } from '@cresyl/contract/people/claims'

type Claims = Record<string, unknown>
type ClaimNames = AppConfig['identity']['claims']

export function textClaim(claims: Claims, name: string): string | null {
  return only(namesIn(readClaim(claims, name)))
}

function only(names: string[]): string | null {
  return names.length === 1 ? (names[0] ?? null) : null
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
  const id = only(organizationsIn(readClaim(claims, names.organization)))
  return id === null
    ? null
    : {
        id,
        name: textClaim(claims, names.organization_name),
        displayName: textClaim(claims, names.organization_display_name),
      }
}
