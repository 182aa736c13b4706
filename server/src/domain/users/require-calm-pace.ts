import { ApiError } from '@cresyl/contract/api/errors'
import { linksPerMinute } from '@cresyl/contract/api/limits'
import { and, count, eq, gt, inArray } from 'drizzle-orm'
import { audits } from '../../platform/db/schema/index.ts'
import type { Work } from '../work.ts'

/**
 * Each link may go out as a letter, to an address that an administrator chooses: nobody needs many within a minute,
 * except to pester. The audit log knows how many there were, on every server.
 */
export async function requireCalmPace({ tx, member, now }: Work): Promise<void> {
  const [made] = await tx
    .select({ links: count() })
    .from(audits)
    .where(
      and(
        eq(audits.organizationId, member.organizationId),
        gt(audits.occurredAt, new Date(now.getTime() - 60_000)),
        inArray(audits.event, ['invitation.created', 'invitation.renewed', 'password.reset_offered']),
      ),
    )
  if ((made?.links ?? 0) < linksPerMinute) return
  throw new ApiError('rate_limited', {
    detail: `Your organisation has created ${linksPerMinute} links within a minute. Wait a minute and try again.`,
  })
}
