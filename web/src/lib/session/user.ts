import type { AppConfig } from '@cresyl/contract/people/app-config'
import { organizationIn, textClaim } from '../identity/claims.ts'
import type { IdentityClaims } from '../identity/tokens.ts'
import type { User } from './state.ts'

/** Where the ID token says what is up to the provider, see `identity.claims` of the configuration. */
export function userOf(claims: IdentityClaims, identity: AppConfig['identity']): User {
  const names = identity.claims
  const organization = organizationIn(claims, identity)
  const email = textClaim(claims, names.email)
  return {
    id: claims.sub,
    name: textClaim(claims, names.name) ?? textClaim(claims, 'preferred_username') ?? email ?? claims.sub,
    email,
    picture: textClaim(claims, names.picture),
    org_id: claims.org_id,
    org_name: organization?.name ?? null,
    org_display_name: organization?.displayName ?? null,
    claims,
  }
}
