import { verdictSentence } from '@cresyl/contract/qc/qc-sentences'
import { type QcVerdict, worstOf } from '@cresyl/contract/qc/qc-verdict'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { jobs, qcJobs, qcMeasures } from '../../platform/db/schema/index.ts'
import { placesOf, recordAudit } from '../audit/record.ts'
import type { BegunCheck } from './begin-check.ts'
import { type CheckedImage, insertOverlays, lockChecked } from './checked-image.ts'
import { judgeMeasurement, summedUp, toldMeasure } from './judge-measures.ts'
import { keepFigures } from './keep-figures.ts'
import { channelNamesOf } from './queries.ts'
import type { StoredFinding } from './stored-finding.ts'
import { holdThresholds } from './thresholds.ts'

/**
 * Writes down what was found and how that is judged, in the transaction of the platform that ends the job. False, and
 * nothing written, where the image has been read anew meanwhile.
 */
export async function keepFinding(
  tx: Tx,
  job: { id: string },
  begun: BegunCheck,
  finding: StoredFinding,
  now: Date,
): Promise<boolean> {
  const { check } = begun
  const checked = await lockChecked(tx, check)
  // Purged meanwhile: nobody is left to be told.
  if (checked === undefined) return true
  if (checked.version !== begun.imageVersion) return false
  const { verdict, message } = await insertMeasures(tx, begun, checked, finding)
  await insertOverlays(tx, check, checked, finding.overlays)
  await tx
    .update(qcJobs)
    .set({
      state: verdict,
      message,
      algorithmVersion: finding.version,
      modality: finding.modality,
      assumptions: [...finding.assumptions],
      tissueArea: finding.tissueArea,
      outlines: finding.outlines,
      regions: [...finding.regions],
      finishedAt: now,
      updatedAt: now,
      version: sql`${qcJobs.version} + 1`,
    })
    .where(eq(qcJobs.id, check.id))
  await tx.update(jobs).set({ message }).where(eq(jobs.id, job.id))
  await auditFinding(tx, job, begun, checked, verdict, now)
  return true
}

async function insertMeasures(
  tx: Tx,
  { check }: BegunCheck,
  { stainerId }: CheckedImage,
  { measurements }: StoredFinding,
): Promise<{ verdict: QcVerdict; message: string }> {
  const { organizationId, id: qcJobId, imageId } = check
  const thresholds = await holdThresholds(tx, organizationId)
  const names = await channelNamesOf(tx, organizationId, imageId)
  const rows = measurements.map((measured, n) => ({
    organizationId,
    qcJobId,
    n,
    key: measured.key,
    channel: measured.channel,
    ...judgeMeasurement(measured, thresholds, stainerId),
    tilesUpTo: measured.tileCounts && summedUp(measured.tileCounts),
    place: measured.where,
    unmeasured: measured.unmeasured,
  }))
  if (rows.length > 0) await tx.insert(qcMeasures).values(rows)
  await keepFigures(tx, [{ id: qcJobId, organizationId, measures: rows }])
  return {
    verdict: worstOf(rows.map((row) => row.verdict)),
    message: verdictSentence(rows.map((row) => toldMeasure(row, names))),
  }
}

/** The project is told of a batch as a whole. */
async function auditFinding(
  tx: Tx,
  job: { id: string },
  { check }: BegunCheck,
  checked: CheckedImage,
  state: QcVerdict,
  now: Date,
): Promise<void> {
  const { id, organizationId, imageId, slideId } = check
  const [row] = await tx.select({ parentId: jobs.parentId }).from(jobs).where(eq(jobs.id, job.id))
  const places = row?.parentId == null ? placesOf(checked) : { batch_id: row.parentId }
  await recordAudit(tx, {
    organizationId,
    event: 'qc_job.finished',
    subjectId: id,
    occurredAt: now,
    details: { image_id: imageId, slide_id: slideId, state, ...places },
  })
}
