import { randomBytes } from 'node:crypto'
import type { RoleKey } from '@cresyl/contract/api/permissions'
import { and, eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { invitationLink, newLinkToken, passwordResetLink } from '../../domain/users/links.ts'
import {
  credentials,
  invitations,
  memberships,
  notifications,
  organizations,
  passwordResets,
  users,
} from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { joinWithAccount } from '../accept-invitation.ts'
import { findInvitation, type Invitation, takeInvitation } from '../invitations.ts'
import { addOrganization } from '../people.ts'
import { auditRows, openTestLab, signIn, somewhere, type TestLab } from '../test-identity.ts'

let identity: TestLab
let administrator: { id: string }
let count = 0

beforeAll(async () => {
  identity = await openTestLab()
  administrator = await identity.newPerson('administrator')
  await inDatabase((tx) =>
    tx.update(memberships).set({ role: 'admin' }).where(eq(memberships.userId, administrator.id)),
  )
})

afterAll(() => identity.close())

const inDatabase: TestLab['context']['database']['asSystem'] = (work) =>
  identity.context.database.asSystem(work)

interface Invited {
  email?: string
  name?: string
  role?: RoleKey
  organizationId?: string
}

async function invite({
  email = `invited-${++count}@mercy.test`,
  name = '',
  role = 'user',
  ...rest
}: Invited = {}) {
  // Each from an address of its own, in the eyes of the rate limit.
  identity.skip(120)
  const { organizationId = identity.organizationId } = rest
  const { token, hash: tokenHash } = newLinkToken()
  const id = newId()
  const now = identity.context.clock.now()
  const expiresAt = new Date(now.getTime() + 3_600_000)
  await identity.context.database.asMember({ organizationId, userId: administrator.id }, (tx) =>
    tx.insert(invitations).values({
      id,
      organizationId,
      email,
      name,
      role,
      tokenHash,
      invitedBy: administrator.id,
      createdAt: now,
      expiresAt,
    }),
  )
  return { id, email, token, link: invitationLink(identity.context.config, token) }
}

const password = 'a password of my own'
const newAccount = { name: 'Ines Vidal', password, repeated: password }

async function findMember(email: string) {
  const [row] = await inDatabase((tx) =>
    tx
      .select({ user: users, membership: memberships })
      .from(users)
      .innerJoin(memberships, eq(memberships.userId, users.id))
      .where(and(eq(users.email, email), eq(memberships.organizationId, identity.organizationId))),
  )
  return row
}

test('who has no account sets a name and a password, is in, and can sign in', async () => {
  const { id, email, link, token } = await invite({ name: 'Ines <i>Vidal</i>' })
  const browser = identity.newBrowser()
  const page = await browser.get(link)
  expect(page.status).toBe(200)
  expect(page.text).toContain('Person administrator invites you to Mercy &#38; Sons')
  expect(page.text).toContain('value="Ines &#60;i&#62;Vidal')
  expect(page.text).toContain('autocomplete="new-password"')
  expect(page.text).toContain('At least 12 characters')
  expect(page.text).not.toContain('<script')
  expect(page.headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'referrer-policy': 'strict-origin',
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
  })

  const done = await browser.post(link, newAccount)
  expect(done.status).toBe(200)
  expect(done.text).toContain('Welcome')
  expect(done.text).toContain(`href="${identity.context.config.origin}/login"`)
  const joined = await findMember(email)
  expect(joined).toMatchObject({
    user: { name: 'Ines Vidal', issuer: 'embedded', superadmin: false },
    membership: { role: 'user', disabledAt: null },
  })
  const [added] = await auditRows(identity.context, 'member.added')
  expect(added).toMatchObject({
    organizationId: identity.organizationId,
    userId: joined?.user.id,
    subjectId: joined?.user.id,
    details: { role: 'user', invitation: id },
    requestId: expect.any(String),
  })
  const news = await inDatabase((tx) => tx.select().from(notifications))
  expect(news).toMatchObject([
    { userId: administrator.id, kind: 'member.joined', text: expect.stringContaining('Ines Vidal') },
  ])
  await signIn(identity, identity.newBrowser(), { email, password })

  const again = await browser.get(link)
  expect([again.status, again.text]).toEqual([410, expect.stringContaining('already been accepted')])
  expect((await browser.post(link, newAccount)).status).toBe(410)
  expect(identity.log.join('')).not.toContain(token)
})

