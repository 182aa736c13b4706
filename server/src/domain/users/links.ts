import type { Config } from '../../platform/config/config.ts'

/** Where an invitation is followed. With another identity provider people join by signing in there. */
export function invitationLink({ origin, identity }: Config, token: string): string {
  return identity.kind === 'embedded' ? `${identity.issuer}/invitation/${token}` : `${origin}/login`
}

export function passwordResetLink({ identity }: Config, token: string): string {
  return `${identity.issuer}/password-reset/${token}`
}
