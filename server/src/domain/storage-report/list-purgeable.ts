import type { RouteRequest } from '@cresyl/contract/route'
import type { listPurgeable as listPurgeableRoute, PurgeableItem } from '@cresyl/contract/storage'
import { type Rows, rowLimit } from '../paging.ts'
import type { Work } from '../work.ts'
import { selectPurgeable, sumPurgeable } from './queries.ts'

type Query = RouteRequest<typeof listPurgeableRoute>['query']

export async function listPurgeable({ tx, member }: Work, query: Query): Promise<Rows<PurgeableItem>> {
  const condition = { organizationId: member.organizationId, kinds: query.kind }
  const results = await selectPurgeable(tx, condition, { limit: rowLimit(query.limit), offset: query.offset })
  const sums = await sumPurgeable(tx, condition)
  return { count: sums.reduce((sum, { count }) => sum + count, 0), results }
}
