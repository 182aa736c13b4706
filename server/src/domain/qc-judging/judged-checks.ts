import type { QcVerdict } from '@cresyl/contract/qc-verdict'
import { asc, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { qcMeasures } from '../../platform/db/schema/index.ts'
import type { MeasureRow } from './judge-measures.ts'

/** The newest check of a slide, with what judging it anew takes. */
export interface JudgedCheck {
  id: string
  organizationId: string
  slideId: string
  imageId: string
  state: QcVerdict
  message: string
  stainerId: string | null
  projectId: string | null
  channelNames: (string | null)[]
}

/**
 * Of the slides those whose newest check has a verdict, held until the transaction ends. Slides come before checks
 * whenever rows are locked, and always in the order of their ids.
 */
export async function lockJudged(tx: Tx, slideIds: readonly string[]): Promise<JudgedCheck[]> {
  if (slideIds.length === 0) return []
  const ids = sql`${sql.param(slideIds)}::uuid[]`
  await tx.execute(sql`select from slides where id = any (${ids}) order by id for update`)
  const { rows } = await tx.execute<{ [Key in keyof JudgedCheck]: JudgedCheck[Key] }>(sql`
    select q.id, q.organization_id as "organizationId", q.slide_id as "slideId", q.image_id as "imageId", q.state,
      q.message, s.stainer_id as "stainerId", s.project_id as "projectId", array(
        select c.name from channels c where c.organization_id = q.organization_id and c.image_id = q.image_id
        order by c.index
      ) as "channelNames"
    from slides s join qc_jobs q on q.organization_id = s.organization_id and q.id = s.qc_job_id
    where s.id = any (${ids}) and q.state in ('passed', 'warned', 'failed')
    order by q.id for update of q`)
  return rows
}

export async function selectMeasures(
  tx: Tx,
  checks: readonly { id: string }[],
): Promise<Map<string, MeasureRow[]>> {
  if (checks.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(qcMeasures)
    .where(sql`${qcMeasures.qcJobId} = any (${sql.param(checks.map(({ id }) => id))}::uuid[])`)
    .orderBy(asc(qcMeasures.qcJobId), asc(qcMeasures.n))
  return Map.groupBy(rows, ({ qcJobId }) => qcJobId)
}
