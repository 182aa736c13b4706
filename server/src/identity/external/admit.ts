import { ApiError } from '@cresyl/contract/api/errors'
import { type Permission, permissionsOf } from '@cresyl/contract/api/permissions'
import type { Context } from '../../platform/context.ts'
import { keepPerson } from './keep-person.ts'
import type { Rights, TokenClaims } from './map-claims.ts'
import { followRole, join } from './membership.ts'
import { noteActing, noteVisit } from './note-visit.ts'
import { combine, isComplete, type Profile } from './profile.ts'
import {
  findStanding,
  type Standing,
  type StoredMembership,
  type StoredOrganization,
  type StoredPerson,
} from './standing.ts'

export interface Admitted {
  userId: string
  organizationId: string
  permissions: Permission[]
}

/**
 * Lets in whom the provider vouches for: keeps who they are, makes them a member where the token or an invitation
 * says so, and says what they may do. Throws `unauthenticated` with what to do about it.
 */
export async function admit(
  context: Context,
  claims: TokenClaims,
  askUserinfo: () => Promise<Profile | undefined>,
): Promise<Admitted> {
  const outcome =
    (await settle(context, claims)) ?? (await settle(context, claims, { userinfo: await askUserinfo() }))
  const { organization, person, membership } = outcome as Outcome
  // Whoever is refused was kept all the same, so that an operator can find them.
  const permissions = permissionsIn(person, membership, claims.rights)
  if (permissions === undefined) throw notMember(organization.displayName, claims.rights, person.email)
  return { userId: person.id, organizationId: organization.id, permissions }
}

interface Outcome {
  organization: StoredOrganization
  person: StoredPerson
  membership: StoredMembership | undefined
}

/** One transaction; without a word from userinfo it gives up, undefined, where that could make a difference. */
async function settle(
  { config, database, clock }: Context,
  claims: TokenClaims,
  told?: { userinfo: Profile | undefined },
): Promise<Outcome | undefined> {
  const { subject, organization: name, rights, issuedAt } = claims
  const reference = { issuer: config.identity.issuer, subject, organization: name }
  const now = clock.now()
  return database.asSystem(async (tx) => {
    const standing = await findStanding(tx, reference)
    const organization = refuseDisabled(standing, name)
    if (told === undefined && isNew(standing) && !isComplete(claims.profile)) return undefined
    const profile = told?.userinfo === undefined ? claims.profile : combine(claims.profile, told.userinfo)
    const person = await keepPerson(tx, reference, { profile, issuedAt }, standing.person, now)
    const work = { tx, organization, person, rights, issuedAt, now }
    const membership =
      standing.membership === undefined
        ? await join(work, profile)
        : await followRole(work, standing.membership)
    const visit = { organizationId: organization.id, userId: person.id, now }
    if (membership !== undefined) await noteVisit(tx, membership, visit)
    else if (person.superadmin) await noteActing(tx, visit)
    return { organization, person, membership }
  })
}

function refuseDisabled({ organization, person, membership }: Standing, name: string): StoredOrganization {
  if (organization === undefined) throw unknownOrganization(name)
  if (organization.disabledAt !== null) throw organizationDisabled(organization.displayName)
  if (person?.disabledAt) throw personDisabled()
  if (membership?.disabledAt) throw membershipDisabled(organization.displayName)
  return organization
}

function isNew({ person, membership }: Standing): boolean {
  return person === undefined || person.email === '' || (membership === undefined && !person.superadmin)
}

function permissionsIn(
  person: StoredPerson,
  membership: StoredMembership | undefined,
  rights: Rights | undefined,
): Permission[] | undefined {
  if (membership === undefined) return person.superadmin ? [...permissionsOf('admin')] : undefined
  return rights?.permissions ?? [...permissionsOf(membership.role)]
}

const refuse = (detail: string) => new ApiError('unauthenticated', { detail })

function unknownOrganization(reference: string): ApiError {
  return refuse(
    `You are signed in, but Cresyl has no organisation “${reference}”. Ask your system administrator to add it.`,
  )
}

function organizationDisabled(organization: string): ApiError {
  return refuse(`${organization} is disabled in Cresyl. Ask your system administrator to enable it.`)
}

function personDisabled(): ApiError {
  return refuse('Your account is disabled in Cresyl. Ask your system administrator to enable it.')
}

function membershipDisabled(organization: string): ApiError {
  return refuse(`Your account is disabled in ${organization}. Ask one of its administrators to enable it.`)
}

function notMember(organization: string, rights: Rights | undefined, email: string): ApiError {
  const start = `You are signed in, but not a member of ${organization}.`
  if (rights !== undefined) {
    return refuse(`${start} Ask the administrator of your identity provider for a role there.`)
  }
  return refuse(`${start} Ask an administrator to invite ${email === '' ? 'you' : email}.`)
}
