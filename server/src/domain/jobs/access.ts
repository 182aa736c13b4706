import {
  type JobDefinition,
  type JobKind,
  jobDefinitions,
  jobKinds,
} from '@cresyl/contract/operations/job-kinds'
import { hasAccess, requireAccess } from '../access.ts'
import { refuseUnknown } from '../resource.ts'
import type { Member } from '../work.ts'
import type { JobRow } from './view.ts'

export function definitionOf(kind: JobKind): JobDefinition {
  return jobDefinitions[kind]
}

/** The kinds that a member sees: whoever may read what a job works on sees the job. */
export function readableKinds(member: Member): JobKind[] {
  return jobKinds.filter((kind) => hasAccess(member, definitionOf(kind).read))
}

/** A job that may not be seen is not there. */
export function requireReadable(member: Member, { kind }: JobRow): void {
  if (!readableKinds(member).some((readable) => readable === kind)) refuseUnknown(unknownJob)
}

/** Whoever may start a job may cancel it and have it tried again. */
export function requireControl(member: Member, job: JobRow): void {
  requireReadable(member, job)
  requireAccess(member, definitionOf(job.kind).start, false)
}

export const unknownJob = 'This job does not exist or is no longer kept.'
