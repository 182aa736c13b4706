import type { AuditEvent } from '@cresyl/contract/api/audit'
import { ApiError } from '@cresyl/contract/api/errors'
import { ticketLimits } from '@cresyl/contract/api/limits'
import { sql } from 'drizzle-orm'
import type { Work } from '../work.ts'

const said = ['ticket.created', 'ticket.answered'] satisfies AuditEvent[]

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Nobody types that fast: more is a program gone wrong, or someone who pesters. Counted in the audit log, on every
 * server alike and whatever was deleted since.
 */
export async function requireCalmPace({ tx, member, now }: Work): Promise<void> {
  const { organizationId, userId } = member
  const since = (span: number) => sql`${new Date(now.getTime() - span)}::timestamptz`
  const { rows } = await tx.execute<{ minute: number; day: number }>(sql`
    select count(*) filter (where occurred_at > ${since(minute)})::int as minute, count(*)::int as day
    from audits
    where organization_id = ${organizationId} and user_id = ${userId}
      and event = any (${sql.param(said)}::text[]) and occurred_at > ${since(day)}`)
  const { perMinute, perDay } = ticketLimits
  if ((rows[0]?.minute ?? 0) >= perMinute) {
    refuse(`You have sent ${perMinute} messages within a minute. Wait a minute and try again.`)
  }
  if ((rows[0]?.day ?? 0) >= perDay) {
    refuse(`You have sent ${perDay} messages within a day. Continue tomorrow.`)
  }
}

function refuse(detail: string): never {
  throw new ApiError('rate_limited', { detail })
}

export async function requireFewUnclosed({ tx, member }: Work): Promise<void> {
  const { organizationId, userId } = member
  const { rows } = await tx.execute<{ unclosed: number }>(sql`
    select count(*)::int as unclosed from tickets
    where organization_id = ${organizationId} and created_by = ${userId} and state <> 'closed'`)
  if ((rows[0]?.unclosed ?? 0) < ticketLimits.unclosed) return
  throw new ApiError('too_many', {
    detail: `You have ${ticketLimits.unclosed} open tickets. Close or delete some of them first.`,
  })
}
