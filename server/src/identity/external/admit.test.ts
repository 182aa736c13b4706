import { isolate } from '@cresyl/contract/api/isolate'
import { permissionsOf, type RoleKey } from '@cresyl/contract/api/permissions'
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../platform/db/database.ts'
import {
  audits,
  invitations,
  memberships,
  notifications,
  organizations,
  users,
} from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { createMemberResolver } from '../member.ts'
import { addOrganization } from '../people.ts'
import { auth0 } from './fixtures/auth0.ts'
import { entra } from './fixtures/entra.ts'
import { keycloak } from './fixtures/keycloak.ts'
import { openTestExternal, type TestExternal, testAudience } from './test-external.ts'
import { RawAnswer } from './test-provider.ts'

let external: TestExternal
let lab: string

beforeAll(async () => {
  external = await openTestExternal()
  lab = (await addOrganization(external.context, { name: 'mercy', displayName: 'Mercy Lab' })).id
})
afterAll(() => external.close())

const system = <T>(work: (tx: Tx) => Promise<T>) => external.context.database.asSystem(work)
const verify = (token: string) => external.identity.verify(token)

let serial = 0
/** The claims of somebody who was never here. */
function newcomer(changes: Record<string, unknown> = {}) {
  serial += 1
  const email = `person-${serial}@mercy.test`
  return {
    sub: `person-${serial}`,
    aud: testAudience,
    org_id: 'mercy',
    name: `Person ${serial}`,
    email,
    email_verified: true,
    ...changes,
  }
}

const sign = (claims: Record<string, unknown>) => external.provider.sign(claims)

const personOf = async (sub: string) => {
  const [person] = await system((tx) => tx.select().from(users).where(eq(users.subject, sub)))
  return person
}

async function membershipOf(sub: string, organizationId = lab) {
  const person = await personOf(sub)
  const [row] = await system((tx) =>
    tx
      .select()
      .from(memberships)
      .where(
        and(eq(memberships.userId, person?.id ?? newId()), eq(memberships.organizationId, organizationId)),
      ),
  )
  return row
}

async function auditsOf(subjectId: string) {
  const rows = await system((tx) =>
    tx.select().from(audits).where(eq(audits.subjectId, subjectId)).orderBy(desc(audits.id)),
  )
  return rows
    .filter(({ event }) => event !== 'session.started')
    .map(({ event, userId, details }) => ({ event, userId, details }))
}

/** Rows of one moment in the order of their names: their ids have none. */
async function visitsOf(userId: string) {
  const rows = await system((tx) =>
    tx.select().from(audits).where(eq(audits.userId, userId)).orderBy(audits.occurredAt, desc(audits.event)),
  )
  return rows.map(({ event, details }) => ({ event, details }))
}

async function invite(email: string, role: RoleKey, changes: Partial<typeof invitations.$inferInsert> = {}) {
  const id = newId()
  const expiresAt = new Date(external.context.clock.now().getTime() + 3600_000)
  // The system role can't invite: members do.
  await external.context.database.asMember({ organizationId: lab }, (tx) =>
    tx.insert(invitations).values({
      id,
      organizationId: lab,
      email,
      role,
      tokenHash: Buffer.from(id),
      expiresAt,
      ...changes,
    }),
  )
  return id
}