test('what is missing or does not fit is told, and nothing is made', async () => {
  const { email, link } = await invite()
  const browser = identity.newBrowser()
  const send = (changes: Record<string, string>) => browser.post(link, { ...newAccount, ...changes })
  const cases: [Record<string, string>, string][] = [
    [{ name: ' ' }, 'Enter your name.'],
    [{ name: 'a\u0000b' }, 'Enter your name.'],
    [{ name: 'x'.repeat(300) }, 'Enter your name.'],
    [{ password: 'short', repeated: 'short' }, '12 to 1024 characters'],
    [{ password: 'x'.repeat(1025), repeated: 'x'.repeat(1025) }, '12 to 1024 characters'],
    [{ repeated: 'another password' }, 'The two passwords are not the same.'],
  ]
  for (const [changes, sentence] of cases) {
    const answer = await send(changes)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('role="alert"')
    expect(answer.text).toContain(sentence)
    expect(answer.text).not.toContain(password)
  }
  expect((await send({ repeated: 'another password' })).text).toContain('value="Ines Vidal"')
  expect(await findMember(email)).toBeUndefined()
})

test('a link works once, also when it is posted twice at once', async () => {
  const { email, link } = await invite()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => identity.newBrowser().post(link, newAccount)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410])
  const rows = await inDatabase((tx) => tx.select().from(users).where(eq(users.email, email)))
  expect(rows).toHaveLength(1)
})

test('two invitations of one new address at once, with one password, make one account', async () => {
  const { id: otherId } = await addOrganization(identity.context, {
    name: `twin-${++count}`,
    displayName: 'Twin',
  })
  const one = await invite()
  const two = await invite({ email: one.email, organizationId: otherId })
  const answers = await Promise.all(
    [one, two].map(({ link }) => identity.newBrowser().post(link, newAccount)),
  )
  expect(answers.map(({ text }) => text.includes('Welcome'))).toEqual([true, true])
  const rows = await inDatabase((tx) =>
    tx
      .select({ id: users.id, organizationId: memberships.organizationId })
      .from(users)
      .innerJoin(memberships, eq(memberships.userId, users.id))
      .where(eq(users.email, one.email)),
  )
  expect(rows.map(({ organizationId }) => organizationId).sort()).toEqual(
    [identity.organizationId, otherId].sort(),
  )
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1)
})

test('whoever took an address in one organisation has nothing of who is invited with it by another', async () => {
  const { id: evilId } = await addOrganization(identity.context, {
    name: `evil-${++count}`,
    displayName: 'Evil',
  })
  const taken = await invite({ email: `victim-${count}@hospital.test`, organizationId: evilId })
  const squatter = { email: taken.email, password: 'known to the squatter' }
  const form = { name: 'Squatter', password: squatter.password, repeated: squatter.password }
  expect((await identity.newBrowser().post(taken.link, form)).status).toBe(200)

  const { email, link } = await invite({ email: taken.email })
  expect((await identity.newBrowser().post(link, newAccount)).text).toContain('Welcome')
  const victim = await signIn(identity, identity.newBrowser(), { email, password })
  expect(decodeJwt(victim.id_token)).toMatchObject({
    org_id: identity.organizationId,
    name: 'Ines Vidal',
    roles: ['user'],
  })
  const across = await signIn(identity, identity.newBrowser(), { email, password }, { organization: evilId })
  expect(across.access_token).toBeUndefined()

  const kept = await signIn(identity, identity.newBrowser(), squatter)
  expect(decodeJwt(kept.id_token)).toMatchObject({ org_id: evilId, name: 'Squatter' })
  const { organizationId: organization } = identity
  const back = await signIn(identity, identity.newBrowser(), squatter, { organization })
  expect(back.access_token).toBeUndefined()
})

test('whoever invites does not learn whether an address has an account elsewhere', async () => {
  const { id: organizationId } = await addOrganization(identity.context, {
    name: `curious-${++count}`,
    displayName: 'Curious',
  })
  const person = await identity.newPerson(`somebody-${count}`)
  const known = await invite({ email: person.email, organizationId })
  const unknown = await invite({ email: `nobody-${count}@mercy.test`, organizationId })
  const seen = async ({ link, token, email }: typeof known) => {
    const browser = identity.newBrowser()
    const answers = [
      await browser.get(link),
      await browser.post(link, { account: 'own', password: 'guess' }),
      await browser.post(link, newAccount),
    ]
    return answers.map(({ status, text }) => [status, text.replaceAll(token, '').replaceAll(email, '')])
  }
  const both = [await seen(known), await seen(unknown)]
  expect(both[0]).toEqual(both[1])
  expect(both[0]?.map(([status]) => status)).toEqual([200, 400, 200])
  await signIn(identity, identity.newBrowser(), person)
})

