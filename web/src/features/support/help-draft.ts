import { ticketLimits } from '@cresyl/contract/api/limits'
import type { TicketPriority } from '@cresyl/contract/operations/support'
import type { HelpAbout } from '../../ui/help/help-store.ts'
import type { TicketBody } from './queries.ts'
import { words } from './words.ts'

export interface HelpDraft {
  category: string | undefined
  pipeline: string | undefined
  priority: TicketPriority
  subject: string
  content: string
  withPage: boolean
  withLog: boolean
  withScreenshot: boolean
  screenshot: string | null
}

/** Prefilled with what is known; screenshot and log only when someone says so. */
export function draftOf({ subject = '', content = '' }: HelpAbout): HelpDraft {
  return {
    category: undefined,
    pipeline: undefined,
    priority: 'MEDIUM',
    subject: subject.slice(0, ticketLimits.subject),
    content: content.slice(0, ticketLimits.content),
    withPage: true,
    withLog: false,
    withScreenshot: false,
    screenshot: null,
  }
}

export interface HelpFaults {
  subject?: string
  content?: string
  screenshot?: string
}

export function checkDraft({ subject, content, withScreenshot, screenshot }: HelpDraft): HelpFaults {
  return {
    ...(subject.trim() === '' && { subject: words.help.subjectRequired }),
    ...(content.trim() === '' && { content: words.help.contentRequired }),
    ...(withScreenshot && screenshot === null && { screenshot: words.help.noScreenshot }),
  }
}

/** The id in the address of a slide, which is worth naming wherever help is asked for from its page. */
export function slideIdOf(page: string): string | undefined {
  return /^\/slide\/([0-9a-f-]{36})(?:[/?#]|$)/.exec(page)?.[1]
}

/** What is sent: nothing that was not shown. */
export function bodyOf(draft: HelpDraft, about: HelpAbout, page: string): TicketBody {
  const slideId = about.slideId ?? slideIdOf(page)
  return {
    subject: draft.subject.trim(),
    content: draft.content.trim(),
    priority: draft.priority,
    ...(draft.category !== undefined && { category: draft.category }),
    ...(draft.pipeline !== undefined && { pipeline: draft.pipeline }),
    ...(draft.withPage && {
      page: page.slice(0, ticketLimits.page),
      ...(slideId !== undefined && { slide_id: slideId }),
      ...(about.jobId !== undefined && { job_id: about.jobId }),
      ...(about.fileId !== undefined && { file_id: about.fileId }),
      ...(about.request !== undefined && { request: about.request }),
    }),
    ...(draft.withPage && draft.withLog && about.jobId !== undefined && { with_log: true }),
    ...(draft.withScreenshot && draft.screenshot !== null && { screenshot: draft.screenshot }),
  }
}
