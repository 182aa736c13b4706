import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { demos, organizations } from '../../platform/db/schema/index.ts'
import { sendJob } from '../../platform/queue/send-job.ts'
import { demoContent } from './content.ts'
import { demoOrganization } from './people.ts'
import { handOver, holdDemo } from './queries.ts'

const givingLock = 6_020_181

/** Has the slides of the demo organisation made, once: not where it has or had any, nor after they were removed. */
export async function giveDemo({ config, database }: Context): Promise<void> {
  const { demo, demoSlides } = config
  const total = Math.min(demoSlides, demoContent.slides.length)
  if (!demo || total === 0) return
  await database.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${givingLock})`)
    const [organization] = await tx
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.name, demoOrganization.name))
    if (organization && (await isUntouched(tx, organization.id))) await give(tx, organization.id, total)
  })
}

/** Of what was purged the audit log still tells. */
async function isUntouched(tx: Tx, organizationId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ touched: boolean }>(sql`
    select exists (select from demos where organization_id = ${organizationId})
      or exists (select from files where organization_id = ${organizationId})
      or exists (
        select from audits
        where organization_id = ${organizationId} and event in ('file.created', 'file.imported')
      ) as touched`)
  return rows[0]?.touched === false
}

async function give(tx: Tx, organizationId: string, total: number): Promise<void> {
  const jobId = await sendJob(tx, makingOf(organizationId))
  await tx.insert(demos).values({ organizationId, total, jobId })
}

/** Has another job go on with the making, unless the demo is no longer this one's: it is being removed then. */
export async function goOnMaking(tx: Tx, job: { id: string }, runAfter: Date): Promise<void> {
  const demo = await holdDemo(tx, job)
  if (demo === undefined) return
  const { organizationId } = demo
  await handOver(tx, organizationId, await sendJob(tx, { ...makingOf(organizationId), runAfter }))
}

function makingOf(organizationId: string) {
  const { priority, attempts } = jobDefinitions.make_demo
  return { kind: 'make_demo', organizationId, payload: {}, priority, maxAttempts: attempts }
}
