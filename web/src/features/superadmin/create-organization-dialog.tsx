import { useEditForm } from '../../ui/edit-form/use-edit-form.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { blankOrganization, checkOrganization, writeOrganization } from './organization-draft.ts'
import { OrganizationFields } from './organization-fields.tsx'
import { useOrganizationCreation } from './queries.ts'
import { words } from './words.ts'

export function CreateOrganizationDialog({ onClose }: { onClose: () => void }) {
  const form = useEditForm({
    stored: null,
    read: () => blankOrganization,
    write: writeOrganization,
    check: checkOrganization,
    saving: useOrganizationCreation(),
    onSaved: ({ display_name }) => {
      showToast(words.done.created(display_name))
      onClose()
    },
  })
  return (
    <FormDialog title={words.create.title} submitLabel={words.create.submit} form={form} onClose={onClose}>
      <OrganizationFields form={form} nameFixed={false} />
    </FormDialog>
  )
}
