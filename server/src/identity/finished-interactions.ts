import { and, eq, gt, sql } from 'drizzle-orm'
import { errors } from 'oidc-provider'
import { z } from 'zod'
import type { Config } from '../platform/config/config.ts'
import type { Context } from '../platform/context.ts'
import { identityRecords } from '../platform/db/schema/index.ts'

const model = 'FinishedInteraction'

/** What is kept of an interaction until it would have expired: enough to begin the same request again. */
const finishedInteraction = z.object({
  params: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** Who signed in. */
  accountId: z.string().nullable(),
  /** Whether the request that finished it has its answer: from then on its session is known. */
  answered: z.boolean().default(true),
})
export type FinishedInteraction = z.infer<typeof finishedInteraction>

/** One of those who try at the same moment gets through. */
export async function finishInteraction({ database }: Context, uid: string): Promise<void> {
  const { payload } = identityRecords
  const kept = sql`jsonb_build_object(
    'params', ${payload} -> 'params',
    'accountId', coalesce(${payload} #>> '{result,login,accountId}', ${payload} ->> 'accountId'),
    'answered', false)`
  const finished = await database.asSystem((tx) =>
    tx
      .update(identityRecords)
      .set({ model, payload: kept, grantId: null })
      .where(and(eq(identityRecords.model, 'Interaction'), eq(identityRecords.id, uid)))
      .returning({ id: identityRecords.id }),
  )
  if (finished.length === 0) throw new errors.SessionNotFound('interaction session not found')
}

export async function noteAnswered({ database }: Context, uid: string): Promise<void> {
  await database.asSystem((tx) =>
    tx
      .update(identityRecords)
      .set({ payload: sql`${identityRecords.payload} || '{"answered": true}'` })
      .where(and(eq(identityRecords.model, model), eq(identityRecords.id, uid))),
  )
}

export async function findFinishedInteraction(
  { database, clock }: Context,
  uid: string,
): Promise<FinishedInteraction | undefined> {
  // The id comes from an address, where anything may be written: PostgreSQL takes no U+0000.
  if (!/^[\w-]+$/.test(uid)) return undefined
  const [found] = await database.asSystem((tx) =>
    tx
      .select({ payload: identityRecords.payload })
      .from(identityRecords)
      .where(
        and(
          eq(identityRecords.model, model),
          eq(identityRecords.id, uid),
          gt(identityRecords.expiresAt, clock.now()),
        ),
      ),
  )
  return found && finishedInteraction.parse(found.payload)
}

/** The request that led to the interaction. Anyone may make such a request, so it proves nothing and needs no proof. */
export function authorizationAddress({ identity }: Config, { params }: FinishedInteraction): string {
  const address = new URL(`${identity.issuer}/auth`)
  for (const [name, value] of Object.entries(params)) {
    for (const each of [value].flat()) address.searchParams.append(name, each)
  }
  return address.href
}
