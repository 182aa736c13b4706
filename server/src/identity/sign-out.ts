import type { IncomingMessage } from 'node:http'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Context } from '../platform/context.ts'
import { organizationOfGrant, revokeGrant } from './grants.ts'
import { recordSignOut } from './sign-in.ts'
import { endSignIn } from './sign-ins.ts'

type Session = NonNullable<KoaContextWithOIDC['oidc']['session']>
type RequestIds = WeakMap<IncomingMessage, string>

/**
 * Signing out takes one step where the ID token proves that the person of the session wants it, and where
 * nobody is signed in. Otherwise the provider's page asks, and its answer only needs to be noted.
 */
export function createSignOut(context: Context, provider: Provider, requestIds: RequestIds) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next()
    // Absent where no route of the provider matched, whatever the type says.
    const oidc: KoaContextWithOIDC['oidc'] | undefined = ctx.oidc
    const session = oidc?.session
    if (session === undefined) return
    if (oidc.route === 'end_session_confirm' && ctx.status === 303 && oidc.params?.logout) {
      await noteEnd(context, session, requestIds.get(ctx.req))
    }
    if (oidc.route !== 'end_session' || ctx.status !== 200) return
    if (session.accountId !== undefined && session.accountId !== oidc.entities.IdTokenHint?.payload.sub)
      return
    await noteEnd(context, session, requestIds.get(ctx.req))
    await revokeGrants(provider, session)
    await session.destroy()
    clearCookie(ctx, provider)
    ctx.status = 303
    ctx.redirect(returnAddress(ctx, context.config.origin))
  }
}

/** Makes room for another person in the same browser session; the interaction that signs them in goes on. */
export async function endSessionOfOther(
  context: Context,
  provider: Provider,
  sessionUid: string,
  requestId: string,
): Promise<void> {
  const session = await provider.Session.findByUid(sessionUid)
  if (session === undefined) return
  await noteEnd(context, session, requestId)
  await revokeGrants(provider, session)
  Object.assign(session, {
    accountId: undefined,
    authorizations: undefined,
    loginTs: undefined,
    amr: undefined,
  })
  await session.persist()
}

async function noteEnd(
  { database, clock }: Context,
  session: Session,
  requestId: string | undefined,
): Promise<void> {
  const { accountId: userId, uid } = session
  if (userId === undefined) return
  const now = clock.now()
  await database.asSystem(async (tx) => {
    await endSignIn(tx, uid, now)
    for (const grantId of grantsOf(session)) {
      const organizationId = organizationOfGrant(grantId)
      if (organizationId) await recordSignOut(tx, { userId, organizationId, requestId, now })
    }
  })
}

async function revokeGrants(provider: Provider, session: Session): Promise<void> {
  for (const grantId of grantsOf(session)) await revokeGrant(provider, grantId)
}

function grantsOf({ authorizations = {} }: Session): string[] {
  return Object.values(authorizations).flatMap(({ grantId }) => grantId ?? [])
}

function clearCookie(ctx: KoaContextWithOIDC, provider: Provider): void {
  ctx.cookies.set(provider.cookieName('session'), null, {
    path: new URL(provider.issuer).pathname,
    httpOnly: true,
    sameSite: 'lax',
    overwrite: true,
  })
}

/** The provider has checked the address: it is one of the client's, or absent. */
function returnAddress({ oidc }: KoaContextWithOIDC, origin: string): string {
  const { post_logout_redirect_uri: address, state } = oidc.params ?? {}
  const target = new URL(typeof address === 'string' ? address : `${origin}/login`)
  if (typeof state === 'string') target.searchParams.set('state', state)
  return target.href
}
