import type { ListedOrganization } from '@cresyl/contract/organizations'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { organizationNow, useUpdateOrganization } from './queries.ts'
import { words } from './words.ts'

interface StateDialogProps {
  organization: ListedOrganization
  onClose: () => void
}

/** Disables an organisation that is active, enables one that is disabled. */
export function StateDialog({ organization, onClose }: StateDialogProps) {
  const update = useUpdateOrganization()
  const disabled = organization.disabled_at === null
  const { title, text, confirm } = disabled ? words.disable : words.enable
  const done = disabled ? words.done.disabled : words.done.enabled

  // Which name or quota it has doesn't matter here: a newer version is disabled all the same.
  function change(version: number | null) {
    update.mutate(
      { id: organization.id, change: { disabled, ...(version !== null && { version }) } },
      {
        onSuccess: (stored) => {
          showToast(done(stored.display_name))
          onClose()
        },
        onError: (error) => {
          const stored = organizationNow(error)
          if (stored) change(stored.version)
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
      onConfirm={() => change(organization.version)}
      onClose={onClose}
    >
      {text}
    </ConfirmDialog>
  )
}
