import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizationSettings, users } from '../platform/db/schema/index.ts'
import { issueToken } from './issue-token.ts'
import { addOrganization, addUser, type NewUser } from './people.ts'
import { setSuperadmin } from './set-superadmin.ts'
import { signInWithPassword } from './sign-in.ts'
import { auditRows, openTestIdentity, somewhere, type TestIdentity } from './test-identity.ts'

let identity: TestIdentity

beforeAll(async () => {
  identity = await openTestIdentity()
})

afterAll(() => identity.close())

function person(changes: Partial<NewUser> = {}): NewUser {
  return {
    email: 'Ada@Example.org',
    name: 'Ada',
    organization: 'lab',
    role: 'admin',
    password: 'secret words',
    ...changes,
  }
}

test('an organisation comes with its settings and an audit row', async () => {
  const { id } = await addOrganization(identity.context, { name: 'lab', displayName: 'The Lab' })
  const settings = await identity.context.database.asSystem((tx) =>
    tx.select().from(organizationSettings).where(eq(organizationSettings.organizationId, id)),
  )
  expect(settings).toHaveLength(1)
  expect(await auditRows(identity.context, 'organization.created')).toMatchObject([
    { organizationId: id, subjectId: id },
  ])
  await expect(
    addOrganization(identity.context, { name: 'lab', displayName: 'Again' }),
  ).rejects.toMatchObject({
    code: 'name_taken',
    message: 'There is already an organisation called “lab”. Choose another name.',
  })
})

test.each(['', 'Lab', 'a b', '-lab', 'lab-', 'x'.repeat(64), 'läb'])(
  'refuses the organisation name %j',
  async (name) => {
    await expect(addOrganization(identity.context, { name, displayName: 'X' })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('lower-case letters'),
    })
  },
)

test('a person can sign in once added, and is found however the address is written', async () => {
  const { id } = await addUser(identity.context, person({ superadmin: true }))
  for (const email of ['ada@example.org', ' ADA@example.ORG ']) {
    const signedIn = await signInWithPassword(identity.context, {
      email,
      password: 'secret words',
      from: somewhere,
      requestId: 'r',
    })
    expect(signedIn).toEqual({ userId: id, method: 'password' })
  }
  expect(await auditRows(identity.context, 'member.added')).toMatchObject([
    { subjectId: id, details: { role: 'admin', superadmin: true } },
  ])
  const rows = await identity.context.database.asSystem((tx) => tx.select().from(users))
  expect(rows).toMatchObject([{ id, subject: id, issuer: 'embedded', email: 'ada@example.org' }])
})

test.each<[string, Partial<NewUser>, string]>([
  ['an address in use there', {}, 'Someone already has the e-mail address ada@example.org, in lab.'],
  ['an unknown organisation', { email: 'b@example.org', organization: 'nowhere' }, 'called “nowhere”'],
  ['what is no address', { email: 'ada' }, 'is not an e-mail address'],
  ['no name', { name: ' ' }, 'A name is required'],
  ['a short password', { password: 'eleven char' }, '12 to 1024 characters'],
  ['a huge password', { password: 'x'.repeat(1025) }, '12 to 1024 characters'],
])('a person with %s is refused, and nothing is written', async (_what, changes, sentence) => {
  await expect(addUser(identity.context, person(changes))).rejects.toThrow(sentence)
  expect(await identity.context.database.asSystem((tx) => tx.select().from(users))).toHaveLength(1)
})

test('an address that is in use elsewhere gets an account of its own on request, and then the command line asks which is meant', async () => {
  await addOrganization(identity.context, { name: 'clinic', displayName: 'Clinic' })
  const email = 'eve@example.org'
  await addUser(identity.context, person({ email }))
  const second = person({ email, organization: 'clinic', password: 'other secret words' })
  await expect(addUser(identity.context, second)).rejects.toThrow(
    /in lab\..* invite them: .* add --separate\./,
  )
  const two = await addUser(identity.context, { ...second, separate: true })
  const which =
    'Several accounts have the e-mail address eve@example.org, in clinic, lab. Say which with --org.'
  await expect(issueToken(identity.context, { email })).rejects.toThrow(which)
  await expect(setSuperadmin(identity.context, { email, superadmin: true })).rejects.toThrow(which)
  const token = await issueToken(identity.context, { email, organization: 'clinic' })
  expect((await identity.provider.verify(token)).subject).toBe(two.id)
  const organization = 'clinic'
  expect(await setSuperadmin(identity.context, { email, organization, superadmin: true })).toEqual({
    id: two.id,
  })
})

test('a token for the command line is accepted and audited', async () => {
  const token = await issueToken(identity.context, { email: 'ada@example.org' })
  const { subject } = await identity.provider.verify(token)
  const [issued] = await auditRows(identity.context, 'token.issued')
  expect(issued).toMatchObject({ userId: subject })
  await addOrganization(identity.context, { name: 'elsewhere', displayName: 'Elsewhere' })
  await expect(issueToken(identity.context, { email: 'x@example.org' })).rejects.toThrow(
    'No one has the e-mail address',
  )
  const other = person({ email: 'bo@example.org', organization: 'lab' })
  await addUser(identity.context, other)
  await expect(
    issueToken(identity.context, { email: other.email, organization: 'elsewhere' }),
  ).rejects.toThrow('not an active member')
  // Ada is a superadmin: the organisation's log says so.
  await issueToken(identity.context, { email: 'ada@example.org', organization: 'elsewhere' })
  const [acting] = await auditRows(identity.context, 'token.issued')
  expect(acting).toMatchObject({ userId: subject, details: { superadmin: true } })
})
