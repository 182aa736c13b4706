import type { ApiToken } from '@cresyl/contract/api-tokens'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { type ApiTokenQuery, countApiTokens, selectApiTokens } from './queries.ts'

export async function listApiTokens({ tx }: Work, query: ApiTokenQuery): Promise<Rows<ApiToken>> {
  return { results: await selectApiTokens(tx, query), count: await countApiTokens(tx) }
}
