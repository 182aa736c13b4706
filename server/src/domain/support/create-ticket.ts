import type { RouteRequest } from '@cresyl/contract/route'
import type { createTicket as createTicketRoute, Ticket } from '@cresyl/contract/support'
import { ticketLink } from '@cresyl/contract/ticket-links'
import { tickets } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { foldText } from '../../platform/text.ts'
import { notify } from '../notifications/notify.ts'
import type { AuditedWork } from '../work.ts'
import { requireCalmPace, requireFewUnclosed } from './calm-pace.ts'
import { type Catalogue, chooseCategory, choosePipeline } from './catalogue.ts'
import { findTicket } from './queries.ts'
import { type Screenshot, screenshotSeconds } from './screenshot.ts'
import { readJobLog, requireSubjects } from './subjects.ts'
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
    ...{ id, organizationId, reference, subject, content, priority },
    searchKey: foldText(`${reference} ${subject} ${content}`),
    ...{ category: category.value, categoryLabel: category.label },
    ...{ pipeline: pipeline.id, pipelineLabel: pipeline.label },
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
    ...{ createdBy: userId, createdAt: now, updatedAt: now },
  })
  const made = viewTicket(await findTicket(work, id))
  work.record({ id, details: { reference, subject, category: category.value } })
  if (!toHubSpot) {
    await notify(tx, {
      ...{ organizationId, now },
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
