import type { ListedOrganization } from '@cresyl/contract/organizations'
import { ConflictAlert } from '../../ui/edit-form/conflict-note.tsx'
import { useEditForm } from '../../ui/edit-form/use-edit-form.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { checkOrganization, readOrganization, writeOrganization } from './organization-draft.ts'
import { OrganizationFields } from './organization-fields.tsx'
import { organizationNow, useOrganizationUpdate } from './queries.ts'
import { words } from './words.ts'

interface EditOrganizationDialogProps {
  organization: ListedOrganization
  onClose: () => void
}

export function EditOrganizationDialog({ organization, onClose }: EditOrganizationDialogProps) {
  const form = useEditForm({
    stored: organization,
    read: readOrganization,
    write: writeOrganization,
    check: checkOrganization,
    saving: useOrganizationUpdate(),
    storedNow: organizationNow,
    onSaved: ({ display_name }) => {
      showToast(words.done.saved(display_name))
      onClose()
    },
    onUnchanged: onClose,
  })
  return (
    <FormDialog title={words.edit.title} submitLabel={words.edit.submit} form={form} onClose={onClose}>
      <ConflictAlert form={form} title={words.conflict.title} />
      <OrganizationFields form={form} nameFixed />
    </FormDialog>
  )
}
