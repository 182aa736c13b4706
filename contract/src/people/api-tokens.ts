import { id, name, person, time } from '../api/fields.ts'
import { apiTokenLimits } from '../api/limits.ts'
import { listOf, paging } from '../api/list.ts'
import { permission } from '../api/permissions.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'

export const apiToken = z.object({
  id,
  name: z.string(),
  /** The first characters, to tell tokens apart. */
  prefix: z.string(),
  permissions: z.array(z.string()),
  created_by: person.nullable(),
  created_at: time,
  expires_at: time,
  last_used_at: time.nullable(),
  revoked_at: time.nullable(),
})
export type ApiToken = z.infer<typeof apiToken>

export const freshApiToken = apiToken.extend({
  /** Shown this once. */
  token: z.string(),
})
export type FreshApiToken = z.infer<typeof freshApiToken>

export const listApiTokens = route({
  method: 'GET',
  path: 'users/tokens',
  summary: 'API tokens of the organisation, revoked and expired ones included',
  access: 'update:organization_settings',
  inPerson: true,
  query: z.strictObject({ ...paging }),
  response: listOf(apiToken),
  status: 200,
})

export const createApiToken = route({
  method: 'POST',
  path: 'users/tokens',
  summary: 'Create an API token; it acts for you, within the permissions given and never beyond yours',
  access: 'update:organization_settings',
  inPerson: true,
  body: z.strictObject({
    name,
    permissions: z.array(permission).min(1, 'Choose at least one permission'),
    days: z.int().min(1).max(apiTokenLimits.days),
    organization_id: id.optional(),
  }),
  response: freshApiToken,
  status: 201,
  audit: 'api_token.created',
})

export const revokeApiToken = route({
  method: 'DELETE',
  path: 'users/tokens/{id}',
  summary: 'Revoke an API token',
  access: 'update:organization_settings',
  inPerson: true,
  params: z.strictObject({ id }),
  status: 204,
  audit: 'api_token.revoked',
})
