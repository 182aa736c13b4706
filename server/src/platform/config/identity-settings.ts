import { isRole, type RoleKey, roleKeys } from '@cresyl/contract/api/permissions'
import { z } from 'zod'
import { isLoopback } from './addresses.ts'

export interface IdentityConfig {
  kind: 'embedded' | 'external'
  issuer: string
  clientId: string
  /** Of access tokens for our API. */
  audience: string
  /** How the provider wants to be told the audience. */
  audienceParameter: 'audience' | 'resource' | 'none'
  scope: string
  /** The parameter by which the provider is asked for a particular organisation; null: it can't be. */
  organizationParameter: string | null
  /** The name of the one organisation of everyone whom the provider lets in; null: a claim tells. */
  organization: string | null
  claims: ClaimNames
  /** What the provider calls our roles; empty: the same as we do. Otherwise only names listed here count. */
  roles: Record<string, RoleKey>
  /** The `typ` that access tokens must have; null: any. */
  tokenType: string | null
}

/** Which claim holds what. A name is taken as it is, or else as a path with dots. */
export interface ClaimNames {
  organization: string
  organizationName: string
  organizationDisplayName: string
  roles: string
  permissions: string
  name: string
  email: string
  picture: string
}

const usualClaims: ClaimNames = {
  organization: 'org_id',
  organizationName: 'org_name',
  organizationDisplayName: 'org_display_name',
  roles: 'roles',
  permissions: 'permissions',
  name: 'name',
  email: 'email',
  picture: 'picture',
}
const usualScope = 'openid profile email offline_access'

const text = z.string().trim().min(1)

const issuer = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://login.example.org' })
  .refine(isSafe, 'must start with https:// (http:// is for providers on this machine)')
  .refine((value) => !/[?#@]/.test(value), 'must be an address without a query, a fragment or a user')

function isSafe(value: string): boolean {
  if (!URL.canParse(value)) return true
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || isLoopback(hostname)
}

const roleNames = z.string().transform((value, context) => {
  const pairs = value.split(',').map(readRole)
  if (pairs.every((pair) => pair !== undefined)) return Object.fromEntries(pairs)
  context.addIssue(`must be pairs such as lab-lead=admin,viewer=guest; roles are ${roleKeys.join(', ')}`)
  return z.NEVER
})

/** The provider's name may itself contain an equals sign. */
function readRole(pair: string): [string, RoleKey] | undefined {
  const split = pair.lastIndexOf('=')
  const name = pair.slice(0, Math.max(0, split)).trim()
  const role = pair.slice(split + 1).trim()
  return name !== '' && isRole(role) ? [name, role] : undefined
}

export const identitySettings = {
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_AUDIENCE: text.optional(),
  OIDC_AUDIENCE_PARAMETER: z
    .enum(['audience', 'resource', 'none'], 'must be audience, resource or none')
    .default('none'),
  OIDC_SCOPE: text.regex(/(^|\s)openid(\s|$)/, 'must contain openid').default(usualScope),
  OIDC_ORGANIZATION: text.optional(),
  OIDC_ORGANIZATION_PARAMETER: text
    .regex(/^\w+$/, 'must be the name of a parameter, such as organization')
    .optional(),
  OIDC_CLAIM_ORGANIZATION: text.default(usualClaims.organization),
  OIDC_CLAIM_ORGANIZATION_NAME: text.default(usualClaims.organizationName),
  OIDC_CLAIM_ORGANIZATION_DISPLAY_NAME: text.default(usualClaims.organizationDisplayName),
  OIDC_CLAIM_ROLES: text.default(usualClaims.roles),
  OIDC_CLAIM_PERMISSIONS: text.default(usualClaims.permissions),
  OIDC_CLAIM_NAME: text.default(usualClaims.name),
  OIDC_CLAIM_EMAIL: text.default(usualClaims.email),
  OIDC_CLAIM_PICTURE: text.default(usualClaims.picture),
  OIDC_ROLES: roleNames.default({}),
  OIDC_TOKEN_TYPE: text.optional(),
}

const values = z.object(identitySettings)
type Values = z.output<typeof values>

const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_AUDIENCE'] as const

/** What is wrong with the settings taken together, each being right by itself. */
export function identityFaults(given: Record<string, string | undefined>): string[] {
  if (!Object.keys(given).some((key) => key.startsWith('OIDC_'))) return []
  const faults = needed
    .filter((key) => given[key] === undefined)
    .map((key) => `${key} is missing: another identity provider needs ${needed.join(', ')}`)
  if (given.CRESYL_DEMO === 'true') {
    faults.push("CRESYL_DEMO can't be true with another identity provider, which knows no demo users")
  }
  return faults
}

export function identityOf(given: Values, origin: string): IdentityConfig {
  const { OIDC_ISSUER: address, OIDC_CLIENT_ID: clientId, OIDC_AUDIENCE: audience } = given
  if (address === undefined || clientId === undefined || audience === undefined) return embedded(origin)
  return {
    kind: 'external',
    issuer: address,
    clientId,
    audience,
    audienceParameter: given.OIDC_AUDIENCE_PARAMETER,
    scope: given.OIDC_SCOPE,
    organizationParameter: given.OIDC_ORGANIZATION_PARAMETER ?? null,
    organization: given.OIDC_ORGANIZATION ?? null,
    claims: {
      organization: given.OIDC_CLAIM_ORGANIZATION,
      organizationName: given.OIDC_CLAIM_ORGANIZATION_NAME,
      organizationDisplayName: given.OIDC_CLAIM_ORGANIZATION_DISPLAY_NAME,
      roles: given.OIDC_CLAIM_ROLES,
      permissions: given.OIDC_CLAIM_PERMISSIONS,
      name: given.OIDC_CLAIM_NAME,
      email: given.OIDC_CLAIM_EMAIL,
      picture: given.OIDC_CLAIM_PICTURE,
    },
    roles: given.OIDC_ROLES,
    tokenType: given.OIDC_TOKEN_TYPE ?? null,
  }
}

function embedded(origin: string): IdentityConfig {
  return {
    kind: 'embedded',
    issuer: `${origin}/oidc`,
    clientId: 'cresyl-web',
    audience: `${origin}/api`,
    audienceParameter: 'resource',
    scope: usualScope,
    organizationParameter: 'organization',
    organization: null,
    claims: usualClaims,
    roles: {},
    tokenType: 'at+jwt',
  }
}
