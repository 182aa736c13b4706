import type { ApiToken } from '@cresyl/contract/people/api-tokens'

export type TokenState = 'active' | 'expired' | 'revoked'

export function stateOf({ revoked_at, expires_at }: ApiToken, now: Date): TokenState {
  if (revoked_at !== null) return 'revoked'
  return new Date(expires_at) > now ? 'active' : 'expired'
}

/** Days a token may be made for. */
export const expiries = [7, 30, 90, 180, 365] as const
export const defaultExpiry = 90
