import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { AuditLogTab } from '../../features/audit-log/audit-log-tab.tsx'
import { JobProgress } from '../../features/jobs/job-progress.tsx'
import { useOrganization, useOrganizationSettings } from '../../features/organization/queries.ts'
import { GrowthPicture } from '../../features/reports/chart/growth-picture.tsx'
import { ReportsOverview } from '../../features/reports/reports-overview.tsx'
import { StorageTab } from '../../features/storage/storage-tab.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { TabBar, TabPanel } from '../../ui/frame/tab-bar.tsx'
import { paths } from '../paths.ts'
import { words } from '../words.ts'
import { addressOfTab, type ReportsTab, readReportsTab, reportsTabs } from './reports-tabs.ts'

const own = words.reports

export function ReportsPage() {
  const [parameters, setParameters] = useSearchParams()
  const tab = readReportsTab(parameters)
  const left = useRef(new Map<ReportsTab, URLSearchParams>())
  /** Whoever comes back to a tab finds it as they left it. */
  const open = (next: ReportsTab) => {
    left.current.set(tab, parameters)
    setParameters(left.current.get(next) ?? addressOfTab(next), { preventScrollReset: true })
  }
  return (
    <Page title={own.title} context={own.contexts[tab]}>
      {reportsTabs.length > 1 && (
        <TabBar
          label={own.tabsLabel}
          tabs={reportsTabs.map((key) => ({ key, label: own.tabs[key] }))}
          current={tab}
          onChange={open}
        />
      )}
      <TabPanel tab={tab}>
        <OpenTab tab={tab} />
      </TabPanel>
    </Page>
  )
}

function OpenTab({ tab }: { tab: ReportsTab }) {
  switch (tab) {
    case 'overview':
      return <Overview />
    case 'storage':
      return <StorageTab chartOf={(chart) => <GrowthPicture {...chart} />} />
    case 'audit':
      return <AuditLogTab progressOf={(job) => <JobProgress job={job} />} />
  }
}

function Overview() {
  const known = useOrganization()
  const { data: settings, isError } = useOrganizationSettings(known)
  const isUnknown = isError || settings === null || known.source === 'fallback'
  return (
    <ReportsOverview
      organizationName={known.organization.display_name}
      timeZone={settings?.time_zone ?? (isUnknown ? 'UTC' : undefined)}
      uploads={paths.uploads}
    />
  )
}
