import type { FreshInvitation, Invitation } from '@cresyl/contract/users'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { PagedList } from '../../ui/paged-list.tsx'
import { Section } from '../../ui/section.tsx'
import { InvitationRows } from './invitation-rows.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { useRenewInvitation } from './mutations.ts'
import { useInvitations } from './queries.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'
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
