import { usePermission } from '../../lib/session/session-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Upload } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { MissingPermission } from '../../ui/missing-permission.tsx'
import { Page } from '../../ui/page.tsx'
import { words } from './words.ts'

export function UploadsPage() {
  const mayCreateProjects = usePermission('create:projects')
  return (
    <Page title={words.title} context={words.context}>
      <EmptyState
        icon={Upload}
        title={words.empty.title}
        action={
          <LinkButton to="/" variant="outlined">
            {mayCreateProjects ? words.empty.createOrOpen : words.empty.open}
          </LinkButton>
        }
      >
        {words.empty.text}
        <MissingPermission permission="upload:files" deed={words.deeds.upload} />
      </EmptyState>
    </Page>
  )
}
