import { keepVerification, verifyOrganizationAudits } from '../../domain/audit/verify-audits.ts'
import { JobFailure, type JobHandler } from '../../platform/queue/job-handler.ts'
import { organizationOf } from '../organization-of.ts'
import { quantity } from '../quantity.ts'

/** Reads the organisation's whole audit log and compares it with its seals, here and in storage. */
export const checkAudits: JobHandler<object> = async (job, context) => {
  const organization = await organizationOf(job)
  const startedAt = context.clock.now()
  job.stage('Reading the audit log')
  const { signal } = job
  const verdict = await verifyOrganizationAudits(context, organization, {
    signal,
    progress: (done, total) => job.progress(done, total),
  })
  const { rows, seals, copied, unsealed, faults, uncompared } = verdict
  const occasion = { organizationId: organization.id, startedBy: job.createdBy, startedAt }
  await job.asSystem((tx) => keepVerification(tx, { ...occasion, finishedAt: context.clock.now() }, verdict))
  const extent = `${quantity(rows, 'row')} under ${quantity(seals, 'seal')}`
  job.say(`Read ${extent}; storage has copies of ${quantity(copied, 'seal')}.`)
  if (unsealed > 0) job.say(`${quantity(unsealed, 'row')} of them too new to be sealed yet.`)
  for (const fault of faults) job.say(fault, 'error')
  if (faults.length > 0) {
    throw new JobFailure(
      `The audit log is not intact: ${quantity(faults.length, 'fault was', 'faults were')} found, named in the log of this check. Someone has changed the database or storage by hand: find out who, and restore a backup.`,
    )
  }
  if (uncompared !== null) throw new JobFailure(uncompared, { retry: true })
  return { message: `The audit log is intact: ${extent}.` }
}
