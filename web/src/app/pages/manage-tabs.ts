const ofMembers = [
  'settings',
  'members',
  'quality',
  'tissues',
  'stains',
  'tokens',
  'servers',
  'checks',
  'support',
] as const
const ofSuperadmins = [...ofMembers, 'organizations'] as const

/** The tabs of the page about the organisation, as the address calls them. */
export type ManageTab = (typeof ofSuperadmins)[number]

export function manageTabsFor(superadmin: boolean): readonly ManageTab[] {
  return superadmin ? ofSuperadmins : ofMembers
}

/** An unknown one, or one that isn't for them, counts as not said. */
export function readManageTab(parameters: URLSearchParams, superadmin: boolean): ManageTab {
  return manageTabsFor(superadmin).find((tab) => tab === parameters.get('tab')) ?? 'settings'
}
