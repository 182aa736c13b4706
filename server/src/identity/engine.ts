import { randomBytes } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@cresyl/contract/api/errors'
import { and, eq, sql } from 'drizzle-orm'
import { type errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Config } from '../platform/config/config.ts'
import type { Context } from '../platform/context.ts'
import { identityRecords } from '../platform/db/schema/index.ts'
import { type AccessTokens, createAccessTokens } from './access-tokens.ts'
import { MemberAccount } from './account.ts'
import { createConfiguration } from './configuration.ts'
import {
  authorizationAddress,
  type FinishedInteraction,
  findFinishedInteraction,
  noteAnswered,
} from './finished-interactions.ts'
import type { SigningKeys } from './keys.ts'
import { sentencePage } from './pages/error-page.ts'
import { sendPage } from './pages/page.ts'
import { recordRefusal } from './sign-in.ts'
import { endSignIn, noteVisit } from './sign-ins.ts'
import { createSignOut } from './sign-out.ts'

/** What works with one set of keys. It remembers nothing by itself, so another may take over at any moment. */
export interface Engine {
  keys: SigningKeys
  provider: Provider
  tokens: AccessTokens
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
}

export type RequestIds = WeakMap<IncomingMessage, string>

export function createEngine(context: Context, keys: SigningKeys, requestIds: RequestIds): Engine {
  const { config } = context
  const provider = new Provider(config.identity.issuer, createConfiguration(context, keys, requestIds))
  // The provider builds addresses from what the request says about itself; mount.ts sees to what it says.
  provider.proxy = true
  provider.use(answerRepeatedResume(context))
  provider.use(createSignOut(context, provider, requestIds))
  provider.use(noteRefreshes(context))
  provider.use(endReusedSignIns(context, provider, requestIds))
  provider.use(refuseForeignOrigins(config))
  provider.use(answerUnknown(config))
  reportFailures(context, provider, requestIds)
  return { keys, provider, tokens: createAccessTokens(context, keys), handle: provider.callback() }
}

/** Whoever renews tokens is still there. */
function noteRefreshes({ database, clock }: Context): Parameters<Provider['use']>[0] {
  return async (ctx, next) => {
    await next()
    // Absent where no route of the provider matched, whatever the type says.
    const oidc: KoaContextWithOIDC['oidc'] | undefined = ctx.oidc
    const sessionId = oidc?.entities.RotatedRefreshToken?.sessionUid
    if (ctx.status !== 200 || sessionId === undefined || !(oidc?.account instanceof MemberAccount)) return
    const { userId, organizationId } = oidc.account.member
    const userAgent = ctx.req.headers['user-agent']
    await database.asSystem((tx) =>
      noteVisit(tx, { sessionId, userId, organizationId, userAgent, isFresh: false, now: clock.now() }),
    )
  }
}

/** Failures of ours are errors; refusals of the provider are worth a line when someone looks for one. */
function reportFailures({ log }: Context, provider: Provider, requestIds: RequestIds): void {
  provider.on('server_error', (ctx, err) => {
    log.error({ err, request: requestIds.get(ctx.req) }, 'The identity provider failed')
  })
  // Koa's own event, for what fails outside of every route; the provider's types don't list it.
  const events: EventEmitter = provider
  events.on('error', (err) => log.error({ err }, 'The identity provider failed'))
  const refused = (ctx: KoaContextWithOIDC, { error, error_description: description }: Refusal) =>
    log.info({ request: requestIds.get(ctx.req), error, description }, 'The identity provider refused')
  provider.on('authorization.error', refused)
  provider.on('grant.error', refused)
  provider.on('end_session.error', refused)
}

type Refusal = Pick<errors.OIDCProviderError, 'error' | 'error_description'>

/**
 * The provider gives any origin leave until it knows the client, which preflights don't name. There is one client, on
 * one origin; what is read by GET (keys, the provider's description) is for everyone.
 */