test('who has an account proves it with its password, and guesses count', async () => {
  const { id: otherId } = await addOrganization(identity.context, {
    name: `other-${++count}`,
    displayName: 'Other',
  })
  const person = await identity.newPerson(`known-${count}`)
  const { link } = await invite({
    email: person.email.toUpperCase(),
    organizationId: otherId,
    role: 'manager',
  })
  const browser = identity.newBrowser()
  const page = await browser.get(link)
  expect(page.text).toContain('I have an account with this address')
  expect(page.text).toContain('autocomplete="current-password"')
  const send = (typed: string) => browser.post(link, { account: 'own', password: typed })
  // A new password in the form must not replace that of the account.
  for (let n = 0; n < 5; n++) expect((await send(newAccount.password)).status).toBe(400)
  const locked = await send(person.password)
  expect([locked.status, locked.text]).toEqual([
    400,
    expect.stringMatching(/<details open>|No account with this address has this password/),
  ])
  await expect(signIn(identity, identity.newBrowser(), person)).rejects.toThrow()
  const [refused] = await auditRows(identity.context, 'session.refused')
  expect(refused).toMatchObject({ userId: person.id, details: { reason: 'locked' } })

  identity.skip(61)
  const done = await send(person.password)
  expect(done.text).toContain('Welcome')
  const roles = await inDatabase((tx) =>
    tx
      .select({ role: memberships.role, organizationId: memberships.organizationId })
      .from(memberships)
      .where(eq(memberships.userId, person.id)),
  )
  expect(roles).toContainEqual({ organizationId: otherId, role: 'manager' })
  expect(roles).toHaveLength(2)
})

test('joining elsewhere ends the links by which an administrator could have set the password', async () => {
  const { id: organizationId } = await addOrganization(identity.context, {
    name: `further-${++count}`,
    displayName: 'Further',
  })
  const person = await identity.newPerson(`reaching-${count}`)
  const { token, hash: tokenHash } = newLinkToken()
  const { link } = await invite({ email: person.email, organizationId })
  const expiresAt = new Date(identity.context.clock.now().getTime() + 3_600_000)
  await inDatabase((tx) =>
    tx.insert(passwordResets).values({ id: newId(), userId: person.id, tokenHash, expiresAt }),
  )
  const reset = passwordResetLink(identity.context.config, token)
  expect((await identity.newBrowser().get(reset)).status).toBe(200)
  expect((await identity.newBrowser().post(link, { account: 'own', password: person.password })).status).toBe(
    200,
  )
  const late = await identity.newBrowser().post(reset, { password, repeated: password })
  expect(late.status).toBe(404)
  await signIn(identity, identity.newBrowser(), person, { organization: 'mercy' })
})

test('a link that was replaced while someone followed it takes nothing', async () => {
  const { id, token } = await invite({ role: 'admin' })
  const now = identity.context.clock.now()
  const found = await inDatabase((tx) => findInvitation(tx, token, now))
  const newer = newLinkToken()
  await identity.context.database.asMember({ organizationId: identity.organizationId }, (tx) =>
    tx.update(invitations).set({ role: 'guest', tokenHash: newer.hash }).where(eq(invitations.id, id)),
  )
  const taken = await inDatabase((tx) => takeInvitation(tx, found.invitation as Invitation, now))
  expect(taken).toBe(false)
})

