import { emailAddress, id, line, person, time, version } from '../api/fields.ts'
import { textLimits } from '../api/limits.ts'
import { listOf, orderingBy, paging, search } from '../api/list.ts'
import { roleSchema } from '../api/permissions.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'

export const memberStates = ['active', 'disabled'] as const

/** Everyone in an organisation sees its people; what follows the picture is for administrators, null for others. */
export const user = person.extend({
  email: z.string().nullable(),
  role: roleSchema.nullable(),
  state: z.enum(memberStates).nullable(),
  joined_at: time.nullable(),
  last_seen_at: time.nullable(),
  version: version.nullable(),
})
export type User = z.infer<typeof user>

export const listUsers = route({
  method: 'GET',
  path: 'users',
  summary: 'Members of the organisation',
  access: 'member',
  query: z.strictObject({
    ...paging,
    ordering: orderingBy(['name', 'joined_at'], 'name'),
    search,
    role: z.array(roleSchema).optional(),
    state: z.enum(memberStates).optional(),
  }),
  response: listOf(user),
  status: 200,
  // Only administrators may filter and sort by what only they see.
  errors: ['forbidden'],
})

export const updateUser = route({
  method: 'PATCH',
  path: 'users/{id}',
  summary: 'Change the role of a member, disable or enable them in this organisation',
  access: 'update:organization_settings',
  inPerson: true,
  params: z.strictObject({ id }),
  body: z.strictObject({
    role: roleSchema.optional(),
    disabled: z.boolean().optional(),
    version: version.optional(),
  }),
  response: user,
  status: 200,
  errors: ['stale_version', 'last_admin', 'own_membership'],
  audit: 'member.updated',
  whenFull: true,
})

/** A link that someone has to be given; it can't be shown again. */
const givenLink = { link: z.url(), emailed: z.boolean(), expires_at: time }

/** The id is that of the person. */
export const passwordReset = z.object({ id, ...givenLink })
export type PasswordReset = z.infer<typeof passwordReset>

export const offerPasswordReset = route({
  method: 'POST',
  path: 'users/{id}/password-reset',
  summary: 'Create a link for a member to set a new password',
  access: 'update:organization_settings',
  inPerson: true,
  params: z.strictObject({ id }),
  response: passwordReset,
  status: 201,
  errors: ['managed_elsewhere', 'rate_limited'],
  audit: 'password.reset_offered',
})

export const invitation = z.object({
  id,
  email: z.string(),
  name: z.string(),
  role: roleSchema,
  invited_by: person.nullable(),
  created_at: time,
  expires_at: time,
})
export type Invitation = z.infer<typeof invitation>

export const freshInvitation = invitation.extend(givenLink)
export type FreshInvitation = z.infer<typeof freshInvitation>

export const listInvitations = route({
  method: 'GET',
  path: 'users/invitations',
  summary: 'Open invitations, expired ones included',
  access: 'update:organization_settings',
  query: z.strictObject({ ...paging }),
  response: listOf(invitation),
  status: 200,
})

export const createInvitation = route({
  method: 'POST',
  path: 'users/invitations',
  summary: 'Invite someone into the organisation',
  access: 'update:organization_settings',
  inPerson: true,
  body: z.strictObject({
    email: emailAddress,
    name: line(textLimits.name).default(''),
    role: roleSchema,
    organization_id: id.optional(),
  }),
  response: freshInvitation,
  status: 201,
  errors: ['already_member', 'rate_limited'],
  audit: 'invitation.created',
})

export const renewInvitation = route({
  method: 'POST',
  path: 'users/invitations/{id}/renew',
  summary: 'Create a new link for an invitation; the old one stops working',
  access: 'update:organization_settings',
  inPerson: true,
  params: z.strictObject({ id }),
  response: freshInvitation,
  status: 200,
  errors: ['rate_limited'],
  audit: 'invitation.renewed',
})

export const revokeInvitation = route({
  method: 'DELETE',
  path: 'users/invitations/{id}',
  summary: 'Withdraw an invitation',
  access: 'update:organization_settings',
  inPerson: true,
  params: z.strictObject({ id }),
  status: 204,
  audit: 'invitation.revoked',
})
