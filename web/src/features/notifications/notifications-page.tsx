import { EmptyState } from '../../ui/empty-state.tsx'
import { Bell } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { words } from './words.ts'

export function NotificationsPage() {
  return (
    <Page title={words.title} context={words.context}>
      <EmptyState
        icon={Bell}
        title={words.empty.title}
        action={
          <LinkButton to="/" variant="outlined">
            {words.empty.action}
          </LinkButton>
        }
      >
        {words.empty.text}
      </EmptyState>
    </Page>
  )
}
