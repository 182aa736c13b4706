import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { images, qcJobs } from '../../platform/db/schema/index.ts'
import { scaleOf } from '../images/scale.ts'
import type { QcJobRow } from './view.ts'

export interface BegunCheck {
  check: QcJobRow
  /** As the image was when it began: one that is read anew meanwhile shows something else. */
  imageVersion: number
  sizeZ: number
  /** About so many pixels are looked at: those of tissue with 1 µm a pixel. */
  pixels: number
}

/** The check that the job is to carry out, marked as running; undefined if it is another job's, or its slide is gone. */
export async function beginCheck(tx: Tx, job: { id: string }, id: string): Promise<BegunCheck | undefined> {
  // Jobs before slides before checks, whenever they are locked together.
  await tx.execute(sql`select from jobs where id = ${job.id} for share`)
  const { rows } = await tx.execute(sql`
    select s.id from slides s where s.id = (select slide_id from qc_jobs where id = ${id}) for update`)
  if (rows.length === 0) return undefined
  const [check] = await tx
    .update(qcJobs)
    .set({ state: 'running', message: '', updatedAt: sql`now()`, version: sql`${qcJobs.version} + 1` })
    .where(and(eq(qcJobs.id, id), eq(qcJobs.jobId, job.id), inArray(qcJobs.state, ['queued', 'running'])))
    .returning()
  if (check === undefined) return undefined
  const [image] = await tx.select().from(images).where(eq(images.id, check.imageId))
  if (image === undefined) return undefined
  const { x = 1, y = 1 } = scaleOf(image) ?? {}
  const pixels = (image.width ?? 0) * (image.height ?? 0) * Math.min(1, x * y)
  return { check, imageVersion: image.version, sizeZ: image.sizeZ, pixels }
}

/** Nobody can carry it out any more. */
export async function giveUpCheck(tx: Tx, job: { id: string }, sentence: string): Promise<void> {
  await tx
    .update(qcJobs)
    .set({
      state: 'cancelled',
      message: sentence,
      finishedAt: sql`now()`,
      updatedAt: sql`now()`,
      version: sql`${qcJobs.version} + 1`,
    })
    .where(and(eq(qcJobs.jobId, job.id), inArray(qcJobs.state, ['queued', 'running'])))
}
