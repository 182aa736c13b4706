import type { JobKind } from '@cresyl/contract/operations/job-kinds'
import type { NewJob } from '../../platform/queue/send-job.ts'
import type { Work } from '../work.ts'
import { definitionOf } from './access.ts'

/** A job of the kind as a member asks for it. */
export function newJob({ member, trace }: Work, kind: JobKind, payload: object = {}): NewJob {
  const { priority, attempts, labels } = definitionOf(kind)
  return {
    kind,
    organizationId: member.organizationId,
    payload,
    priority,
    maxAttempts: attempts,
    createdBy: member.userId,
    ...(labels && { labels }),
    ...(trace !== undefined && { trace }),
  }
}
