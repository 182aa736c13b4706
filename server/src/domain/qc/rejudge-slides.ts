import { verdictSentence } from '@cresyl/contract/qc/qc-sentences'
import type { QcThresholds } from '@cresyl/contract/qc/qc-thresholds'
import { type QcVerdict, worstOf } from '@cresyl/contract/qc/qc-verdict'
import { asc, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { qcMeasures } from '../../platform/db/schema/index.ts'
import { placesOf, recordAudits } from '../audit/record.ts'
import {
  type Judged,
  judgeMeasurement,
  type MeasureRow,
  measurementOf,
  toldMeasure,
} from './judge-measures.ts'
import { keepFigures } from './keep-figures.ts'
import { differByStain, holdThresholds } from './thresholds.ts'

export interface Rejudging {
  slideIds: readonly string[]
  thresholds: QcThresholds
  now: Date
  /** Who changed the limits, or the stain. */
  userId: string | null
}

interface Change {
  check: JudgedCheck
  verdict: QcVerdict
  message: string
  measures: (Judged & Pick<MeasureRow, 'n' | 'key'>)[]
}

/**
 * Judges the newest checks of the slides by the thresholds, without measuring anything again. What people decided
 * stays. Returns how many have another verdict now.
 */
export async function rejudgeSlides(tx: Tx, rejudging: Rejudging): Promise<number> {
  const checks = await lockJudged(tx, rejudging.slideIds)
  const measures = await selectMeasures(tx, checks)
  const changes = checks.flatMap((check) => changeOf(check, measures.get(check.id) ?? [], rejudging) ?? [])
  await updateMeasures(tx, changes)
  await keepFigures(
    tx,
    changes.map(({ check, measures: judged }) => ({ ...check, measures: judged })),
  )
  await updateChecks(tx, changes, rejudging.now)
  const flipped = changes.filter(({ check, verdict }) => verdict !== check.state)
  await auditFlips(tx, flipped, rejudging)
  return flipped.length
}

/** Slides have another stain by now: where limits differ between stains, they are judged anew. */
export async function judgeByStain(
  tx: Tx,
  given: { organizationId: string; slideIds: readonly string[]; now: Date; userId: string | null },
): Promise<void> {
  const { organizationId, slideIds, now, userId } = given
  if (slideIds.length === 0) return
  const thresholds = await holdThresholds(tx, organizationId)
  if (differByStain(thresholds)) await rejudgeSlides(tx, { slideIds, thresholds, now, userId })
}

function changeOf(
  check: JudgedCheck,
  rows: readonly MeasureRow[],
  { thresholds }: Rejudging,
): Change | undefined {
  const judged = rows.map((row) => ({
    ...row,
    ...judgeMeasurement(measurementOf(row), thresholds, check.stainerId),
  }))
  const verdict = worstOf(judged.map((each) => each.verdict))
  const message = verdictSentence(judged.map((each) => toldMeasure(each, check.channelNames)))
  const isSame = judged.every((each, at) => isSameJudgement(each, rows[at]))
  if (isSame && verdict === check.state && message === check.message) return undefined
  return { check, verdict, message, measures: judged }
}

function isSameJudgement(judged: Judged, before: Judged | undefined): boolean {
  const told = ({ value, verdict, limits }: Judged) =>
    JSON.stringify([value, verdict, limits.warn, limits.fail, limits.tileWarn, limits.tileFail])
  return before !== undefined && told(judged) === told(before)
}

async function updateMeasures(tx: Tx, changes: readonly Change[]): Promise<void> {
  const rows = changes.flatMap(({ check, measures }) => measures.map((each) => ({ ...each, id: check.id })))
  if (rows.length === 0) return
  const column = <Value>(value: (row: (typeof rows)[number]) => Value) => sql.param(rows.map(value))
  await tx.execute(sql`
    update qc_measures m set value = given.value, verdict = given.verdict, limits = given.limits
    from unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ n }) => n)}::int[], ${column(({ value }) => value)}::float8[],
      ${column(({ verdict }) => verdict)}::text[], ${column(({ limits }) => JSON.stringify(limits))}::jsonb[]
    ) as given (id, n, value, verdict, limits)
    where m.qc_job_id = given.id and m.n = given.n`)
}

async function updateChecks(tx: Tx, changes: readonly Change[], now: Date): Promise<void> {
  if (changes.length === 0) return
  const column = <Value>(value: (change: Change) => Value) => sql.param(changes.map(value))
  await tx.execute(sql`
    update qc_jobs q set state = given.state, message = given.message, updated_at = ${now}, version = version + 1
    from unnest(
      ${column(({ check }) => check.id)}::uuid[], ${column(({ verdict }) => verdict)}::text[],
      ${column(({ message }) => message)}::text[]
    ) as given (id, state, message)
    where q.id = given.id`)
}

async function auditFlips(tx: Tx, flipped: readonly Change[], { now, userId }: Rejudging): Promise<void> {
  await recordAudits(
    tx,
    flipped.map(({ check, verdict }) => ({
      organizationId: check.organizationId,
      event: 'qc_job.judged_again',
      subjectId: check.id,
      ...(userId !== null && { userId }),
      occurredAt: now,
      details: {
        image_id: check.imageId,
        slide_id: check.slideId,
        changes: { state: [check.state, verdict] },
        ...placesOf(check),
      },
    })),
  )
}

/** The newest check of a slide, with what judging it anew takes. */
interface JudgedCheck {
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
async function lockJudged(tx: Tx, slideIds: readonly string[]): Promise<JudgedCheck[]> {
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

async function selectMeasures(tx: Tx, checks: readonly { id: string }[]): Promise<Map<string, MeasureRow[]>> {
  if (checks.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(qcMeasures)
    .where(sql`${qcMeasures.qcJobId} = any (${sql.param(checks.map(({ id }) => id))}::uuid[])`)
    .orderBy(asc(qcMeasures.qcJobId), asc(qcMeasures.n))
  return Map.groupBy(rows, ({ qcJobId }) => qcJobId)
}
