import { EmptyState } from '../../ui/empty-state.tsx'
import { FileChartColumn } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { MissingPermission } from '../../ui/missing-permission.tsx'
import { Page } from '../../ui/page.tsx'
import { words } from './words.ts'

export function ReportsPage() {
  return (
    <Page title={words.title} context={words.context}>
      <EmptyState
        icon={FileChartColumn}
        title={words.empty.title}
        action={
          <LinkButton to="/" variant="outlined">
            {words.empty.action}
          </LinkButton>
        }
      >
        {words.empty.text}
        <MissingPermission permission="read:files" deed={words.deeds.read} />
      </EmptyState>
    </Page>
  )
}
