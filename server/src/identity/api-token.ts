import { ApiError } from '@cresyl/contract/api/errors'
import { apiTokenLimits } from '@cresyl/contract/api/limits'
import { permissionsOf } from '@cresyl/contract/api/permissions'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { hashApiToken } from '../domain/api-tokens/token.ts'
import type { Member } from '../domain/work.ts'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { apiTokens } from '../platform/db/schema/index.ts'
import { findActiveMember } from './queries.ts'

const longestToken = 255
const usesNotedEvery = 60_000

export function isApiToken(token: string): boolean {
  return token.startsWith(apiTokenLimits.prefix)
}

/** Whom a program acts for, and until when at the latest; throws `unauthenticated` with the reason. */
export async function verifyApiToken(
  { database, clock }: Context,
  token: string,
): Promise<{ member: Member; expiresAt: Date }> {
  if (token.length > longestToken) throw refusal('It is malformed.')
  const now = clock.now()
  return database.asSystem(async (tx) => {
    const [found] = await tx
      .select()
      .from(apiTokens)
      .where(eq(apiTokens.tokenHash, hashApiToken(token)))
    if (found === undefined) throw refusal('It is unknown.')
    const { id, userId, organizationId, expiresAt } = found
    if (found.revokedAt !== null) throw refusal('It was revoked.')
    if (expiresAt <= now) throw refusal('It has expired.')
    const owner = await findActiveMember(tx, userId, organizationId)
    // A superadmin who is only visiting leaves nothing behind that would go on acting there.
    if (owner === undefined || owner.acting) {
      throw refusal('The person who created it is no longer a member of the organisation.')
    }
    await noteUse(tx, id, now)
    const held = new Set(permissionsOf(owner.role))
    const permissions = new Set(found.permissions.filter((permission) => held.has(permission)))
    const member = { userId, organizationId, permissions, superadmin: false, acting: false, apiTokenId: id }
    return { member, expiresAt }
  })
}

async function noteUse(tx: Tx, id: string, now: Date): Promise<void> {
  const due = new Date(now.getTime() - usesNotedEvery)
  await tx
    .update(apiTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, due))))
}

function refusal(reason: string): ApiError {
  return new ApiError('unauthenticated', {
    detail: `The API token is not accepted. ${reason} Ask an administrator for a new one.`,
  })
}
