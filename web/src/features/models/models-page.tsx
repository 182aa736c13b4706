import { EmptyState } from '../../ui/empty-state.tsx'
import { Waypoints } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { words } from './words.ts'

export function ModelsPage() {
  return (
    <Page title={words.title} context={words.context}>
      <EmptyState
        icon={Waypoints}
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
