import { ApiError } from '@cresyl/contract/errors'
import type { Rights } from './map-claims.ts'

const refuse = (detail: string) => new ApiError('unauthenticated', { detail })

export function unknownOrganization(reference: string): ApiError {
  return refuse(
    `You are signed in, but Cresyl has no organisation “${reference}”. Ask whoever runs Cresyl to add it.`,
  )
}

export function organizationDisabled(organization: string): ApiError {
  return refuse(`${organization} is disabled in Cresyl. Ask whoever runs Cresyl to enable it.`)
}

export function personDisabled(): ApiError {
  return refuse('Your account is disabled in Cresyl. Ask whoever runs Cresyl to enable it.')
}

export function membershipDisabled(organization: string): ApiError {
  return refuse(`You have been disabled in ${organization}. Ask an administrator of it to enable you.`)
}

export function notMember(organization: string, rights: Rights | undefined, email: string): ApiError {
  const start = `You are signed in, but not a member of ${organization}.`
  if (rights !== undefined) {
    return refuse(`${start} Ask the administrator of your identity provider for a role there.`)
  }
  return refuse(`${start} Ask an administrator to invite ${email === '' ? 'you' : email}.`)
}
