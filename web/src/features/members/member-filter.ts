import { type RoleKey, roleKeys, roles } from '@cresyl/contract/permissions'
import { type listUsers, memberStates } from '@cresyl/contract/users'
import { pageOf } from '../../lib/api/paging.ts'
import type { ListPlace } from '../../ui/list-place.ts'

export type MemberState = (typeof memberStates)[number]

export interface MemberFilter extends ListPlace {
  /** '' for everyone. */
  role: RoleKey | ''
  state: MemberState | ''
}

/** What only administrators see of others, only they can filter by. */
export function readMemberFilter(
  place: ListPlace,
  parameters: URLSearchParams,
  mayManage: boolean,
): MemberFilter {
  if (!mayManage) return { ...place, role: '', state: '' }
  return {
    ...place,
    role: roleKeys.find((role) => role === parameters.get('role')) ?? '',
    state: memberStates.find((state) => state === parameters.get('state')) ?? '',
  }
}

export function isFiltered({ search, role, state }: MemberFilter): boolean {
  return search !== '' || role !== '' || state !== ''
}

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
