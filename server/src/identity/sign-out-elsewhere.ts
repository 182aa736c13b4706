import { ApiError } from '@cresyl/contract/api/errors'
import { notify } from '../domain/notifications/notify.ts'
import type { AuditedWork } from '../domain/work.ts'
import { activeOrganizationsOf, organizationsOf } from './queries.ts'
import { endSignIns } from './sign-ins.ts'

/**
 * Ends the session that is named, or all but the one this comes from; returns how many. A session is the person's, not
 * an organisation's: all of theirs are told. Needs the system's transaction.
 */
export async function signOutElsewhere(work: AuditedWork, only: string | undefined): Promise<number> {
  const { tx, member, now } = work
  const { userId } = member
  const current = member.session?.id
  if (only !== undefined && only === current) {
    throw new ApiError('invalid_input', { detail: 'This is the session you are using. Sign out instead.' })
  }
  const ended = await endSignIns(tx, userId, { except: current, only }, now)
  if (ended === 0) return 0
  for (const organizationId of new Set([member.organizationId, ...(await organizationsOf(tx, userId))])) {
    work.record({ id: userId, organizationId, details: { ended } })
  }
  const text =
    ended === 1 ? 'You were signed out on another device.' : `You were signed out on ${ended} other devices.`
  for (const { organizationId } of await activeOrganizationsOf(tx, userId)) {
    await notify(tx, { organizationId, kind: 'security.signed_out_elsewhere', text, to: [userId], now })
  }
  return ended
}
