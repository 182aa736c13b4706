import Button from '@mui/material/Button'
import { useSearchParams } from 'react-router'
import { ApiTokensTab } from '../../features/api-tokens/api-tokens-tab.tsx'
import { ChecksTab } from '../../features/jobs/checks-tab.tsx'
import { MembersTab } from '../../features/members/members-tab.tsx'
import { QualityTab } from '../../features/organization/quality/quality-tab.tsx'
import { type KnownOrganization, useOrganization } from '../../features/organization/queries.ts'
import { SettingsTab } from '../../features/organization/settings-tab.tsx'
import { useProfile } from '../../features/profile/queries.ts'
import { ServersTab } from '../../features/servers/servers-tab.tsx'
import { OrganizationsPanel } from '../../features/superadmin/organizations-panel.tsx'
import { SupportTab } from '../../features/support/support-tab.tsx'
import { stains } from '../../features/vocabulary/stains.ts'
import { tissues } from '../../features/vocabulary/tissues.ts'
import { VocabularyTab } from '../../features/vocabulary/vocabulary-tab.tsx'
import { useSessionState } from '../../lib/session/session-context.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { TabBar, TabPanel } from '../../ui/frame/tab-bar.tsx'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { useConfig } from '../config-context.ts'
import { words } from '../words.ts'
import { type ManageTab, manageTabsFor, readManageTab } from './manage-tabs.ts'

const own = words.manageOrganization

export function ManageOrganizationPage() {
  const [parameters, setParameters] = useSearchParams()
  const state = useSessionState()
  const superadmin = state.status === 'signed-in' && state.superadmin
  const tab = readManageTab(parameters, superadmin)
  return (
    <Page title={own.title} context={own.context}>
      <TabBar
        label={own.tabsLabel}
        tabs={manageTabsFor(superadmin).map((key) => ({ key, label: own.tabs[key] }))}
        current={tab}
        onChange={(key) => setParameters({ tab: key }, { preventScrollReset: true })}
      />
      <TabPanel tab={tab}>
        <OpenTab tab={tab} known={useOrganization()} />
      </TabPanel>
    </Page>
  )
}

function OpenTab({ tab, known }: { tab: ManageTab; known: KnownOrganization }) {
  const { mail } = useConfig()
  const { data: profile } = useProfile()
  if (known.source === 'fallback') return <NoOrganization />
  switch (tab) {
    case 'settings':
      return known.source === 'server' ? (
        <SettingsTab organization={known.organization} />
      ) : (
        <ListSkeleton label={own.loading} />
      )
    case 'quality':
      return known.source === 'server' ? (
        <QualityTab organization={known.organization} />
      ) : (
        <ListSkeleton label={own.loading} />
      )
    case 'members':
      return <MembersTab ownId={profile?.id} mail={mail} />
    case 'tissues':
      return <VocabularyTab vocabulary={tissues} />
    case 'stains':
      return <VocabularyTab vocabulary={stains} />
    case 'tokens':
      return <ApiTokensTab />
    case 'servers':
      return <ServersTab />
    case 'checks':
      return <ChecksTab />
    case 'support':
      return <SupportTab />
    case 'organizations':
      return <OrganizationsPanel />
  }
}

function NoOrganization() {
  return (
    <ErrorState title={own.failedTitle} message={own.failed}>
      <Button variant="contained" onClick={() => location.reload()}>
        {own.reload}
      </Button>
    </ErrorState>
  )
}
