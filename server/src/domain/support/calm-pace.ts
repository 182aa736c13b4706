import { ApiError } from '@cresyl/contract/errors'
import { ticketLimits } from '@cresyl/contract/limits'
import { sql } from 'drizzle-orm'
import type { Work } from '../work.ts'

/** Nobody types that fast: more is a program gone wrong, or someone who pesters. Counted on every server alike. */
export async function requireCalmPace({ tx, member, now }: Work): Promise<void> {
  const { organizationId, userId } = member
  const since = new Date(now.getTime() - 60_000)
  const { rows } = await tx.execute<{ said: number }>(sql`
    select (
      (select count(*) from tickets
        where organization_id = ${organizationId} and created_by = ${userId} and created_at > ${since})
      + (select count(*) from ticket_messages
        where organization_id = ${organizationId} and created_by = ${userId} and created_at > ${since})
    )::int as said`)
  if ((rows[0]?.said ?? 0) < ticketLimits.perMinute) return
  throw new ApiError('rate_limited', {
    detail: `You have written ${ticketLimits.perMinute} times within a minute. Wait a minute and try again.`,
  })
}
