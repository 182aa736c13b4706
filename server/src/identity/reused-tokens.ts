import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { and, eq, sql } from 'drizzle-orm'
import type { Provider } from 'oidc-provider'
import type { Context } from '../platform/context.ts'
import { identityRecords } from '../platform/db/schema/index.ts'
import { recordRefusal } from './sign-in.ts'
import { endSignIn } from './sign-ins.ts'

/**
 * A code or refresh token that is used twice is in two hands. The provider revokes what could be renewed; the access
 * tokens that were given go with their sign-in. The browser's own session goes on under another name.
 */
export function endReusedSignIns(
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
