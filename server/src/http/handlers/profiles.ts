import { ApiError } from '@cresyl/contract/errors'
import type { SignInSession } from '@cresyl/contract/profiles'
import { notify } from '../../domain/notifications/notify.ts'
import { rowLimit } from '../../domain/paging.ts'
import { readProfile } from '../../domain/profiles/read-profile.ts'
import { updateProfile } from '../../domain/profiles/update-profile.ts'
import type { AuditedWork, Member } from '../../domain/work.ts'
import { changePassword } from '../../identity/change-password.ts'
import { describeDevice, endSignIns, listSignIns, type SignIn } from '../../identity/sign-ins.ts'
import type { Handlers } from '../handler.ts'

export const profileHandlers = {
  readProfile: (call) => call.read((work) => readProfile(work)),

  updateProfile: (call) => call.writeSystem((work) => updateProfile(work, call.body)),

  // It leaves its audit rows itself, in the transaction of the change: passwords are hashed outside of one.
  changePassword: async ({ body, member, requestId }, context) => {
    const { current, new: next } = body
    const keepSession = member.session?.id
    await changePassword(context, { userId: member.userId, current, next, keepSession, requestId })
    return undefined
  },

  listSessions: async (call) => {
    const { member, query } = call
    const found = await call.readSystem(({ tx, now }) => listSignIns(tx, member.userId, now))
    const page = found.slice(query.offset, query.offset + rowLimit(query.limit))
    return call.page({ count: found.length, results: page.map((signIn) => viewSession(signIn, member)) })
  },

  endSessions: (call) => call.writeSystem((work) => endSessions(work, call.body.session_id)),
} satisfies Partial<Handlers>

function viewSession({ id, userAgent, startedAt, lastSeenAt }: SignIn, { session }: Member): SignInSession {
  return {
    id,
    current: id === session?.id,
    device: describeDevice(userAgent),
    started_at: startedAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
  }
}

/** One that is named, or all but the one this comes from. */
async function endSessions(work: AuditedWork, only: string | undefined): Promise<{ ended: number }> {
  const { tx, member, now } = work
  const { userId, organizationId } = member
  const current = member.session?.id
  if (only !== undefined && only === current) {
    throw new ApiError('invalid_input', { detail: 'This is the session you are using. Sign out instead.' })
  }
  const ended = await endSignIns(tx, userId, { except: current, only }, now)
  if (ended === 0) return { ended }
  const text =
    ended === 1 ? 'You were signed out on another device.' : `You were signed out on ${ended} other devices.`
  await notify(tx, { organizationId, kind: 'security.signed_out_elsewhere', text, to: [userId], now })
  work.record({ id: userId, details: { ended } })
  return { ended }
}
