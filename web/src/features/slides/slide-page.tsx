import { EmptyState } from '../../ui/empty-state.tsx'
import { Microscope } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { words } from './words.ts'

export function SlidePage() {
  return (
    <Page title={words.title}>
      <EmptyState
        icon={Microscope}
        title={words.missing.title}
        action={
          <LinkButton to="/" variant="contained">
            {words.missing.action}
          </LinkButton>
        }
      >
        {words.missing.text}
      </EmptyState>
    </Page>
  )
}
