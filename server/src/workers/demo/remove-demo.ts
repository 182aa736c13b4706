import { setTimeout as sleep } from 'node:timers/promises'
import { isolate } from '@cresyl/contract/api/isolate'
import type { JobPayload } from '@cresyl/contract/operations/job-kinds'
import {
  purgeDemoProjects,
  purgeDemoSlide,
  purgeDemoTerms,
  stopMaking,
} from '../../domain/demo/purge-demo.ts'
import { endDemo, holdDemo, selectParts } from '../../domain/demo/queries.ts'
import type { Member } from '../../domain/work.ts'
import { JobFailure, type JobHandler, type RunningJob } from '../../platform/queue/job-handler.ts'
import { organizationOf } from '../organization-of.ts'
import { quantity } from '../quantity.ts'

const lookAgainMilliseconds = 300

/** Removes what belongs to the demo for good, and nothing else; begun anew after a crash, it goes on where it was. */
export const removeDemo: JobHandler<JobPayload<'remove_demo'>> = async (job, context) => {
  const { id: organizationId } = await organizationOf(job)
  const demo = await job.asOrganization((tx) => holdDemo(tx, job))
  if (demo === undefined) return { message: 'The demonstration content has already been removed.' }
  job.stage('Stopping unfinished uploads')
  await waitUntilStopped(job, organizationId)
  const purger = { now: context.clock.now(), ...(job.createdBy !== null && { userId: job.createdBy }) }
  const files = await job.asOrganization((tx) => selectParts(tx, organizationId, 'file'))
  let removed = 0
  for (const id of files.values()) {
    job.signal.throwIfAborted()
    job.stage(`Removing slide ${removed + 1} of ${files.size}`)
    await purgeDemoSlide(context, job.asSystem, { id, organizationId }, purger)
    job.progress(++removed, files.size)
  }
  job.stage('Removing projects, tissues and stains')
  const projects = await job.asSystem((tx) => purgeDemoProjects(tx, organizationId, purger))
  const member = askerOf(job, organizationId)
  await job.asOrganization((tx) => purgeDemoTerms(tx, member, purger.now))
  const sentences = [
    `${quantity(removed, 'slide')} and ${quantity(projects.removed, 'project')} of the demonstration were removed.`,
    ...projects.kept.map(
      (name) => `The project “${isolate(name)}” stays, because it contains work of your own.`,
    ),
  ]
  return { message: sentences.join(' '), commit: (tx) => endDemo(tx, organizationId, context.clock.now()) }
}

async function waitUntilStopped(job: RunningJob, organizationId: string): Promise<void> {
  while ((await job.asOrganization((tx) => stopMaking(tx, organizationId, job.createdBy))) > 0) {
    await sleep(lookAgainMilliseconds, undefined, { signal: job.signal })
  }
}

/** The audit log names who asked for it. */
function askerOf({ createdBy }: RunningJob, organizationId: string): Member {
  if (createdBy === null) throw new JobFailure('No one requested this.')
  return { userId: createdBy, organizationId, permissions: new Set(), superadmin: false, acting: false }
}
