import { ApiError } from '@cresyl/contract/api/errors'
import { ticketLimits } from '@cresyl/contract/api/limits'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type { JobKind } from '@cresyl/contract/operations/job-kinds'
import type { createTicket as createTicketRoute, Ticket } from '@cresyl/contract/operations/support'
import { ticketLink } from '@cresyl/contract/operations/ticket-links'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { files, jobs, slides, tickets } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { foldText } from '../../platform/text.ts'
import { mayDo } from '../access.ts'
import { readableKinds } from '../jobs/access.ts'
import { selectNewestLines } from '../jobs/queries.ts'
import { notify } from '../notifications/notify.ts'
import type { AuditedWork, Member, Work } from '../work.ts'
import { requireCalmPace, requireFewUnclosed } from './calm-pace.ts'
import { type Catalogue, chooseCategory, choosePipeline } from './catalogue.ts'
import { findTicket } from './queries.ts'
import { type Screenshot, screenshotSeconds } from './screenshot.ts'
import { viewTicket } from './view.ts'

export type TicketBody = RouteRequest<typeof createTicketRoute>['body']

export interface TicketOptions {
  /** It follows (screenshot.ts). */
  screenshot: Screenshot | undefined
  catalogue: Catalogue
  /** It is to be sent to HubSpot once this is committed. */
  toHubSpot: boolean
}

/** Keeps a request for help: whatever becomes of the way to HubSpot, it is not lost. */
export async function createTicket(
  work: AuditedWork,
  body: TicketBody,
  { catalogue, toHubSpot, screenshot }: TicketOptions,
): Promise<Ticket> {
  const { tx, member, now } = work
  const { organizationId, userId } = member
  await requireCalmPace(work)
  await requireFewUnclosed(work)
  await requireSubjects(work, body)
  const pipeline = choosePipeline(catalogue, body.pipeline)
  const category = chooseCategory(catalogue, body.category)
  const { subject, content, priority } = body
  const id = newId(now.getTime())
  const reference = referenceOf(id)
  await tx.insert(tickets).values({
    id,
    organizationId,
    reference,
    subject,
    content,
    priority,
    searchKey: foldText(`${reference} ${subject} ${content}`),
    category: category.value,
    categoryLabel: category.label,
    pipeline: pipeline.id,
    pipelineLabel: pipeline.label,
    page: body.page ?? null,
    request: body.request ?? null,
    slideId: body.slide_id ?? null,
    jobId: body.job_id ?? null,
    fileId: body.file_id ?? null,
    jobLog: body.with_log && body.job_id ? await readJobLog(tx, body.job_id) : null,
    ...(toHubSpot && {
      delivery: 'waiting' as const,
      nextAttemptAt: screenshot ? new Date(now.getTime() + screenshotSeconds * 1000) : now,
    }),
    createdBy: userId,
    createdAt: now,
    updatedAt: now,
  })
  const made = viewTicket(await findTicket(work, id))
  work.record({ id, details: { reference, subject, category: category.value } })
  if (!toHubSpot) {
    await notify(tx, {
      organizationId,
      now,
      kind: 'support.asked',
      text: `${made.created_by?.name ?? 'Someone'} asks for help: ${subject}`,
      link: ticketLink(id),
      to: { permission: 'update:organization_settings' },
      except: userId,
    })
  }
  return made
}

/** One word, so that a search by words finds it; random enough to be this ticket's alone. */
export function referenceOf(id: string): string {
  return `CR${id.replaceAll('-', '').slice(-12).toUpperCase()}`
}

interface TicketSubjects {
  slide_id?: string | null | undefined
  job_id?: string | null | undefined
  file_id?: string | null | undefined
}

/** A ticket names what its author may see, and nothing else: whoever answers follows the link. */
async function requireSubjects({ tx, member }: Work, subjects: TicketSubjects): Promise<void> {
  const { slide_id, job_id, file_id } = subjects
  const fields: Record<string, string[]> = {}
  if (slide_id && !(await isSeenSlide(tx, member, slide_id))) fields.slide_id = ['This slide does not exist']
  if (job_id && !(await isSeenJob(tx, member, job_id))) fields.job_id = ['This job does not exist']
  if (file_id && !(await isSeenFile(tx, member, file_id))) fields.file_id = ['This file does not exist']
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
async function readJobLog(tx: Tx, jobId: string): Promise<string> {
  const { lines } = await selectNewestLines(tx, jobId)
  return lines
    .slice(-ticketLimits.logLines)
    .map(({ at, level, text }) => `${at.toISOString()} ${level} ${text}`)
    .join('\n')
    .slice(-ticketLimits.log)
}