function refuseForeignOrigins({ origin }: Config): Parameters<Provider['use']>[0] {
  return async (ctx, next) => {
    await next()
    if (ctx.method === 'GET' || ctx.get('Origin') === origin) return
    for (const name of Object.keys(ctx.response.headers)) {
      if (name.startsWith('access-control-')) ctx.remove(name)
    }
  }
}

/** In milliseconds. An answer takes a few; one whose process has died never comes. */
const patience = { step: 25, longest: 5000 }

/**
 * Browsers may send the step that ends an interaction twice, for instance because they fetch ahead, and the two may
 * reach two processes. The interaction is used up by the first; the second begins the same request again, which the new
 * session answers at once.
 */
function answerRepeatedResume(context: Context): Parameters<Provider['use']>[0] {
  return async (ctx, next) => {
    const [, uid] = /^\/auth\/([^/]+)\/?$/i.exec(ctx.path) ?? []
    if (uid === undefined) return next()
    await next()
    if (ctx.status !== 400) return noteAnswered(context, uid)
    const finished = await findAnswered(context, uid)
    if (finished === undefined) return
    ctx.status = 303
    ctx.redirect(authorizationAddress(context.config, finished))
  }
}

/** The first is answered before the second, so that the browser has the cookie of the session by then. */
async function findAnswered(context: Context, uid: string): Promise<FinishedInteraction | undefined> {
  for (let waited = 0; ; waited += patience.step) {
    const finished = await findFinishedInteraction(context, uid)
    if (finished === undefined || finished.answered || waited >= patience.longest) return finished
    await sleep(patience.step)
  }
}

/**
 * A code or refresh token that is used twice is in two hands. The provider revokes what could be renewed; the access
 * tokens that were given go with their sign-in. The browser's own session goes on under another name.
 */
function endReusedSignIns(
  context: Context,
  provider: Provider,
  requestIds: WeakMap<IncomingMessage, string>,
): Parameters<Provider['use']>[0] {
  const revoked = new WeakMap<IncomingMessage, string>()
  provider.on('grant.revoked', ({ req, oidc }, grantId) => {
    if (oidc.route === 'token') revoked.set(req, grantId)
  })
  return async ({ req }, next) => {
    await next()
    const grantId = revoked.get(req)
    const userId = grantId && (await endSignInOfGrant(context, grantId))
    if (userId) await recordRefusal(context, userId, 'token_used_twice', requestIds.get(req))
  }
}

/** Returns whose it was. */
async function endSignInOfGrant(
  { database, config, clock }: Context,
  grantId: string,
): Promise<string | undefined> {
  const { model, id, uid, payload } = identityRecords
  const grant = JSON.stringify({ authorizations: { [config.identity.clientId]: { grantId } } })
  return database.asSystem(async (tx) => {
    const [session] = await tx
      .select({ id, uid, userId: sql<string>`${payload} ->> 'accountId'` })
      .from(identityRecords)
      .where(and(eq(model, 'Session'), sql`${payload} @> ${grant}::jsonb`))
      .for('update')
    if (session?.uid == null) return undefined
    const name = randomBytes(16).toString('base64url')
    await tx
      .update(identityRecords)
      .set({ uid: name, payload: sql`${payload} || ${JSON.stringify({ uid: name })}::jsonb` })
      .where(and(eq(model, 'Session'), eq(id, session.id)))
    await endSignIn(tx, session.uid, clock.now())
    return session.userId
  })
}

/** What no route of the provider answered. */
function answerUnknown(config: Config): Parameters<Provider['use']>[0] {
  return async (ctx, next) => {
    await next()
    if (ctx.status !== 404 || ctx.body) return
    const error = new ApiError('unknown_route')
    if (ctx.accepts('json', 'html') === 'html') sendPage(ctx, sentencePage(config, error.message))
    else ctx.body = error.toBody()
    ctx.status = error.status
  }
}
