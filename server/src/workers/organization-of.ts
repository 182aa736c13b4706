import { eq } from 'drizzle-orm'
import { organizations } from '../platform/db/schema/index.ts'
import { JobFailure, type RunningJob } from '../platform/queue/job-handler.ts'

export interface JobOrganization {
  id: string
  name: string
}

/** Whose job it is, for kinds that only make sense in an organisation. */
export async function organizationOf(job: RunningJob): Promise<JobOrganization> {
  const { organizationId: id } = job
  if (id === null) throw new JobFailure('This needs an organisation, and none was named.')
  const [found] = await job.asOrganization((tx) =>
    tx.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, id)),
  )
  if (found === undefined) throw new JobFailure('The organisation no longer exists.')
  return { id, name: found.name }
}
