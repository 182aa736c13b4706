/** The tabs of the page about the laboratory's work, as the address calls them. */
export const reportsTabs = ['overview', 'storage', 'audit'] as const
export type ReportsTab = (typeof reportsTabs)[number]

/** An unknown one counts as not said. */
export function readReportsTab(parameters: URLSearchParams): ReportsTab {
  return reportsTabs.find((tab) => tab === parameters.get('tab')) ?? 'overview'
}

/** What the address says when another tab is opened: nothing of the filters of the one before. */
export function addressOfTab(tab: ReportsTab): Record<string, string> {
  return tab === 'overview' ? {} : { tab }
}
