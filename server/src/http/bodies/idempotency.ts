import { createHash } from 'node:crypto'
import { ApiError } from '@cresyl/contract/api/errors'
import { and, eq, sql } from 'drizzle-orm'
import { isOldKey } from '../../domain/idempotency-keys.ts'
import type { Member } from '../../domain/work.ts'
import type { Tx } from '../../platform/db/database.ts'
import { idempotencyKeys } from '../../platform/db/schema/index.ts'

/** A key together with what it was first used for. */
export interface IdempotentRequest {
  key: string
  hash: Buffer
}

const usableKey = /^[\x21-\x7e]{1,255}$/

export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && usableKey.test(header)) return header
  throw new ApiError('invalid_input', {
    detail: 'The Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.',
  })
}

export function hashRequest(method: string, path: string, body: Buffer | undefined): Buffer {
  return createHash('sha256')
    .update(`${method} ${path}\n`)
    .update(body ?? '')
    .digest()
}

/**
 * Does the work once per key: the first request carries it out and leaves its reply beside it in the same
 * transaction; a repetition waits for that transaction and gets the reply.
 */
export async function once<T>(
  tx: Tx,
  member: Member,
  request: IdempotentRequest,
  work: () => Promise<T>,
): Promise<T> {
  const row = { organizationId: member.organizationId, userId: member.userId, key: request.key }
  const sameKey = and(
    eq(idempotencyKeys.organizationId, row.organizationId),
    eq(idempotencyKeys.userId, row.userId),
    eq(idempotencyKeys.key, row.key),
  )
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ ...row, requestHash: request.hash })
    .onConflictDoUpdate({
      target: [idempotencyKeys.organizationId, idempotencyKeys.userId, idempotencyKeys.key],
      set: { requestHash: request.hash, reply: null, createdAt: sql`now()` },
      setWhere: isOldKey,
    })
    .returning({ key: idempotencyKeys.key })
  if (claimed.length === 0) {
    const [earlier] = await tx.select().from(idempotencyKeys).where(sameKey)
    if (!earlier?.requestHash.equals(request.hash)) throw new ApiError('idempotency_mismatch')
    return earlier.reply as T
  }
  const reply = await work()
  await tx.update(idempotencyKeys).set({ reply }).where(sameKey)
  return reply
}