describe('at first sight', () => {
  test('a person with a role is kept and made a member, once, and the audit log says so', async () => {
    const claims = newcomer({ roles: ['manager'], picture: 'https://pictures.example/1.png' })
    const admitted = await verify(await sign(claims))
    expect(admitted).toMatchObject({ organizationId: lab, permissions: permissionsOf('manager') })
    expect(await personOf(claims.sub)).toMatchObject({
      id: admitted.subject,
      issuer: external.provider.issuer,
      name: claims.name,
      email: claims.email,
      picture: 'https://pictures.example/1.png',
      superadmin: false,
    })
    await verify(await sign(claims))
    expect(await auditsOf(admitted.subject)).toEqual([
      { event: 'member.added', userId: null, details: { role: 'manager' } },
    ])
  })

  test('ten requests at once make one person and one membership', async () => {
    const claims = newcomer({ roles: ['user'] })
    const token = await sign(claims)
    const admitted = await Promise.all(Array.from({ length: 10 }, () => verify(token)))
    expect(new Set(admitted.map(({ subject }) => subject)).size).toBe(1)
    expect(await auditsOf(admitted[0]?.subject as string)).toHaveLength(1)
  })

  test('the administrators are told', async () => {
    const admin = await verify(await sign(newcomer({ roles: ['admin'] })))
    const claims = newcomer({ roles: ['guest'] })
    await verify(await sign(claims))
    const rows = await system((tx) =>
      tx.select().from(notifications).where(eq(notifications.userId, admin.subject)),
    )
    expect(rows.map(({ kind, text }) => ({ kind, text }))).toContainEqual({
      kind: 'member.joined',
      text: `${isolate(claims.name)} has joined ${isolate('Mercy Lab')} as Guest.`,
    })
  })

  test('people with one address, or none, stay different people', async () => {
    const email = 'shared@mercy.test'
    const one = await verify(await sign(newcomer({ roles: ['user'], email })))
    const other = await verify(await sign(newcomer({ roles: ['user'], email })))
    expect(one.subject).not.toBe(other.subject)
    const nameless = await verify(
      await sign(newcomer({ roles: ['user'], email: undefined, name: undefined })),
    )
    const another = await verify(await sign(newcomer({ roles: ['user'], email: undefined, name: undefined })))
    expect(nameless.subject).not.toBe(another.subject)
  })

  test('permissions without a role make a member who is shown as a guest', async () => {
    const claims = newcomer({ permissions: ['read:slides', 'delete:slides'] })
    expect((await verify(await sign(claims))).permissions).toEqual(['read:slides', 'delete:slides'])
    expect(await membershipOf(claims.sub)).toMatchObject({ role: 'guest' })
  })
})

describe('without a role in the token', () => {
  test('an invitation to the verified address makes a member', async () => {
    const claims = newcomer()
    const invitation = await invite(claims.email.toUpperCase(), 'user')
    const admitted = await verify(await sign(claims))
    expect(admitted.permissions).toEqual(permissionsOf('user'))
    expect(await auditsOf(admitted.subject)).toEqual([
      { event: 'member.added', userId: admitted.subject, details: { role: 'user', invitation } },
    ])
    const [row] = await system((tx) => tx.select().from(invitations).where(eq(invitations.id, invitation)))
    expect(row?.acceptedAt).toBeInstanceOf(Date)
    await system((tx) =>
      tx.update(memberships).set({ role: 'manager' }).where(eq(memberships.userId, admitted.subject)),
    )
    expect((await verify(await sign(claims))).permissions).toEqual(permissionsOf('manager'))
  })

  test.each([
    ['to an address that is not verified', { email_verified: false }, {}],
    ['that has expired', {}, { expiresAt: new Date(Date.now() - 1000) }],
    ['that was withdrawn', {}, { revokedAt: new Date() }],
    ['that someone followed already', {}, { acceptedAt: new Date() }],
  ])('an invitation %s makes nobody a member', async (_what, changes, state) => {
    const claims = newcomer(changes)
    await invite(claims.email, 'admin', state)
    await expect(verify(await sign(claims))).rejects.toMatchObject({
      code: 'unauthenticated',
      message: `You are signed in, but not a member of Mercy Lab. Ask an administrator to invite ${claims.email}.`,
    })
    expect(await membershipOf(claims.sub)).toBeUndefined()
  })

  test('whoever is refused is kept, so that an operator can make them a superadmin, who may act', async () => {
    const claims = newcomer()
    const token = await sign(claims)
    await expect(verify(token)).rejects.toThrow('not a member of Mercy Lab')
    await system((tx) => tx.update(users).set({ superadmin: true }).where(eq(users.subject, claims.sub)))
    expect((await verify(token)).permissions).toEqual(permissionsOf('admin'))
    const member = await createMemberResolver(external.context, external.identity)(token)
    expect(member).toMatchObject({ superadmin: true, acting: true, organizationId: lab })
  })

  test('an unknown role makes nobody a member, invited or not, and takes a member’s rights', async () => {
    const claims = newcomer({ roles: ['boss'] })
    await invite(claims.email, 'admin')
    await expect(verify(await sign(claims))).rejects.toThrow(
      'You are signed in, but not a member of Mercy Lab. Ask the administrator of your identity provider for a role there.',
    )
    await verify(await sign({ ...claims, roles: ['admin'] }))
    expect((await verify(await sign(claims))).permissions).toEqual([])
    // API tokens go by the role, and must not keep what the person has lost.
    expect(await membershipOf(claims.sub)).toMatchObject({ role: 'guest' })
  })
})

