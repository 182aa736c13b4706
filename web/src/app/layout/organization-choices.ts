import type { Page } from '@cresyl/contract/api/list'
import { roleKeys, roles } from '@cresyl/contract/api/permissions'
import type { ListedOrganization } from '@cresyl/contract/people/organizations'
import { words } from '../words.ts'

/** More than this don't fit into a menu: there is a dialog with a search for them. */
const shownInMenu = 8

export interface Choices {
  organizations: ListedOrganization[]
  /** Some are not among them. */
  more: boolean
}

/** What the menu offers besides the organisation one is in. */
export function choicesOf({ results, count }: Page<ListedOrganization>, currentId: string): Choices {
  const others = enterable(results, currentId)
  const left = results.length - others.length
  return { organizations: others.slice(0, shownInMenu), more: count - left > shownInMenu }
}

export function enterable(organizations: ListedOrganization[], currentId: string): ListedOrganization[] {
  return organizations.filter(({ id, disabled_at }) => id !== currentId && disabled_at === null)
}

/** What one is there: the role in words. */
export function standing({ role }: ListedOrganization): string {
  if (role === null) return words.organization.asSuperadmin
  const known = roleKeys.find((key) => key === role)
  return known ? roles[known].label : role
}

/** Where to go when leaving an organisation one only acts in: the one before, or else any of one's own. */
export function homeAmong(own: readonly ListedOrganization[], home: string | null): string | undefined {
  return (own.find(({ id }) => id === home) ?? own[0])?.id
}
