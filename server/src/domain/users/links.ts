import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../../platform/config/config.ts'

/** Where an invitation is followed. With another identity provider people join by signing in there. */
export function invitationLink({ origin, identity }: Config, token: string): string {
  return identity.kind === 'embedded' ? `${identity.issuer}/invitation/${token}` : `${origin}/login`
}

export function passwordResetLink({ identity }: Config, token: string): string {
  return `${identity.issuer}/password-reset/${token}`
}

/** What a link given to someone holds; the database keeps only its hash. */
export function newLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashLinkToken(token) }
}

export function hashLinkToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