describe('a visit', () => {
  const day = 24 * 3600
  const started = { event: 'session.started', details: { method: 'provider' } }

  test('is noted with the member, and once a day in the audit log', async () => {
    const claims = newcomer({ roles: ['user'] })
    const admitted = await Promise.all([1, 2, 3].map(async () => verify(await sign(claims))))
    const userId = admitted[0]?.subject as string
    expect(await visitsOf(userId)).toEqual([started])
    external.skip(day)
    await verify(await sign(claims))
    const second = (await membershipOf(claims.sub))?.lastSeenAt
    expect(second?.getTime()).toBeGreaterThan(Date.now() + (day - 60) * 1000)
    external.skip(60)
    await verify(await sign(claims))
    expect((await membershipOf(claims.sub))?.lastSeenAt).toEqual(second)
    expect(await visitsOf(userId)).toEqual([started, started])
  })

  test('of a superadmin who is no member is noted as such', async () => {
    const claims = newcomer()
    await expect(verify(await sign(claims))).rejects.toThrow('not a member')
    await system((tx) => tx.update(users).set({ superadmin: true }).where(eq(users.subject, claims.sub)))
    const { subject } = await verify(await sign(claims))
    await verify(await sign(claims))
    expect(await visitsOf(subject)).toEqual([
      { event: 'session.started', details: { method: 'provider', superadmin: true } },
      { event: 'organization.entered', details: {} },
    ])
  })
})

describe('the organisation', () => {
  test('is found by what the provider calls it before our own names', async () => {
    const grace = { name: 'grace', displayName: 'Grace', externalId: 'org-77' }
    const { id } = await addOrganization(external.context, grace)
    const other = await addOrganization(external.context, { name: 'org-77', displayName: 'Other' })
    await expect(addOrganization(external.context, { ...grace, name: 'again' })).rejects.toThrow(
      "The identity provider's “org-77” is another organisation already. Check the external id.",
    )
    const found = async (org_id: string) =>
      (await verify(await sign(newcomer({ roles: ['user'], org_id })))).organizationId
    expect(await found('org-77')).toBe(id)
    expect(await found('grace')).toBe(id)
    expect(await found(other.id.toUpperCase())).toBe(other.id)
  })

  test('that nobody added is refused with its name', async () => {
    await expect(verify(await sign(newcomer({ roles: ['admin'], org_id: 'nowhere' })))).rejects.toMatchObject(
      {
        code: 'unauthenticated',
        message:
          'You are signed in, but Cresyl has no organisation “nowhere”. Ask your system administrator to add it.',
      },
    )
  })

  test('may be the same for everyone', async () => {
    const { identity } = external.withSettings({ OIDC_ORGANIZATION: 'mercy' })
    const token = await sign(newcomer({ roles: ['user'], org_id: undefined }))
    expect((await identity.verify(token)).organizationId).toBe(lab)
  })
})

describe('whatever the token says, nobody gets in who is disabled:', () => {
  const disabledAt = new Date()

  test.each([
    [
      'as a member',
      (tx: Tx, userId: string) =>
        tx.update(memberships).set({ disabledAt }).where(eq(memberships.userId, userId)),
      'Your account is disabled in Mercy Lab. Ask one of its administrators to enable it.',
    ],
    [
      'as a person',
      (tx: Tx, userId: string) => tx.update(users).set({ disabledAt }).where(eq(users.id, userId)),
      'Your account is disabled in Cresyl. Ask your system administrator to enable it.',
    ],
  ] as const)('%s', async (_what, disable, message) => {
    const claims = newcomer({ roles: ['user'] })
    const { subject } = await verify(await sign(claims))
    await system((tx) => disable(tx, subject))
    await expect(verify(await sign({ ...claims, roles: ['admin'] }))).rejects.toMatchObject({
      code: 'unauthenticated',
      message,
    })
    expect(await membershipOf(claims.sub)).toMatchObject({ role: 'user' })
  })

  test('with their organisation', async () => {
    const { id } = await addOrganization(external.context, { name: 'closed', displayName: 'Closed Lab' })
    await system((tx) => tx.update(organizations).set({ disabledAt }).where(eq(organizations.id, id)))
    await expect(verify(await sign(newcomer({ roles: ['admin'], org_id: 'closed' })))).rejects.toThrow(
      'Closed Lab is disabled in Cresyl.',
    )
  })
})

