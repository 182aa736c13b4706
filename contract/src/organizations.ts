import { id, time, version } from './fields.ts'
import { listOf, paging } from './list.ts'
import { route } from './route.ts'
import { z } from './zod.ts'

const colour = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'Use a colour such as #6B2FA0')

export const branding = z.object({
  primary: colour.nullable(),
  accent: colour.nullable(),
  logo: z.string().nullable(),
})
export type Branding = z.infer<typeof branding>

export const organization = z.object({
  id: z.string(),
  name: z.string(),
  display_name: z.string(),
  branding,
})
export type Organization = z.infer<typeof organization>

export const organizationSettings = z.object({
  id,
  organization_id: id,
  time_zone: z.string(),
  updated_at: time,
  version,
})
export type OrganizationSettings = z.infer<typeof organizationSettings>

export const currentOrganization = route({
  method: 'GET',
  path: 'organizations/current',
  summary: 'The organisation the token is for',
  access: 'member',
  response: organization,
  status: 200,
})

export const listOrganizationSettings = route({
  method: 'GET',
  path: 'organization-settings',
  summary: 'Settings of the organisation',
  access: 'read:organization_settings',
  query: z.strictObject({ ...paging, organization_id: id.optional() }),
  response: listOf(organizationSettings),
  status: 200,
})
