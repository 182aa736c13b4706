import { identityLimits } from '@cresyl/contract/api/limits'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { identityRecords, memberships, signIns } from '../platform/db/schema/index.ts'

export { describeDevice } from './device.ts'

export interface SignIn {
  id: string
  userAgent: string
  startedAt: Date
  lastSeenAt: Date
}

const longestUserAgent = 400

/** Rows are of use as long as a token of theirs could still be shown. */
const keptAfterEnd = 60 * 60_000

/** Where a person is signed in, what was used last first. */
export function listSignIns(tx: Tx, userId: string, now = new Date()): Promise<SignIn[]> {
  return tx
    .select({
      id: signIns.id,
      userAgent: signIns.userAgent,
      startedAt: signIns.startedAt,
      lastSeenAt: signIns.lastSeenAt,
    })
    .from(signIns)
    .where(
      and(eq(signIns.userId, userId), isNull(signIns.endedAt), gt(signIns.startedAt, oldestRunning(now))),
    )
    .orderBy(desc(signIns.lastSeenAt), signIns.id)
}

export interface WhichSignIns {
  except?: string | undefined
  only?: string | undefined
}

/**
 * Ends all sign-ins of a person, or those meant: no token is renewed from then on, and the ones that are out
 * stop working within half a minute. Needs the system's transaction; returns how many were running.
 */
export async function endSignIns(
  tx: Tx,
  userId: string,
  which: WhichSignIns = {},
  now = new Date(),
): Promise<number> {
  const ended = await tx
    .update(signIns)
    .set({ endedAt: now })
    .where(and(eq(signIns.userId, userId), isNull(signIns.endedAt), isMeant(sql`${signIns.id}`, which)))
    .returning({ startedAt: signIns.startedAt })
  await forgetSessions(tx, userId, which)
  return ended.filter(({ startedAt }) => startedAt > oldestRunning(now)).length
}

/** What the provider remembers of the sessions: by the person, for a session may not have led anywhere yet. */
async function forgetSessions(tx: Tx, userId: string, which: WhichSignIns): Promise<void> {
  const { model, payload, uid, id } = identityRecords
  const isTheirs = eq(sql`${payload} ->> 'accountId'`, userId)
  const sessions = await tx
    .delete(identityRecords)
    .where(and(eq(model, 'Session'), isTheirs, isMeant(sql`${uid}`, which)))
    .returning({ payload })
  await tx
    .delete(identityRecords)
    .where(
      and(
        inArray(model, ['RefreshToken', 'AuthorizationCode']),
        isTheirs,
        isMeant(sql`${payload} ->> 'sessionUid'`, which),
      ),
    )
  const grants = sessions.flatMap((session) => grantsOf(session.payload))
  if (grants.length > 0) {
    await tx.delete(identityRecords).where(and(eq(model, 'Grant'), inArray(id, grants)))
  }
  if (which.only !== undefined) return
  // A password that was accepted on the login page, but has not become a session yet.
  const signedIn = (part: string) => eq(sql`${payload} #>> ${`{${part},login,accountId}`}::text[]`, userId)
  await tx
    .delete(identityRecords)
    .where(and(eq(model, 'Interaction'), or(signedIn('result'), signedIn('lastSubmission'))))
}

function grantsOf({ authorizations }: Record<string, unknown>): string[] {
  const clients = Object.values((authorizations ?? {}) as Record<string, { grantId?: unknown }>)
  return clients.flatMap(({ grantId }) => (typeof grantId === 'string' ? grantId : []))
}

function isMeant(sessionId: SQL, { except, only }: WhichSignIns): SQL | undefined {
  return and(
    except === undefined ? undefined : ne(sessionId, except),
    only === undefined ? undefined : eq(sessionId, only),
  )
}

export interface Visit {
  /** Of the provider's session. */
  sessionId: string
  userId: string
  organizationId: string
  userAgent: string | undefined
  /** By a password just now; otherwise the session was there before. */
  isFresh: boolean
  now: Date
}

/** Notes that a session came by. One that has ended stays so, unless the person has signed in again. */
export async function noteVisit(tx: Tx, visit: Visit): Promise<void> {
  const { sessionId: id, userId, organizationId, isFresh, now } = visit
  const userAgent = (visit.userAgent ?? '').slice(0, longestUserAgent)
  const beginning = { userAgent, startedAt: now, endedAt: null }
  await tx
    .insert(signIns)
    .values({ id, userId, userAgent, startedAt: now, lastSeenAt: now })
    .onConflictDoUpdate({
      target: signIns.id,
      set: { lastSeenAt: now, ...(isFresh && { userId, ...beginning }) },
    })
  await tx
    .update(memberships)
    .set({ lastSeenAt: now })
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId)))
}

export async function endSignIn(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx
    .update(signIns)
    .set({ endedAt: now })
    .where(and(eq(signIns.id, sessionId), isNull(signIns.endedAt)))
}

/** Running, over, or never heard of. A session that another person took over is over. */
export async function stateOfSignIn(
  tx: Tx,
  sessionId: string,
  userId: string,
): Promise<'running' | 'ended' | 'unknown'> {
  const [signIn] = await tx
    .select({ userId: signIns.userId, endedAt: signIns.endedAt })
    .from(signIns)
    .where(eq(signIns.id, sessionId))
  if (signIn === undefined) return 'unknown'
  return signIn.endedAt === null && signIn.userId === userId ? 'running' : 'ended'
}

export async function removeOldSignIns({ database, clock }: Context): Promise<void> {
  const now = clock.now()
  const before = (limit: Date) => new Date(limit.getTime() - keptAfterEnd)
  await database.asSystem((tx) =>
    tx
      .delete(signIns)
      .where(
        or(
          and(isNotNull(signIns.endedAt), lt(signIns.endedAt, before(now))),
          lt(signIns.startedAt, before(oldestRunning(now))),
        ),
      ),
  )
}

function oldestRunning(now: Date): Date {
  return new Date(now.getTime() - identityLimits.sessionSeconds * 1000)
}
