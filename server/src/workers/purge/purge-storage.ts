import type { JobPayload } from '@cresyl/contract/operations/job-kinds'
import type { PurgeableKind } from '@cresyl/contract/operations/purgeable-kinds'
import { purgeExportsOf } from '../../domain/exports/delete-exports.ts'
import { purgeUnfinishedOf } from '../../domain/files/purge-unfinished.ts'
import { purgeUnreadableOf } from '../../domain/files/purge-unreadable.ts'
import { purgeSupersededOf } from '../../domain/inference/purge-superseded.ts'
import { purgeSlidesOf } from '../../domain/slides/purge-slides.ts'
import { removeLeftObjects } from '../../domain/slides/remove-left-objects.ts'
import type { Context } from '../../platform/context.ts'
import type { JobHandler } from '../../platform/queue/job-handler.ts'
import { organizationOf } from '../organization-of.ts'
import { quantity } from '../quantity.ts'

export interface AskedPurge {
  organizationId: string
  /** What nobody needed by then; what came later was not meant. */
  before: Date
  now: Date
  userId?: string
}

type Chore = {
  stage: string
  what: readonly [one: string, many: string]
  work: (context: Context, asked: AskedPurge) => Promise<number>
}

const chores: Record<PurgeableKind, Chore> = {
  deleted_slides: {
    stage: 'Removing deleted slides',
    what: ['deleted slide', 'deleted slides'],
    work: purgeSlidesOf,
  },
  exports: {
    stage: 'Removing exported regions',
    what: ['exported region', 'exported regions'],
    work: purgeExportsOf,
  },
  unreadable_files: {
    stage: 'Removing files that could not be read',
    what: ['file that could not be read', 'files that could not be read'],
    work: purgeUnreadableOf,
  },
  superseded_outputs: {
    stage: 'Removing outputs that newer ones replaced',
    what: ['run whose outputs were replaced', 'runs whose outputs were replaced'],
    work: purgeSupersededOf,
  },
  unfinished_uploads: {
    stage: 'Removing unfinished uploads',
    what: ['unfinished upload', 'unfinished uploads'],
    work: purgeUnfinishedOf,
  },
}

/** Removes what somebody said may go. Begun anew after a crash, it goes on with what is left. */
export const purgeStorage: JobHandler<JobPayload<'purge_storage'>> = async (job, context) => {
  const { kinds, before } = job.payload
  const asked: AskedPurge = {
    organizationId: (await organizationOf(job)).id,
    before: new Date(before),
    now: context.clock.now(),
    ...(job.createdBy !== null && { userId: job.createdBy }),
  }
  const done: string[] = []
  for (const kind of kinds) {
    job.signal.throwIfAborted()
    const { stage, what, work } = chores[kind]
    job.stage(stage)
    const count = await work(context, asked)
    if (count > 0) done.push(quantity(count, ...what))
  }
  job.stage('Removing their stored files')
  await removeLeftObjects(context)
  return { message: done.length === 0 ? 'There was nothing left to remove.' : `Removed ${done.join(', ')}.` }
}
