import { eq } from 'drizzle-orm'
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose'
import { loadSigningKeys } from '../../identity/keys.ts'
import { hashPassword } from '../../identity/passwords.ts'
import { credentials, passwordPlaces, signIns } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import { type Examples, nextSerial, type Provocations } from './example.ts'
import { anotherIssuer, makeMember } from './users-examples.ts'

const knownPassword = 'the password before'
let knownHash: Promise<string> | undefined

/** Gives a person a password that tests know, whatever it was before. */
export async function givePassword(api: TestApi, { userId }: { userId: string }): Promise<string> {
  knownHash ??= hashPassword(knownPassword)
  const values = { passwordHash: await knownHash, strangersUntil: null }
  await api.context.database.asSystem(async (tx) => {
    await tx.delete(passwordPlaces).where(eq(passwordPlaces.userId, userId))
    await tx
      .insert(credentials)
      .values({ userId, ...values })
      .onConflictDoUpdate({ target: credentials.userId, set: values })
  })
  return knownPassword
}

/** As if the person had signed in on another device. */
export async function makeSession(
  api: TestApi,
  { userId }: { userId: string },
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
): Promise<string> {
  const id = newId()
  const now = api.context.clock.now()
  await api.context.database.asSystem((tx) =>
    tx.insert(signIns).values({ id, userId, userAgent, startedAt: now, lastSeenAt: now }),
  )
  return id
}

/** The same person, with a token that was issued for a session. */
export async function inSession(api: TestApi, member: TestMember, sessionId: string): Promise<TestMember> {
  const [signer] = await loadSigningKeys(api.context)
  const { alg = 'RS256', typ = 'at+jwt', kid = '' } = decodeProtectedHeader(member.token)
  const token = await new SignJWT({ ...decodeJwt(member.token), sid: sessionId })
    .setProtectedHeader({ alg, typ, kid })
    .sign(await importJWK(signer, alg))
  return { ...member, token }
}

const change = { method: 'POST', url: '/api/profiles/me/password/' } as const

export const profileExamples = {
  readProfile: async () => ({}),
  listProfiles: async () => ({}),
  updateProfile: async () => ({
    body: { name: `Name ${nextSerial()}` },
    otherBodies: [{ notifications: { 'member.joined': { in_app: false, email: true } } }],
  }),
  changePassword: async (api, admin, caller = admin) => ({
    id: caller.userId,
    body: { current: await givePassword(api, caller), new: 'a password nobody had before' },
  }),
  listSessions: async () => ({}),
  endSessions: async (api, admin, caller = admin) => {
    await makeSession(api, caller)
    return { id: caller.userId, body: {} }
  },
} satisfies Partial<Examples>

/** Keeps those of other tests signed in and unlocked. */
async function withPassword(api: TestApi): Promise<TestMember> {
  const member = await makeMember(api, api.home.admin)
  await givePassword(api, member)
  return member
}

export const profileProvocations = {
  updateProfile: {
    stale_version: async (api) => {
      const member = await makeMember(api, api.home.admin)
      const edit = { method: 'PATCH', url: '/api/profiles/me/' } as const
      await request(api, member, { ...edit, body: { theme: 'dark', version: 1 } })
      return request(api, member, { ...edit, body: { theme: 'light', version: 1 } })
    },
    managed_elsewhere: async (api) => {
      const member = await makeMember(api, api.home.admin, { issuer: anotherIssuer })
      return request(api, member, { method: 'PATCH', url: '/api/profiles/me/', body: { name: 'Other' } })
    },
  },
  changePassword: {
    wrong_password: async (api) => {
      const body = { current: 'not the password', new: 'a password nobody had before' }
      return request(api, await withPassword(api), { ...change, body })
    },
    managed_elsewhere: async (api) => {
      const member = await makeMember(api, api.home.admin, { issuer: anotherIssuer })
      const body = { current: 'of no use here', new: 'a password nobody had before' }
      return request(api, member, { ...change, body })
    },
    rate_limited: async (api) => {
      const member = await withPassword(api)
      const body = { current: 'not the password', new: 'a password nobody had before' }
      for (let tries = 0; tries < 5; tries += 1) await request(api, member, { ...change, body })
      return request(api, member, { ...change, body: { ...body, current: knownPassword } })
    },
  },
} satisfies Provocations
