import type { RouteRequest } from '@cresyl/contract/api/route'
import {
  type listPurgeable as listPurgeableRoute,
  type PurgeableItem,
  type StorageReport,
  storageKindKeys,
} from '@cresyl/contract/files/storage'
import { purgeableKindKeys } from '@cresyl/contract/operations/purgeable-kinds'
import { eq } from 'drizzle-orm'
import { organizationSettings, organizations } from '../../platform/db/schema/index.ts'
import { quotaBytes } from '../../platform/storage/quota.ts'
import { type Rows, rowLimit } from '../resource.ts'
import type { Work } from '../work.ts'
import { monthIn, monthsOf } from './months.ts'
import { selectParts, selectPurgeable, sumPurgeable } from './report-queries.ts'

/** Every figure is a sum of the same parts: they add up whichever way one looks. */
export async function readStorage({ tx, member, now }: Work): Promise<StorageReport> {
  const { organizationId } = member
  const [known] = await tx
    .select({
      quota: quotaBytes,
      timeZone: organizationSettings.timeZone,
      retentionDays: organizationSettings.retentionDays,
    })
    .from(organizations)
    .innerJoin(organizationSettings, eq(organizationSettings.organizationId, organizations.id))
    .where(eq(organizations.id, organizationId))
  const { quota, timeZone, retentionDays } = known ?? { quota: null, timeZone: 'UTC', retentionDays: 0 }
  const parts = await selectParts(tx, organizationId, timeZone)
  const sums = await sumPurgeable(tx, { organizationId })
  const kinds = new Map(storageKindKeys.map((kind) => [kind, { kind, objects: 0, bytes: 0 }]))
  const projects = new Map<string | null, StorageReport['by_project'][number]>()
  const months = new Map<string | null, number>()
  let used = 0
  for (const { kind, projectId, projectName, month, objects, bytes } of parts) {
    used += bytes
    const ofKind = kinds.get(kind)
    if (ofKind) Object.assign(ofKind, { objects: ofKind.objects + objects, bytes: ofKind.bytes + bytes })
    const project = projectId === null ? null : { id: projectId, name: projectName ?? '' }
    const before = projects.get(projectId) ?? { project, objects: 0, bytes: 0 }
    projects.set(projectId, { project, objects: before.objects + objects, bytes: before.bytes + bytes })
    months.set(month, (months.get(month) ?? 0) + bytes)
  }
  return {
    used_bytes: used,
    quota_bytes: quota,
    retention_days: retentionDays,
    by_kind: [...kinds.values()],
    by_project: [...projects.values()].sort((a, b) => b.bytes - a.bytes),
    by_month: monthsOf(months, monthIn(timeZone, now)),
    purgeable: purgeableKindKeys.map((kind) => {
      const sum = sums.find((each) => each.kind === kind)
      return { kind, count: sum?.count ?? 0, bytes: sum?.bytes ?? 0, next_at: sum?.nextAt ?? null }
    }),
  }
}

type Query = RouteRequest<typeof listPurgeableRoute>['query']

export async function listPurgeable({ tx, member }: Work, query: Query): Promise<Rows<PurgeableItem>> {
  const condition = { organizationId: member.organizationId, kinds: query.kind }
  return selectPurgeable(tx, condition, { limit: rowLimit(query.limit), offset: query.offset })
}
