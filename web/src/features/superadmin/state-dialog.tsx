import type { ListedOrganization } from '@cresyl/contract/organizations'
import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { organizationNow, useOrganizationUpdate } from './queries.ts'
import { words } from './words.ts'

interface StateDialogProps {
  organization: ListedOrganization
  onClose: () => void
}

/** Disables an organisation that is active, enables one that is disabled. */
export function StateDialog({ organization, onClose }: StateDialogProps) {
  const update = useMutation({
    ...useOrganizationUpdate(),
    meta: { shownInPlace: (error) => organizationNow(error) !== null },
  })
  const disabled = organization.disabled_at === null
  const { title, text, confirm } = disabled ? words.disable : words.enable
  const done = disabled ? words.done.disabled : words.done.enabled

  // Which name or quota it has doesn't matter here: a newer version is disabled all the same.
  function change(base: ListedOrganization) {
    update.mutate(
      { base, changes: { disabled } },
      {
        onSuccess: (stored) => {
          showToast(done(stored.display_name))
          onClose()
        },
        onError: (error) => {
          const stored = organizationNow(error)
          if (stored) change(stored)
        },
      },
    )
  }

  return (
    <ConfirmDialog
      title={title(organization.display_name)}
      confirmLabel={confirm}
      tone={disabled ? 'danger' : 'plain'}
      busy={update.isPending}
      onConfirm={() => change(organization)}
      onClose={onClose}
    >
      {text}
    </ConfirmDialog>
  )
}
