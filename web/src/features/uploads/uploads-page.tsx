import { EmptyState } from '../../ui/empty-state.tsx'
import { Upload } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { words } from './words.ts'

export function UploadsPage() {
  return (
    <Page title={words.title} context={words.context}>
      <EmptyState
        icon={Upload}
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
