import { createHash } from 'node:crypto'
import { and, eq, isNull, lt } from 'drizzle-orm'
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider'
import type { Context } from '../platform/context.ts'
import { identityRecords } from '../platform/db/schema/index.ts'
import { finishInteraction } from './finished-interactions.ts'

/** Whoever holds the id of one of these may use it: a copy of the database must not be enough. */
const bearerModels = new Set(['AuthorizationCode', 'RefreshToken', 'AccessToken'])

/** Keeps what the provider remembers in PostgreSQL, so that every server knows it and a restart forgets nothing. */
export function createAdapter(context: Context): AdapterFactory {
  return (model) => (model === 'Client' ? noClients : recordsOf(model, context))
}

export async function removeExpiredRecords({ database, clock }: Context): Promise<void> {
  await database.asSystem((tx) =>
    tx.delete(identityRecords).where(lt(identityRecords.expiresAt, clock.now())),
  )
}

function recordsOf(model: string, context: Context): Adapter {
  const { database, clock } = context
  const isBearer = bearerModels.has(model)
  const storedId = (id: string) => (isBearer ? createHash('sha256').update(id).digest('hex') : id)
  const row = (id: string) => and(eq(identityRecords.model, model), eq(identityRecords.id, storedId(id)))

  return {
    async upsert(id, { jti, ...payload }, expiresIn) {
      const values = {
        payload: isBearer ? payload : { ...payload, jti },
        grantId: payload.grantId ?? null,
        uid: payload.uid ?? null,
        expiresAt: expiresIn === undefined ? null : new Date(clock.now().getTime() + expiresIn * 1000),
      }
      await database.asSystem((tx) =>
        tx
          .insert(identityRecords)
          .values({ model, id: storedId(id), ...values })
          .onConflictDoUpdate({ target: [identityRecords.model, identityRecords.id], set: values }),
      )
    },

    async find(id) {
      const [found] = await database.asSystem((tx) => tx.select().from(identityRecords).where(row(id)))
      return found && { ...toPayload(found), ...(isBearer && { jti: id }) }
    },

    async findByUid(uid) {
      const [found] = await database.asSystem((tx) =>
        tx
          .select()
          .from(identityRecords)
          .where(and(eq(identityRecords.model, model), eq(identityRecords.uid, uid))),
      )
      return found && toPayload(found)
    },

    findByUserCode: async () => undefined,

    async consume(id) {
      const consumed = await database.asSystem((tx) =>
        tx
          .update(identityRecords)
          .set({ consumedAt: clock.now() })
          .where(and(row(id), isNull(identityRecords.consumedAt)))
          .returning({ id: identityRecords.id }),
      )
      // The provider looked before: only a second request in the same moment gets here.
      if (consumed.length === 0) throw new errors.InvalidGrant('already used')
    },

    async destroy(id) {
      if (model === 'Interaction') return finishInteraction(context, id)
      await database.asSystem((tx) => tx.delete(identityRecords).where(row(id)))
    },

    async revokeByGrantId(grantId) {
      await database.asSystem((tx) =>
        tx
          .delete(identityRecords)
          .where(and(eq(identityRecords.model, model), eq(identityRecords.grantId, grantId))),
      )
    },
  }
}

function toPayload({ payload, consumedAt }: typeof identityRecords.$inferSelect): AdapterPayload {
  return {
    ...payload,
    ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / 1000) }),
  }
}

/** There is one client and it is part of the configuration; asking for others never reaches the database. */
const noClients: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
}
