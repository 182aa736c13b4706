import type { ListedOrganization } from '@cresyl/contract/organizations'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useEnter } from './use-enter.ts'
import { words } from './words.ts'

interface ActInDialogProps {
  organization: ListedOrganization
  onClose: () => void
}

export function ActInDialog({ organization, onClose }: ActInDialogProps) {
  const enter = useEnter()
  const [busy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    await enter(organization)
    onClose()
  }

  return (
    <ConfirmDialog
      title={words.actIn.title(organization.display_name)}
      confirmLabel={words.actIn.confirm}
      tone="plain"
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      {words.actIn.text}
    </ConfirmDialog>
  )
}
