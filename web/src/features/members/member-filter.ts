import { type RoleKey, roleKeys, roles } from '@cresyl/contract/api/permissions'
import { type listUsers, memberStates } from '@cresyl/contract/people/users'
import { pageOf } from '../../lib/api/paging.ts'
import { defineAddress } from '../../ui/address/define-address.ts'
import { oneOf, page, text } from '../../ui/address/parameters.ts'

export type MemberState = (typeof memberStates)[number]

export const memberList = defineAddress({
  search: text(),
  /** '' for everyone. */
  role: oneOf(roleKeys),
  state: oneOf(memberStates),
  page: page(),
})
export type MemberFilter = typeof memberList.usual

export function queryOf({ search, page, role, state }: MemberFilter) {
  const query = {
    ...pageOf(page),
    search: search || null,
    role: role === '' ? null : [role],
    state: state || null,
  }
  return query satisfies { [Key in keyof typeof listUsers.query.shape]?: unknown }
}

/** Whether the change of role must be asked about: it takes rights away, or hands the whole organisation over. */
export function isGrave(from: RoleKey, to: RoleKey): boolean {
  return to === 'admin' || roles[to].weight < roles[from].weight
}
