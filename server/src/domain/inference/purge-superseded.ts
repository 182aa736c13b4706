import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { recordAudit } from '../audit/record.ts'
import { supersededRuns } from './superseded.ts'

interface Asked {
  organizationId: string
  before: Date
  now: Date
  userId?: string
}

type Superseded = { id: string; slide_id: string; name: string }

const runsAtOnce = 100

/**
 * Forgets the outputs of runs that a newer run had replaced by a time; that they were run stays known, so reports
 * count the same. Their bytes go afterwards (slides/remove-left-objects.ts). Returns of how many runs.
 */
export async function purgeSupersededOf({ database }: Context, asked: Asked): Promise<number> {
  for (let purged = 0; ; ) {
    const count = await database.asSystem((tx) => purgeSome(tx, asked))
    purged += count
    if (count < runsAtOnce) return purged
  }
}

async function purgeSome(tx: Tx, asked: Asked): Promise<number> {
  const { organizationId, now, userId } = asked
  const candidates = await selectSuperseded(tx, asked)
  if (candidates.length === 0) return 0
  // Whoever begins to use one meanwhile holds it, and is seen when it is looked at again.
  await tx.execute(sql`
    select from images where organization_id = ${organizationId} and id in (
      select image_id from inference_outputs where inference_job_id = any (${idsOf(candidates)}::uuid[]))
    order by id for update`)
  const runs = await selectSuperseded(tx, asked, candidates)
  await removeOutputs(tx, organizationId, runs, now)
  for (const { id, slide_id, name } of runs) {
    await recordAudit(tx, {
      organizationId,
      event: 'inference_job.purged',
      subjectId: id,
      occurredAt: now,
      details: { slide_id, predictor: name },
      ...(userId !== undefined && { userId }),
    })
  }
  return runs.length
}

const idsOf = (runs: readonly Superseded[]) => sql.param(runs.map(({ id }) => id))

async function selectSuperseded(tx: Tx, { organizationId, before }: Asked, among?: readonly Superseded[]) {
  const { rows } = await tx.execute<Superseded>(sql`
    select id, slide_id, name from (${supersededRuns(organizationId)}) as found
    where replaced_at <= ${before} ${among ? sql`and id = any (${idsOf(among)}::uuid[])` : sql``}
    order by id limit ${runsAtOnce}`)
  return rows
}

async function removeOutputs(tx: Tx, organizationId: string, runs: readonly Superseded[], now: Date) {
  const outputs = sql`
    select image_id from inference_outputs
    where inference_job_id = any (${idsOf(runs)}::uuid[]) and image_id is not null`
  // Heat maps of checks of them lie over nothing then.
  await tx.execute(sql`
    delete from images where organization_id = ${organizationId} and id in (
      select l.image_id from qc_overlays l join qc_jobs q on q.id = l.qc_job_id
      where q.organization_id = ${organizationId} and q.image_id in (${outputs}))`)
  await tx.execute(sql`delete from images where organization_id = ${organizationId} and id in (${outputs})`)
  await tx.execute(sql`
    delete from inference_outputs where inference_job_id = any (${idsOf(runs)}::uuid[]) and path is not null`)
  await tx.execute(sql`
    update inference_jobs set updated_at = ${now}, version = version + 1 where id = any (${idsOf(runs)}::uuid[])`)
}
