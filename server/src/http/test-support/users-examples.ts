import { linksPerMinute } from '@cresyl/contract/api/limits'
import type { RoleKey } from '@cresyl/contract/api/permissions'
import { recordAudit } from '../../domain/audit/record.ts'
import { addOrganization } from '../../identity/people.ts'
import { embeddedIssuer, memberships, users } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { foldText } from '../../platform/text.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import { type Examples, nextSerial, type Provocations } from './example.ts'

export interface MemberWish {
  role?: RoleKey
  name?: string
  email?: string
  issuer?: string
}

export type MadeMember = TestMember & { email: string; name: string }

/** Adds a person without a password to the organisation of another, and lets them in. */
export async function makeMember(
  api: TestApi,
  { organizationId }: { organizationId: string },
  wish: MemberWish = {},
): Promise<MadeMember> {
  const serial = nextSerial()
  const { role = 'user', name = `Person ${serial}`, issuer = embeddedIssuer } = wish
  const email = wish.email ?? `person-${serial}@made.test`
  const userId = newId()
  await api.context.database.asSystem(async (tx) => {
    await tx
      .insert(users)
      .values({ id: userId, issuer, subject: userId, email, name, nameKey: foldText(name) })
    await tx.insert(memberships).values({ organizationId, userId, role })
  })
  const token = await api.identity.mintAccessToken(userId, organizationId)
  return { userId, organizationId, role, token, email, name }
}

export const anotherIssuer = 'https://login.example.org/'

export async function makeInvitation(
  api: TestApi,
  admin: TestMember,
  body: object = {},
): Promise<{ id: string; link: string }> {
  const reply = await request(api, admin, {
    method: 'POST',
    url: '/api/users/invitations/',
    body: { email: `invited-${nextSerial()}@made.test`, role: 'user', ...body },
  })
  if (reply.status !== 201) throw new Error(`No invitation: ${reply.text}`)
  return reply.json
}

/** Of an organisation that has just made so many links. */
async function makeBusyAdmin(api: TestApi, links: number = linksPerMinute): Promise<MadeMember> {
  const name = `busy-${nextSerial()}`
  const { id: organizationId } = await addOrganization(api.context, { name, displayName: name })
  const now = api.context.clock.now()
  await api.context.database.asSystem(async (tx) => {
    for (let n = 0; n < links; n += 1) {
      await recordAudit(tx, { organizationId, event: 'invitation.renewed', occurredAt: now })
    }
  })
  return makeMember(api, { organizationId }, { role: 'admin' })
}

/** A superadmin as they act in an organisation that is not theirs. */
export async function actingIn(api: TestApi, organizationId: string): Promise<TestMember> {
  const token = await api.identity.mintAccessToken(api.superadmin.userId, organizationId)
  return { ...api.superadmin, organizationId, token }
}

export const userExamples = {
  listUsers: async () => ({}),
  updateUser: async (api, admin) => ({
    id: (await makeMember(api, admin)).userId,
    body: { role: 'manager', version: 1 },
  }),
  offerPasswordReset: async (api, admin) => ({ id: (await makeMember(api, admin)).userId }),
  listInvitations: async () => ({}),
  createInvitation: async () => ({
    body: { email: `new-${nextSerial()}@made.test`, name: 'Grace Hopper', role: 'user' },
  }),
  renewInvitation: async (api, admin) => ({ id: (await makeInvitation(api, admin)).id }),
  revokeInvitation: async (api, admin) => ({ id: (await makeInvitation(api, admin)).id }),
} satisfies Partial<Examples>

export const userProvocations = {
  listUsers: {
    forbidden: (api) => request(api, api.home.manager, { url: '/api/users/?role=admin' }),
  },
  updateUser: {
    stale_version: async (api) => {
      const { userId } = await makeMember(api, api.home.admin)
      const edit = { method: 'PATCH', url: `/api/users/${userId}/` } as const
      await request(api, api.home.admin, { ...edit, body: { role: 'guest', version: 1 } })
      return request(api, api.home.admin, { ...edit, body: { role: 'manager', version: 1 } })
    },
    own_membership: (api) =>
      request(api, api.home.admin, {
        method: 'PATCH',
        url: `/api/users/${api.home.admin.userId}/`,
        body: { role: 'guest' },
      }),
    last_admin: async (api) => {
      const name = `lonely-${nextSerial()}`
      const { id: organizationId } = await addOrganization(api.context, { name, displayName: name })
      const { userId } = await makeMember(api, { organizationId }, { role: 'admin' })
      return request(api, await actingIn(api, organizationId), {
        method: 'PATCH',
        url: `/api/users/${userId}/`,
        body: { disabled: true },
      })
    },
  },
  offerPasswordReset: {
    managed_elsewhere: async (api) => {
      const { userId } = await makeMember(api, api.home.admin, { issuer: anotherIssuer })
      return request(api, api.home.admin, { method: 'POST', url: `/api/users/${userId}/password-reset/` })
    },
    rate_limited: async (api) => {
      const admin = await makeBusyAdmin(api)
      const { userId } = await makeMember(api, admin)
      return request(api, admin, { method: 'POST', url: `/api/users/${userId}/password-reset/` })
    },
  },
  createInvitation: {
    already_member: async (api) => {
      const { email } = await makeMember(api, api.home.admin)
      return request(api, api.home.admin, {
        method: 'POST',
        url: '/api/users/invitations/',
        body: { email: email.toUpperCase(), role: 'guest' },
      })
    },
    rate_limited: async (api) => {
      const body = { email: 'one-too-many@made.test', role: 'guest' }
      return request(api, await makeBusyAdmin(api), { method: 'POST', url: '/api/users/invitations/', body })
    },
  },
  renewInvitation: {
    rate_limited: async (api) => {
      const admin = await makeBusyAdmin(api, linksPerMinute - 1)
      const { id } = await makeInvitation(api, admin)
      return request(api, admin, { method: 'POST', url: `/api/users/invitations/${id}/renew/` })
    },
  },
} satisfies Provocations
