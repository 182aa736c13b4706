import type { ApiToken, listApiTokens } from '@cresyl/contract/api-tokens'
import { ApiError } from '@cresyl/contract/errors'
import type { RouteRequest } from '@cresyl/contract/route'
import { and, asc, count, desc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { apiTokens, users } from '../../platform/db/schema/index.ts'
import { rowLimit } from '../paging.ts'

export type ApiTokenQuery = RouteRequest<typeof listApiTokens>['query']

export async function selectApiTokens(tx: Tx, query: ApiTokenQuery): Promise<ApiToken[]> {
  const rows = await withAuthor(tx)
    .orderBy(desc(apiTokens.createdAt), asc(apiTokens.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
  return rows.map(viewApiToken)
}

export async function countApiTokens(tx: Tx): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(apiTokens)
  return row?.total ?? 0
}

export async function findApiToken(tx: Tx, id: string): Promise<ApiToken> {
  const [found] = await withAuthor(tx).where(eq(apiTokens.id, id))
  return found ? viewApiToken(found) : refuseUnknown()
}

/** Gives the name of what stopped working. */
export async function endApiToken(tx: Tx, id: string, now: Date): Promise<string> {
  const [ended] = await tx
    .update(apiTokens)
    .set({ revokedAt: now })
    .where(and(eq(apiTokens.id, id), isNull(apiTokens.revokedAt)))
    .returning({ name: apiTokens.name })
  return ended?.name ?? refuseUnknown()
}

/** Never the hash. */
function withAuthor(tx: Tx) {
  return tx
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      prefix: apiTokens.prefix,
      permissions: apiTokens.permissions,
      createdAt: apiTokens.createdAt,
      expiresAt: apiTokens.expiresAt,
      lastUsedAt: apiTokens.lastUsedAt,
      revokedAt: apiTokens.revokedAt,
      author: { id: users.id, name: users.name, picture: users.picture },
    })
    .from(apiTokens)
    .leftJoin(users, eq(users.id, apiTokens.userId))
}

function viewApiToken(row: Awaited<ReturnType<typeof withAuthor>>[number]): ApiToken {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    permissions: row.permissions,
    created_by: row.author,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  }
}

function refuseUnknown(): never {
  throw new ApiError('not_found', { detail: 'There is no such API token, or it was revoked already.' })
}
