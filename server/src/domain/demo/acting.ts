import type { Route } from '@cresyl/contract/api/route'
import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { RunningJob } from '../../platform/queue/job-handler.ts'
import { requireAccess } from '../access.ts'
import { audited } from '../audit/audited.ts'
import type { Acts } from '../files/file-upload.ts'
import type { Member, Work } from '../work.ts'

/** The transactions of a route as a member would have them by a request; each counts only while the job's attempt does. */
export type ActAs = (member: Member, route: Route) => Acts

export function actingIn(job: Pick<RunningJob, 'asOrganization'>, { clock }: Pick<Context, 'clock'>): ActAs {
  return (member, route) => {
    requireAccess(member, route.access, false)
    const inTransaction = <T>(work: (work: Work) => Promise<T>) =>
      job.asOrganization(async (tx) => {
        await beMember(tx, member)
        return work({ tx, member, now: clock.now() })
      })
    return {
      read: inTransaction,
      write: (work) =>
        inTransaction((given) => {
          if (!route.audit) throw new Error('A route that writes must say how that is audited')
          return audited(given, { event: route.audit }, work)
        }),
    }
  }
}

async function beMember(tx: Tx, { userId }: Member): Promise<void> {
  await tx.execute(sql`select set_config('app.user_id', ${userId}, true)`)
}
