import type { SignInSession } from '@cresyl/contract/people/profiles'
import { readProfile } from '../../domain/profiles/queries.ts'
import { updateProfile } from '../../domain/profiles/update-profile.ts'
import { rowLimit } from '../../domain/resource.ts'
import type { Member } from '../../domain/work.ts'
import { changePassword } from '../../identity/change-password.ts'
import { describeDevice, listSignIns, type SignIn } from '../../identity/sign-ins.ts'
import { signOutElsewhere } from '../../identity/sign-out-elsewhere.ts'
import type { Handlers } from '../handler.ts'

export const profileHandlers = {
  readProfile: (call) => call.read((work) => readProfile(work)),

  listProfiles: async (call) => {
    const own = await call.read((work) => readProfile(work))
    return call.page({ count: 1, results: call.query.offset === 0 ? [own] : [] })
  },

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

  endSessions: async (call) => ({
    ended: await call.writeSystem((work) => signOutElsewhere(work, call.body.session_id)),
  }),
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
