import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Context } from '../platform/context.ts'
import { type AccessTokens, createAccessTokens } from './access-tokens.ts'
import { MemberAccount } from './account.ts'
import { createConfiguration } from './configuration.ts'
import { refuseForeignOrigins } from './foreign-origins.ts'
import type { SigningKeys } from './keys.ts'
import { answerRepeatedResume } from './repeated-resume.ts'
import { endReusedSignIns } from './reused-tokens.ts'
import { noteVisit } from './sign-ins.ts'
import { createSignOut } from './sign-out.ts'
import { answerUnknown } from './unknown-address.ts'

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