test('an invitation of who has an account works once, also when it is posted twice at once', async () => {
  const { id: organizationId } = await addOrganization(identity.context, {
    name: `once-${++count}`,
    displayName: 'Once',
  })
  const person = await identity.newPerson(`hasty-${count}`)
  const { id, link } = await invite({ email: person.email, organizationId })
  const answers = await Promise.all(
    [1, 2, 3].map(() => identity.newBrowser().post(link, { account: 'own', password: person.password })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  const added = await auditRows(identity.context, 'member.added')
  expect(added.filter(({ details }) => details.invitation === id)).toHaveLength(1)
})

test('whoever was disabled in the organisation is enabled again, with the role of the invitation', async () => {
  const person = await identity.newPerson(`returning-${++count}`)
  await inDatabase((tx) =>
    tx.update(memberships).set({ disabledAt: new Date() }).where(eq(memberships.userId, person.id)),
  )
  const { link } = await invite({ email: person.email, role: 'guest' })
  await identity.newBrowser().post(link, { account: 'own', password: person.password })
  expect((await findMember(person.email))?.membership).toMatchObject({
    role: 'guest',
    disabledAt: null,
    version: 2,
  })
})

test('an old invitation leaves who is a member by now as they are', async () => {
  const person = await identity.newPerson(`settled-${++count}`)
  const { link } = await invite({ email: person.email, role: 'guest' })
  const before = await findMember(person.email)
  const answer = await identity.newBrowser().post(link, { account: 'own', password: person.password })
  expect(answer.status).toBe(410)
  expect((await findMember(person.email))?.membership).toEqual(before?.membership)
  expect(before?.membership.role).not.toBe('guest')
})

test('who is made a member while they fill in the form keeps that role', async () => {
  const person = await identity.newPerson(`quick-${++count}`)
  const setDisabled = (disabledAt: Date | null) =>
    inDatabase((tx) => tx.update(memberships).set({ disabledAt }).where(eq(memberships.userId, person.id)))
  await setDisabled(new Date())
  const { token } = await invite({ email: person.email, role: 'guest' })
  const { invitation } = await inDatabase((tx) => findInvitation(tx, token, identity.context.clock.now()))
  await setDisabled(null)
  const before = await findMember(person.email)
  const typed = { password: person.password, from: somewhere, requestId: newId() }
  expect(await joinWithAccount(identity.context, invitation as Invitation, typed)).toEqual({
    userId: person.id,
  })
  expect((await findMember(person.email))?.membership).toEqual(before?.membership)
})

test.each<[string, (id: string, email: string) => Promise<unknown>, number, string]>([
  [
    'withdrawn',
    (id) =>
      inDatabase((tx) => tx.update(invitations).set({ revokedAt: new Date() }).where(eq(invitations.id, id))),
    410,
    'was withdrawn. Ask',
  ],
  ['expired', async () => identity.skip(3601), 410, 'has expired. Ask'],
  [
    'of a disabled organisation',
    () => inDatabase((tx) => tx.update(organizations).set({ disabledAt: new Date() })),
    410,
    'is not active. Ask',
  ],
  [
    'of who is in already',
    async (_id, email) => identity.newPerson(email.split('@')[0] ?? ''),
    410,
    'already a member of this organisation. Sign in',
  ],
  [
    'of a disabled person',
    async (_id, email) => {
      const { id } = await identity.newPerson(email.split('@')[0] ?? '')
      await inDatabase((tx) => tx.update(users).set({ disabledAt: new Date() }).where(eq(users.id, id)))
    },
    410,
    'Your account is disabled. Ask',
  ],
])('an invitation that is %s says so, and what to do', async (_what, close, status, sentence) => {
  const { id, email, link } = await invite()
  const before = await inDatabase((tx) => tx.select().from(credentials))
  await close(id, email)
  const answers = [await identity.newBrowser().get(link), await identity.newBrowser().post(link, newAccount)]
  for (const answer of answers) {
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(sentence)])
    expect(answer.text).toContain(`href="${identity.context.config.origin}/login"`)
  }
  const [invitation] = await inDatabase((tx) => tx.select().from(invitations).where(eq(invitations.id, id)))
  expect(invitation?.acceptedAt).toBeNull()
  const after = await inDatabase((tx) => tx.select().from(credentials))
  expect(after.length - before.length).toBeLessThanOrEqual(1)
  await inDatabase((tx) => tx.update(organizations).set({ disabledAt: null }))
})

test('links that lead nowhere, forms of other sites and too many of either are refused', async () => {
  identity.stopClock()
  onTestFinished(() => identity.skip(180))
  const { issuer } = identity.provider
  const browser = identity.newBrowser()
  const unknown = await browser.get(`${issuer}/invitation/${randomBytes(32).toString('base64url')}`)
  expect([unknown.status, unknown.text]).toEqual([
    404,
    expect.stringContaining('This invitation link is not valid'),
  ])
  for (const odd of ['x', '%00', '%F0%9F%92%9C', '..%2f..']) {
    expect((await browser.get(`${issuer}/invitation/${odd}`)).status).toBeLessThan(500)
  }
  const { email, link } = await invite()
  const foreign = await browser.post(link, newAccount, {
    'sec-fetch-site': 'cross-site',
    origin: 'https://evil.example',
  })
  expect(foreign.status).toBe(403)
  expect(await findMember(email)).toBeUndefined()
  const gets = []
  for (let n = 0; n < 65; n++) gets.push((await browser.get(link)).status)
  expect(gets.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5)
  const posts = []
  for (let n = 0; n < 32; n++) posts.push((await browser.post(link, {})).status)
  expect(posts.slice(-2)).toEqual([429, 429])
})
