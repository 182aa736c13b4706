import type { User } from '@cresyl/contract/users'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { useOfferPasswordReset } from './mutations.ts'
import { Refusal } from './refusal.tsx'
import { words } from './words.ts'

/** Asks first, then shows the link. */
export function ResetPasswordDialog({ member, onClose }: { member: User; onClose: () => void }) {
  const offer = useOfferPasswordReset()
  if (offer.data) {
    return (
      <LinkDialog
        title={words.reset.ready(member.name)}
        label={words.reset.label}
        given={offer.data}
        email={member.email}
        onClose={onClose}
      />
    )
  }
  return (
    <ConfirmDialog
      title={words.reset.title}
      confirmLabel={words.reset.submit}
      tone="plain"
      busy={offer.isPending}
      onClose={onClose}
      onConfirm={() => offer.mutate(member)}
    >
      {words.reset.text(member.name)}
      <Refusal error={offer.error} />
    </ConfirmDialog>
  )
}
