import { ApiError } from '@cresyl/contract/errors'
import type { JobKind } from '@cresyl/contract/job-kinds'
import { ticketLimits } from '@cresyl/contract/limits'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { files, jobs, slides } from '../../platform/db/schema/index.ts'
import { mayDo } from '../access.ts'
import { readableKinds } from '../jobs/access.ts'
import { selectNewestLines } from '../jobs/queries.ts'
import type { Member, Work } from '../work.ts'

export interface TicketSubjects {
  slide_id?: string | null | undefined
  job_id?: string | null | undefined
  file_id?: string | null | undefined
}

/** A ticket names what its author may see, and nothing else: whoever answers follows the link. */
export async function requireSubjects({ tx, member }: Work, subjects: TicketSubjects): Promise<void> {
  const { slide_id, job_id, file_id } = subjects
  const fields: Record<string, string[]> = {}
  if (slide_id && !(await isSeenSlide(tx, member, slide_id))) fields.slide_id = ['There is no such slide']
  if (job_id && !(await isSeenJob(tx, member, job_id))) fields.job_id = ['There is no such job']
  if (file_id && !(await isSeenFile(tx, member, file_id))) fields.file_id = ['There is no such file']
  const [first] = Object.values(fields).flat()
  if (first !== undefined) throw new ApiError('invalid_input', { detail: `${first}.`, fields })
}

async function isSeenSlide(tx: Tx, member: Member, id: string): Promise<boolean> {
  if (!mayDo(member, 'read:slides')) return false
  const found = await tx.select({ id: slides.id }).from(slides).where(eq(slides.id, id))
  return found.length > 0
}

async function isSeenFile(tx: Tx, member: Member, id: string): Promise<boolean> {
  if (!mayDo(member, 'read:files')) return false
  const found = await tx.select({ id: files.id }).from(files).where(eq(files.id, id))
  return found.length > 0
}

async function isSeenJob(tx: Tx, member: Member, id: string): Promise<boolean> {
  const [found] = await tx.select({ kind: jobs.kind }).from(jobs).where(eq(jobs.id, id))
  return found !== undefined && readableKinds(member).includes(found.kind as JobKind)
}

/** The end of a job's log, as text. */
export async function readJobLog(tx: Tx, jobId: string): Promise<string> {
  const { lines } = await selectNewestLines(tx, jobId)
  return lines
    .slice(-ticketLimits.logLines)
    .map(({ at, level, text }) => `${at.toISOString()} ${level} ${text}`)
    .join('\n')
    .slice(-ticketLimits.log)
}
