import type { RouteRequest } from '@cresyl/contract/api/route'
import type { ApiToken, listApiTokens as listApiTokensRoute } from '@cresyl/contract/people/api-tokens'
import { and, asc, count, desc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { apiTokens, users } from '../../platform/db/schema/index.ts'
import { pickPerson, type Rows, readTotal, refuseUnknown, rowLimit } from '../resource.ts'
import type { Work } from '../work.ts'

export type ApiTokenQuery = RouteRequest<typeof listApiTokensRoute>['query']

export async function selectApiTokens(tx: Tx, query: ApiTokenQuery): Promise<ApiToken[]> {
  const rows = await withAuthor(tx)
    .orderBy(desc(apiTokens.createdAt), asc(apiTokens.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
  return rows.map(viewApiToken)
}

export async function countApiTokens(tx: Tx): Promise<number> {
  return readTotal(tx.select({ total: count() }).from(apiTokens))
}

export async function findApiToken(tx: Tx, id: string): Promise<ApiToken> {
  const [found] = await withAuthor(tx).where(eq(apiTokens.id, id))
  return found ? viewApiToken(found) : refuseUnknown(unknown)
}

/** Gives the name of what stopped working. */
export async function endApiToken(tx: Tx, id: string, now: Date): Promise<string> {
  const [ended] = await tx
    .update(apiTokens)
    .set({ revokedAt: now })
    .where(and(eq(apiTokens.id, id), isNull(apiTokens.revokedAt)))
    .returning({ name: apiTokens.name })
  return ended?.name ?? refuseUnknown(unknown)
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
      author: pickPerson(users),
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

const unknown = 'This API token does not exist or has already been revoked.'

export async function listApiTokens({ tx }: Work, query: ApiTokenQuery): Promise<Rows<ApiToken>> {
  return { results: await selectApiTokens(tx, query), count: await countApiTokens(tx) }
}
