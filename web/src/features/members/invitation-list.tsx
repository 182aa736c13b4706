import type { FreshInvitation, Invitation } from '@cresyl/contract/people/users'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx'
import { Section } from '../../ui/frame/section.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { InvitationRows } from './invitation-rows.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { useRenewInvitation, useRevokeInvitation } from './mutations.ts'
import { useInvitations } from './queries.ts'
import { words } from './words.ts'

const { invitations: own } = words

/** Who was invited and has not come yet. */
export function InvitationList() {
  const [page, setPage] = useState(0)
  const query = useInvitations(page)
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null)
  const [renewed, setRenewed] = useState<FreshInvitation | null>(null)
  const renew = useRenewInvitation()
  return (
    <Section title={own.title} context={own.context}>
      <PagedList
        query={query}
        page={page}
        turnTo={setPage}
        words={own}
        shape={{ rows: 2 }}
        empty={<Typography color="textSecondary">{own.none}</Typography>}
      >
        {(invitations) => (
          <InvitationRows
            invitations={invitations}
            onRenew={({ id }) => renew.mutate(id, { onSuccess: setRenewed })}
            onWithdraw={setWithdrawn}
          />
        )}
      </PagedList>
      {withdrawn && <WithdrawDialog invitation={withdrawn} onClose={() => setWithdrawn(null)} />}
      {renewed && (
        <LinkDialog
          title={own.renewed(renewed.email)}
          label={words.invite.label}
          given={renewed}
          email={renewed.email}
          onClose={() => setRenewed(null)}
        />
      )}
    </Section>
  )
}

function WithdrawDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const revoke = useRevokeInvitation()
  const { invitations: own } = words
  return (
    <ConfirmDialog
      title={own.withdrawTitle}
      confirmLabel={own.withdrawConfirm}
      busy={revoke.isPending}
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(invitation.id, {
          onSuccess: () => {
            showToast(words.done.withdrawn(invitation.email))
            onClose()
          },
        })
      }
    >
      {own.withdrawText(invitation.email)}
    </ConfirmDialog>
  )
}
