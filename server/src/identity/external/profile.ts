import { name as nameField } from '@cresyl/contract/api/fields'
import { readClaim } from '@cresyl/contract/people/claims'
import type { ClaimNames } from '../../platform/config/identity-settings.ts'
import { normalizeEmail } from '../queries.ts'

/** What a token or the provider's userinfo says about a person; undefined where it says nothing usable. */
export interface Profile {
  name: string | undefined
  email: string | undefined
  /** Whether the provider has made sure that the address is the person's own. */
  emailVerified: boolean
  picture: string | undefined
}

const longestAddress = 2048

export function readProfile(claims: Record<string, unknown>, names: ClaimNames): Profile {
  const email = readAddress(readClaim(claims, names.email))
  const picture = readClaim(claims, names.picture)
  return {
    name: nameField.safeParse(readClaim(claims, names.name)).data,
    email,
    // `email_verified` speaks of `email` and of no other claim that holds an address.
    emailVerified:
      email !== undefined && claims.email_verified === true && readAddress(claims.email) === email,
    picture: isPicture(picture) ? picture : undefined,
  }
}

export function isComplete({ name, email, emailVerified }: Profile): boolean {
  return name !== undefined && email !== undefined && emailVerified
}

/** The first knows better; whether an address is verified comes from whoever gave it. */
export function combine(first: Profile, second: Profile): Profile {
  const isSameAddress = first.email === undefined || first.email === second.email
  return {
    name: first.name ?? second.name,
    email: first.email ?? second.email,
    emailVerified: first.emailVerified || (isSameAddress && second.emailVerified),
    picture: first.picture ?? second.picture,
  }
}

function readAddress(value: unknown): string | undefined {
  return typeof value === 'string' && value.includes('@') ? normalizeEmail(value) : undefined
}

function isPicture(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= longestAddress &&
    URL.canParse(value) &&
    new URL(value).protocol === 'https:'
  )
}
