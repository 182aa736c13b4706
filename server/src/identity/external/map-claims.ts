import { ApiError } from '@cresyl/contract/api/errors'
import {
  isRole,
  type Permission,
  permissionsOf,
  type RoleKey,
  roleKeys,
  roles,
} from '@cresyl/contract/api/permissions'
import { namesIn, organizationsIn, permissionsIn, readClaim } from '@cresyl/contract/people/claims'
import type { JWTPayload } from 'jose'
import type { IdentityConfig } from '../../platform/config/identity-settings.ts'
import { tokenRefusal } from '../token-refusals.ts'
import { type Profile, readProfile } from './profile.ts'

/** What a token says, in our words. */
export interface TokenClaims {
  subject: string
  /** What the provider calls the organisation. */
  organization: string
  /** Undefined where the provider says nothing about rights: then our own list of members decides. */
  rights: Rights | undefined
  profile: Profile
  issuedAt: Date | undefined
  sessionId: string | undefined
  expiresAt: Date
}

export interface Rights {
  permissions: Permission[]
  /** The role to show beside the name; undefined where no role of ours fits. */
  role: RoleKey | undefined
}

export function mapClaims(payload: JWTPayload, identity: IdentityConfig): TokenClaims {
  const { sub, sid, iat, exp } = payload
  if (!isPlain(sub)) throw tokenRefusal('It is malformed.')
  return {
    subject: sub,
    organization: identity.organization ?? readOrganization(payload, identity.claims.organization),
    rights: readRights(payload, identity),
    profile: readProfile(payload, identity.claims),
    issuedAt: iat === undefined ? undefined : new Date(iat * 1000),
    sessionId: isPlain(sid) ? sid : undefined,
    expiresAt: new Date((exp as number) * 1000),
  }
}

function readOrganization(payload: JWTPayload, claim: string): string {
  const names = organizationsIn(readClaim(payload, claim))
  const [name, ...others] = names
  if (others.length > 0) {
    throw new ApiError('unauthenticated', {
      detail: `You are signed in for ${names.length} organisations at once, and Cresyl works in one at a time. Choose one when signing in.`,
    })
  }
  if (!isPlain(name)) {
    throw new ApiError('unauthenticated', {
      detail: `Your identity provider does not say which organisation you belong to: the claim ${claim} is missing from the access token. Ask the administrator of the provider.`,
    })
  }
  return name
}

/** The first that is there decides: permissions, then roles. What is there but unknown gives no rights. */
function readRights(payload: JWTPayload, identity: IdentityConfig): Rights | undefined {
  const role = readRole(payload, identity)
  const permissions = permissionsIn(payload, identity.claims.permissions)
  if (permissions !== undefined) return { permissions, role: role ?? greatestRoleWithin(permissions) }
  if (readClaim(payload, identity.claims.roles) === undefined) return undefined
  return { permissions: role === undefined ? [] : [...permissionsOf(role)], role }
}

/** Each role includes the ones below it, so that the greatest is all of them together. */
function readRole(payload: JWTPayload, { claims, roles: names }: IdentityConfig): RoleKey | undefined {
  const isTold = Object.keys(names).length > 0
  const known = namesIn(readClaim(payload, claims.roles))
    .map((name) => (isTold ? names[name] : name))
    .filter((name) => name !== undefined && isRole(name))
  return byWeight.find((role) => known.includes(role))
}

function greatestRoleWithin(permissions: Permission[]): RoleKey | undefined {
  const held = new Set(permissions)
  return byWeight.find((role) => permissionsOf(role).every((permission) => held.has(permission)))
}

const byWeight = roleKeys.toSorted((a, b) => roles[b].weight - roles[a].weight)

const longest = 255

/** Text that can be stored and looked for; PostgreSQL refuses U+0000. */
function isPlain(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= longest &&
    value.isWellFormed() &&
    !/\p{Cc}/u.test(value)
  )
}
