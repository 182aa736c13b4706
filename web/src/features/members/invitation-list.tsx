import type { FreshInvitation, Invitation } from '@cresyl/contract/users'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListFrame } from '../../ui/list-frame.tsx'
import { ListPaging } from '../../ui/list-paging.tsx'
import { pageCount } from '../../ui/list-place.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Section } from '../../ui/section.tsx'
import { InvitationCards, InvitationTable } from './invitation-rows.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { useRenewInvitation } from './mutations.ts'
import { useInvitations } from './queries.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'
import { words } from './words.ts'

const { invitations } = words

/** Who was invited and has not come yet. */
export function InvitationList() {
  return (
    <Section title={invitations.title} context={invitations.context}>
      <Invitations />
    </Section>
  )
}

function Invitations() {
  const [page, setPage] = useState(0)
  const { data, error, refetch } = useInvitations(page)
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null)
  const [renewed, setRenewed] = useState<FreshInvitation | null>(null)
  const renew = useRenewInvitation()
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('md'), { noSsr: true })
  if (!data) {
    if (!error) return <ListSkeleton label={invitations.loading} rows={2} />
    return <ErrorState title={invitations.failedTitle} message={error.message} onRetry={refetch} />
  }
  // The last one of the last page may have been withdrawn.
  const last = pageCount(data.count) - 1
  if (page > last) setPage(last)
  const Rows = narrow ? InvitationCards : InvitationTable
  return (
    <>
      {data.count === 0 ? (
        <Typography color="textSecondary">{invitations.none}</Typography>
      ) : (
        <>
          <ListFrame>
            <Rows
              invitations={data.results}
              onRenew={({ id }) => renew.mutate(id, { onSuccess: setRenewed })}
              onWithdraw={setWithdrawn}
            />
          </ListFrame>
          <ListPaging
            count={data.count}
            shown={data.results.length}
            page={page}
            found={invitations.found}
            onPage={setPage}
          />
        </>
      )}
      {withdrawn && <WithdrawDialog invitation={withdrawn} onClose={() => setWithdrawn(null)} />}
      {renewed && (
        <LinkDialog
          title={invitations.renewed(renewed.email)}
          label={words.invite.label}
          given={renewed}
          email={renewed.email}
          onClose={() => setRenewed(null)}
        />
      )}
    </>
  )
}
