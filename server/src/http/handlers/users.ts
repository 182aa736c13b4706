import { createInvitation, renewInvitation, revokeInvitation } from '../../domain/users/invite.ts'
import { offerPasswordReset } from '../../domain/users/offer-password-reset.ts'
import { listInvitations, listUsers } from '../../domain/users/read-users.ts'
import { updateUser } from '../../domain/users/update-user.ts'
import type { Handlers } from '../handler.ts'

export const userHandlers = {
  listUsers: async (call) => call.page(await call.read((work) => listUsers(work, call.query))),

  updateUser: (call) => call.write((work) => updateUser(work, call.params.id, call.body)),

  offerPasswordReset: (call, { config }) =>
    call.writeSystem((work) => offerPasswordReset(work, config, call.params.id)),

  listInvitations: async (call) => call.page(await call.read((work) => listInvitations(work, call.query))),

  createInvitation: (call, { config }) => call.write((work) => createInvitation(work, config, call.body)),

  renewInvitation: (call, { config }) => call.write((work) => renewInvitation(work, config, call.params.id)),

  revokeInvitation: async (call) => {
    await call.write((work) => revokeInvitation(work, call.params.id))
    return undefined
  },
} satisfies Partial<Handlers>
