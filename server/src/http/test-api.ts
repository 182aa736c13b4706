import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { identityLimits } from '@cresyl/contract/api/limits'
import type { RoleKey } from '@cresyl/contract/api/permissions'
import { roleKeys } from '@cresyl/contract/api/permissions'
import type { FastifyInstance } from 'fastify'
import { openViewing, type Viewing } from '../domain/viewers/open-viewing.ts'
import { createMemberResolver } from '../identity/member.ts'
import { hashPassword } from '../identity/passwords.ts'
import { addOrganization, insertMember } from '../identity/people.ts'
import { createIdentityProvider, type IdentityProvider } from '../identity/provider.ts'
import { shareSigningKey } from '../identity/test-signing-key.ts'
import type { Context } from '../platform/context.ts'
import { openTestContext } from '../platform/test-context.ts'
import { appConfigOf } from './pages/app-config.ts'
import { buildServer } from './server.ts'

export interface TestMember {
  userId: string
  organizationId: string
  role: RoleKey
  token: string
}

export interface TestApi {
  app: FastifyInstance
  context: Context
  identity: IdentityProvider
  viewing: Viewing
  /** As the owner of the database: row-level security doesn't apply. */
  databaseUrl: string
  /** One member a role, in two organisations that must not see each other. */
  home: Record<RoleKey, TestMember>
  away: Record<RoleKey, TestMember>
  /** Belongs to a third organisation. */
  superadmin: TestMember
  log: string[]
  close(): Promise<void>
}

/** Tests ask as fast as they can. */
export const unhurried = { note: () => {}, wait: async () => {} }

/** The real server on a real database, answering without a port. */
export async function openTestApi(): Promise<TestApi> {
  const { context, folder, databaseUrl, log, close } = await openTestContext({ CRESYL_PORT: '18080' })
  const webFolder = await makeWebFolder(folder)
  await shareSigningKey(context)
  const identity = await createIdentityProvider(context)
  const viewing = await openViewing(context)
  const app = await buildServer(context, {
    ...viewing.parts,
    identity: identity.plugin,
    authenticate: createMemberResolver(context, identity),
    pace: unhurried,
    checkReplies: true,
    webFolder,
    appConfig: appConfigOf(context.config, '0.0.0-test', context.config.uploadOrigin),
  })
  const add = (organization: string, isOperator = false) =>
    addMembers(context, identity, { organization, isOperator })
  const home = await add('home')
  const away = await add('away')
  const operators = await add('operators', true)
  const renewal = renewTokens(identity, [home, away, operators])
  return {
    app,
    context,
    identity,
    viewing,
    databaseUrl,
    home,
    away,
    superadmin: operators.admin,
    log,
    close: async () => {
      clearInterval(renewal)
      await app.close()
      await viewing.close()
      await identity.close()
      await close()
    },
  }
}

/** A stand-in for the built web app: what is tested here is how it is served. */
async function makeWebFolder(folder: string): Promise<string> {
  const web = join(folder, 'web')
  await mkdir(join(web, 'assets'), { recursive: true })
  await writeFile(
    join(web, 'index.html'),
    '<!doctype html><title>Cresyl</title><script type="application/json" id="cresyl-config">null</script>',
  )
  await writeFile(join(web, 'assets', 'app-0a1b2c3d.js'), 'console.log("app")')
  await writeFile(join(web, 'silent.html'), '<!doctype html><title>Signing in</title>')
  await writeFile(join(web, 'service-worker.js'), 'addEventListener("fetch", () => {})')
  await writeFile(join(web, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return web
}

let passwordHash: Promise<string> | undefined

async function addMembers(
  context: Context,
  identity: IdentityProvider,
  { organization, isOperator }: { organization: string; isOperator: boolean },
): Promise<Record<RoleKey, TestMember>> {
  const { id: organizationId } = await addOrganization(context, {
    name: organization,
    displayName: organization,
  })
  // One for all in this process: each takes a while, by design.
  passwordHash ??= hashPassword('password of everyone')
  const hash = await passwordHash
  const people = await context.database.asSystem(async (tx) => {
    const added: Omit<TestMember, 'token'>[] = []
    for (const role of roleKeys) {
      const person = {
        organizationId,
        role,
        passwordHash: hash,
        email: `${role}@${organization}.test`,
        name: `${role} of ${organization}`,
        superadmin: isOperator && role === 'admin',
      }
      const { id: userId } = await insertMember(tx, person, context.clock.now())
      added.push({ userId, organizationId, role })
    }
    return added
  })
  const members = {} as Record<RoleKey, TestMember>
  for (const person of people) {
    const token = await identity.mintAccessToken(person.userId, organizationId)
    members[person.role] = { ...person, token }
  }
  return members
}

/** Before they expire, where a busy machine takes long. Whoever was disabled meanwhile keeps the old one. */
function renewTokens(identity: IdentityProvider, organizations: Record<RoleKey, TestMember>[]) {
  const renew = async (member: TestMember) => {
    member.token = await identity.mintAccessToken(member.userId, member.organizationId)
  }
  const members = organizations.flatMap((each) => Object.values(each))
  const often = (identityLimits.accessTokenSeconds / 2) * 1000
  return setInterval(() => void Promise.allSettled(members.map(renew)), often)
}

export interface TestRequest {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT'
  url: string
  body?: unknown
  headers?: Record<string, string>
}

/** Sends a request as a member and returns status and JSON. */
export async function request(
  api: TestApi,
  member: TestMember | null,
  { method = 'GET', url, body, headers }: TestRequest,
) {
  const reply = await api.app.inject({
    method,
    url,
    headers: {
      host: new URL(api.context.config.origin).host,
      ...(member && { authorization: `Bearer ${member.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      payload: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body),
    }),
  })
  return { status: reply.statusCode, headers: reply.headers, text: reply.body, json: parseOrNull(reply.body) }
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
function parseOrNull(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
