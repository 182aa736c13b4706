import type { RouteRequest } from '@cresyl/contract/route'
import type { listPurgeable as listPurgeableRoute, PurgeableItem } from '@cresyl/contract/storage'
import { type Rows, rowLimit } from '../resource.ts'
import type { Work } from '../work.ts'
import { selectPurgeable } from './report-queries.ts'

type Query = RouteRequest<typeof listPurgeableRoute>['query']

export async function listPurgeable({ tx, member }: Work, query: Query): Promise<Rows<PurgeableItem>> {
  const condition = { organizationId: member.organizationId, kinds: query.kind }
  return selectPurgeable(tx, condition, { limit: rowLimit(query.limit), offset: query.offset })
}
