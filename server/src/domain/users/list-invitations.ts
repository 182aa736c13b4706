import type { Invitation } from '@cresyl/contract/users'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { countInvitations, type InvitationQuery, selectInvitations } from './invitation-queries.ts'
import { viewInvitation } from './view.ts'

export async function listInvitations({ tx }: Work, query: InvitationQuery): Promise<Rows<Invitation>> {
  const rows = await selectInvitations(tx, query)
  return { count: await countInvitations(tx), results: rows.map(viewInvitation) }
}
