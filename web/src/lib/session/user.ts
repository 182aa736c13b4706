import type { IdentityClaims } from '../identity/tokens.ts'
import type { User } from './state.ts'

export function userOf(claims: IdentityClaims): User {
  const email = text(claims.email)
  return {
    id: claims.sub,
    name: text(claims.name) ?? text(claims.preferred_username) ?? email ?? claims.sub,
    email,
    picture: text(claims.picture),
    org_id: claims.org_id,
    org_name: text(claims.org_name),
    org_display_name: text(claims.org_display_name),
    claims,
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