describe('what the provider changes', () => {
  const ago = (seconds: number) => Math.floor(external.context.clock.now().getTime() / 1000) - seconds

  test('is followed: name, address, picture and role, with an audit row for the role', async () => {
    const claims = newcomer({ roles: ['user'], iat: ago(60) })
    const { subject } = await verify(await sign(claims))
    const changed = {
      name: 'Ångström',
      email: 'new@mercy.test',
      picture: 'https://p.example/2',
      roles: ['manager'],
    }
    await verify(await sign({ ...claims, ...changed, iat: ago(30) }))
    expect(await personOf(claims.sub)).toMatchObject({
      name: 'Ångström',
      nameKey: 'ångström',
      email: 'new@mercy.test',
      picture: 'https://p.example/2',
    })
    expect(await membershipOf(claims.sub)).toMatchObject({ role: 'manager', version: 2 })
    expect((await auditsOf(subject))[0]).toEqual({
      event: 'member.updated',
      userId: null,
      details: { role: ['user', 'manager'] },
    })
  })

  test('is not undone by an older token that is still valid', async () => {
    const claims = newcomer({ roles: ['manager'], iat: ago(60) })
    const old = await sign(claims)
    await verify(old)
    await verify(await sign({ ...claims, name: 'New', roles: ['guest'], iat: ago(10) }))
    await verify(old)
    expect(await personOf(claims.sub)).toMatchObject({ name: 'New' })
    expect(await membershipOf(claims.sub)).toMatchObject({ role: 'guest' })
  })

  test('what it says nothing about stays', async () => {
    const claims = newcomer({ roles: ['user'], iat: ago(60) })
    await verify(await sign(claims))
    await verify(await sign({ ...claims, name: undefined, email: undefined, iat: ago(10) }))
    expect(await personOf(claims.sub)).toMatchObject({ name: claims.name, email: claims.email })
  })
})

describe('userinfo', () => {
  test('tells who a newcomer is when the token does not, is asked once for a token, and invites too', async () => {
    const { sub, email } = newcomer()
    const claims = { sub, aud: testAudience, org_id: 'mercy' }
    external.provider.answers.userinfo = { sub, name: 'Told', email, email_verified: true }
    const token = await sign(claims)
    const { userinfo } = external.provider.asked
    await expect(verify(token)).rejects.toThrow(`invite ${email}`)
    await expect(verify(token)).rejects.toThrow(`invite ${email}`)
    expect(external.provider.asked.userinfo).toBe(userinfo + 1)
    await invite(email, 'user')
    await verify(token)
    expect(await personOf(sub)).toMatchObject({ name: 'Told', email })
    await verify(await sign({ ...claims, jti: 'another' }))
    expect(external.provider.asked.userinfo).toBe(userinfo + 1)
  })

  test.each([
    [
      'about someone else',
      { sub: 'somebody-else', name: 'Wrong', email: 'wrong@mercy.test', email_verified: true },
    ],
    ['nothing', new RawAnswer(401)],
    ['a page', new RawAnswer(200, {}, '<html>')],
  ])('that answers %s changes nothing', async (_what, answer) => {
    const { sub } = newcomer()
    external.provider.answers.userinfo = answer
    await verify(await sign({ sub, aud: testAudience, org_id: 'mercy', roles: ['user'] }))
    expect(await personOf(sub)).toMatchObject({ name: 'Unnamed person', email: '' })
  })
})

describe('real tokens, under the settings recommended for their provider', () => {
  test.each([
    ['Auth0', auth0, 'org_9ybsU1dN2dKfDkBi', { role: 'manager', name: 'Unnamed person', permissions: 3 }],
    [
      'Keycloak',
      keycloak,
      undefined,
      { role: 'user', name: 'Ada Lovelace', permissions: permissionsOf('user').length },
    ],
    [
      'Entra ID',
      entra,
      '3b9f0d6e-8f0a-4f57-9c39-0a6f2f6f4b11',
      { role: 'admin', name: 'Grace Hopper', permissions: permissionsOf('admin').length },
    ],
  ] as const)('%s', async (_name, { settings, header, payload }, externalId, expected) => {
    if (externalId !== undefined) {
      await system((tx) => tx.update(organizations).set({ externalId }).where(eq(organizations.id, lab)))
    }
    const { context, identity } = external.withSettings(settings)
    const token = await external.provider.sign({ ...payload, iss: external.provider.issuer }, header)
    const member = await createMemberResolver(context, identity)(token)
    expect(member).toMatchObject({ organizationId: lab, acting: false, superadmin: false })
    expect(member.permissions.size).toBe(expected.permissions)
    expect(await personOf(payload.sub as string)).toMatchObject({ id: member.userId, name: expected.name })
    expect(await membershipOf(payload.sub as string)).toMatchObject({ role: expected.role })
  })
})
