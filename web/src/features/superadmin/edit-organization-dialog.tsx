import type { ListedOrganization } from '@cresyl/contract/organizations'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import { useState } from 'react'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { changesOf, checkDraft, draftOf, type OrganizationDraft } from './organization-draft.ts'
import { OrganizationFields } from './organization-fields.tsx'
import { quotaText } from './organization-parts.tsx'
import { draftErrors, organizationNow, useUpdateOrganization } from './queries.ts'
import { words } from './words.ts'

interface EditOrganizationDialogProps {
  organization: ListedOrganization
  onClose: () => void
}

export function EditOrganizationDialog({ organization, onClose }: EditOrganizationDialogProps) {
  const [base, setBase] = useState(organization)
  const [draft, setDraft] = useState(() => draftOf(organization))
  const [theirs, setTheirs] = useState<ListedOrganization | null>(null)
  const [tried, setTried] = useState(false)
  const update = useUpdateOrganization()
  const errors = { ...draftErrors(update.error), ...(tried && checkDraft(draft)) }
  const changes = changesOf(base, draft)
  const changed = Object.keys(changes).length > 0

  function submit() {
    setTried(true)
    if (Object.keys(checkDraft(draft)).length > 0) return
    if (!changed) return onClose()
    const version = base.version ?? undefined
    update.mutate(
      { id: base.id, change: { ...changes, ...(version !== undefined && { version }) } },
      { onSuccess: saved, onError: refused },
    )
  }

  function saved(stored: ListedOrganization) {
    showToast(words.done.saved(stored.display_name))
    onClose()
  }

  /** What was typed stays; what wasn't follows what is stored now. */
  function refused(error: unknown) {
    const stored = organizationNow(error)
    if (!stored) return
    const now = draftOf(stored)
    setDraft({
      ...now,
      ...(changes.display_name !== undefined && { displayName: draft.displayName }),
      ...(changes.quota_bytes !== undefined && { quota: draft.quota }),
    })
    setBase(stored)
    setTheirs(stored)
  }

  function change(next: Partial<OrganizationDraft>) {
    setDraft((before) => ({ ...before, ...next }))
    if (update.isError) update.reset()
  }

  return (
    <FormDialog
      title={words.edit.title}
      submitLabel={words.edit.submit}
      busy={update.isPending}
      changed={changed}
      onSubmit={submit}
      onClose={onClose}
    >
      {theirs && (
        <Alert severity="warning" variant="outlined" sx={{ mb: 4 }}>
          <AlertTitle>{words.conflict.title}</AlertTitle>
          {words.conflict.displayName(theirs.display_name)} {words.conflict.quota(quotaText(theirs))}{' '}
          {words.conflict.hint}
        </Alert>
      )}
      <OrganizationFields draft={draft} errors={errors} nameFixed onChange={change} />
    </FormDialog>
  )
}
