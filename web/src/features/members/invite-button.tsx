import { useState } from 'react'
import { usePermission } from '../../lib/session/session-context.tsx'
import { GatedButton } from '../../ui/gated.tsx'
import { UserPlus } from '../../ui/icons.ts'
import { permissionReason } from '../../ui/permission-reason.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { words } from './words.ts'

export function InviteButton({ mail }: { mail: boolean }) {
  const [open, setOpen] = useState(false)
  const mayInvite = usePermission('update:organization_settings')
  return (
    <>
      <GatedButton
        variant="contained"
        startIcon={<UserPlus size={18} aria-hidden />}
        reason={mayInvite ? undefined : permissionReason('update:organization_settings', words.deeds.invite)}
        onClick={() => setOpen(true)}
      >
        {words.invite.button}
      </GatedButton>
      {open && <InviteDialog mail={mail} onClose={() => setOpen(false)} />}
    </>
  )
}
