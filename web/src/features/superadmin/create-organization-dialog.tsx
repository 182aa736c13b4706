import { useState } from 'react'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import {
  blankOrganization,
  checkDraft,
  type OrganizationDraft,
  quotaBytesOf,
  suggestName,
} from './organization-draft.ts'
import { OrganizationFields } from './organization-fields.tsx'
import { draftErrors, useCreateOrganization } from './queries.ts'
import { words } from './words.ts'

export function CreateOrganizationDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(blankOrganization)
  const [tried, setTried] = useState(false)
  const create = useCreateOrganization()
  const errors = { ...draftErrors(create.error), ...(tried && checkDraft(draft)) }

  function change(next: Partial<OrganizationDraft>) {
    setDraft((before) => withSuggestion(before, next))
    if (create.isError) create.reset()
  }

  function submit() {
    setTried(true)
    if (Object.keys(checkDraft(draft)).length > 0) return
    const { name, displayName, quota } = draft
    create.mutate(
      { name, display_name: displayName.trim(), quota_bytes: quotaBytesOf(quota) ?? null },
      {
        onSuccess: (made) => {
          showToast(words.done.created(made.display_name))
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      title={words.create.title}
      submitLabel={words.create.submit}
      busy={create.isPending}
      changed={draft !== blankOrganization && Object.values(draft).some((text) => text !== '')}
      onSubmit={submit}
      onClose={onClose}
    >
      <OrganizationFields draft={draft} errors={errors} nameFixed={false} onChange={change} />
    </FormDialog>
  )
}

/** The name follows the display name until someone types one of their own. */
function withSuggestion(before: OrganizationDraft, next: Partial<OrganizationDraft>): OrganizationDraft {
  const follows = before.name === suggestName(before.displayName)
  if (next.displayName === undefined || !follows) return { ...before, ...next }
  return { ...before, ...next, name: suggestName(next.displayName) }
}
