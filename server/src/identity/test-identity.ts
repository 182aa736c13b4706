import { createHash, randomBytes } from 'node:crypto'
import type { AuditEvent } from '@cresyl/contract/api/audit'
import type { RoleKey } from '@cresyl/contract/api/permissions'
import { desc, eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { endStalledRequests } from '../http/guards/idle-timeout.ts'
import type { Context } from '../platform/context.ts'
import { audits, memberships } from '../platform/db/schema/index.ts'
import { findFreePort } from '../platform/postgres/free-port.ts'
import { openTestContext as openPlatform } from '../platform/test-context.ts'
import type { PasswordPlace } from './password-attempt.ts'
import { addOrganization, addUser } from './people.ts'
import { createIdentityProvider, type IdentityProvider } from './provider.ts'
import { type Answer, TestBrowser } from './test-browser.ts'
import { shareSigningKey } from './test-signing-key.ts'

export interface TestContext {
  context: Context
  /** Lets the clock of the server run ahead, and go on where it was stopped. */
  skip(seconds: number): void
  /** Past every limit, at the beginning of a minute: tries are counted by the minute, however long these take. */
  stopClock(): void
  log: string[]
  /** As the owner of the database. */
  databaseUrl: string
  close(): Promise<void>
}

/** A migrated database of its own, a folder of its own and a port that is free. */
export async function openTestContext({ demo = false, origin = '' } = {}): Promise<TestContext> {
  const platform = await openPlatform({
    CRESYL_PORT: String(await findFreePort()),
    CRESYL_DEMO: String(demo),
    CRESYL_ORIGIN: origin,
  })
  let ahead = 0
  let stoppedAt: number | undefined
  const now = () => stoppedAt ?? Date.now() + ahead
  return {
    context: { ...platform.context, clock: { now: () => new Date(now()) } },
    log: platform.log,
    databaseUrl: platform.databaseUrl,
    skip: (seconds) => {
      ahead = now() - Date.now() + seconds * 1000
      stoppedAt = undefined
    },
    stopClock: () => {
      stoppedAt = now() + 660_000 - (now() % 60_000)
    },
    close: platform.close,
  }
}

export interface TestIdentity extends TestContext {
  provider: IdentityProvider
  newBrowser(): TestBrowser
}

/** The provider on a real server. */
export async function openTestIdentity(options: { demo?: boolean } = {}): Promise<TestIdentity> {
  const test = await openTestContext(options)
  const { config } = test.context
  await shareSigningKey(test.context)
  const provider = await createIdentityProvider(test.context)
  const app = Fastify({ forceCloseConnections: true, trustProxy: 'loopback' })
  endStalledRequests(app.server)
  await app.register(provider.plugin)
  await app.listen({ host: '127.0.0.1', port: config.port })
  return {
    ...test,
    provider,
    newBrowser: () => new TestBrowser(config.origin),
    close: async () => {
      await app.close()
      await provider.close()
      await test.close()
    },
  }
}

/** Where a password is typed in a browser that nobody knows. */
export const somewhere: PasswordPlace = { address: '127.0.0.1', device: () => undefined }

export const testPassword = 'correct horse battery'

export interface TestLab extends TestIdentity {
  organizationId: string
  /** A manager of the lab, with the address `{name}@mercy.test`. */
  newPerson(name: string): Promise<{ id: string; email: string; password: string }>
}

export async function openTestLab(): Promise<TestLab> {
  const identity = await openTestIdentity()
  const { context } = identity
  const lab = await addOrganization(context, { name: 'mercy', displayName: 'Mercy & Sons <Lab>' })
  return {
    ...identity,
    organizationId: lab.id,
    newPerson: async (name) => {
      const login = { email: `${name}@mercy.test`, password: testPassword }
      const person = { ...login, name: `Person ${name}`, organization: 'mercy', role: 'manager' } as const
      return { ...login, id: (await addUser(context, person)).id }
    },
  }
}

export interface AuthorizationRequest {
  url: string
  verifier: string
}

/** What the web app asks for; undefined takes a parameter out. */
export function authorizationRequest(
  { config }: Context,
  changes: Record<string, string | undefined> = {},
): AuthorizationRequest {
  const verifier = randomBytes(32).toString('base64url')
  const parameters = {
    client_id: config.identity.clientId,
    redirect_uri: `${config.origin}/`,
    response_type: 'code',
    scope: 'openid profile email offline_access',
    resource: config.identity.audience,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'the-state',
    nonce: 'the-nonce',
    ...changes,
  }
  const url = new URL(`${config.identity.issuer}/auth`)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return { url: url.href, verifier }
}

export interface Tokens {
  access_token: string
  refresh_token: string
  id_token: string
  expires_in: number
}

export interface TokenAnswer {
  status: number
  json: Tokens & { error?: string; error_description?: string }
}

export async function requestTokens(context: Context, form: Record<string, string>): Promise<TokenAnswer> {
  const { issuer, clientId } = context.config.identity
  const answer = await new TestBrowser(context.config.origin).post(
    `${issuer}/token`,
    { client_id: clientId, ...form },
    { accept: 'application/json' },
  )
  return { status: answer.status, json: JSON.parse(answer.text) }
}

export function exchangeCode(context: Context, code: string, verifier: string): Promise<TokenAnswer> {
  return requestTokens(context, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: `${context.config.origin}/`,
  })
}

export function refresh(context: Context, refreshToken: string): Promise<TokenAnswer> {
  return requestTokens(context, { grant_type: 'refresh_token', refresh_token: refreshToken })
}

export function parametersOf(location: string): Record<string, string> {
  return Object.fromEntries(new URL(location).searchParams)
}

/** Stops where the app would take over. */
export function isApp({ config }: Context) {
  return (url: string) => !url.startsWith(config.identity.issuer)
}

/** Goes through the login page and returns what it answers. */
export async function submitLogin(
  { context }: TestContext,
  browser: TestBrowser,
  request: AuthorizationRequest,
  form: { email: string; password: string },
): Promise<Answer> {
  const first = await browser.get(request.url)
  return browser.follow(await browser.post(first.location, form), isApp(context))
}

export async function signIn(
  test: TestContext,
  browser: TestBrowser,
  form: { email: string; password: string },
  changes: Record<string, string | undefined> = {},
): Promise<Tokens> {
  const request = authorizationRequest(test.context, changes)
  const { location } = await submitLogin(test, browser, request, form)
  const code = new URL(location).searchParams.get('code') ?? ''
  return (await exchangeCode(test.context, code, request.verifier)).json
}

/** With a code that a redirect brought. */
export async function exchangeRedirect(
  context: Context,
  location: string,
  { verifier }: AuthorizationRequest,
): Promise<Tokens> {
  return (await exchangeCode(context, parametersOf(location).code ?? '', verifier)).json
}

/** In an organisation beside the one they were added to. */
export async function addMembership(
  { database }: Context,
  membership: { userId: string; organizationId: string; role: RoleKey },
): Promise<void> {
  await database.asSystem((tx) => tx.insert(memberships).values(membership))
}

/** The newest first. */
export function auditRows({ database }: Context, event: AuditEvent) {
  return database.asSystem((tx) =>
    tx.select().from(audits).where(eq(audits.event, event)).orderBy(desc(audits.id)),
  )
}
