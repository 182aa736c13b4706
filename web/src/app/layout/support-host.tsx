import type { SentTicket } from '@cresyl/contract/operations/support'
import { ticketHash } from '@cresyl/contract/operations/ticket-links'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useProfile } from '../../features/profile/queries.ts'
import { type TicketsPlace, ticketsPlaceOf } from '../../features/support/ticket-address.ts'
import { FullScreenSpinner } from '../../ui/frame/full-screen-spinner.tsx'
import { type HelpAbout, help } from '../../ui/help/help-store.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { words } from '../words.ts'
import { DialogFailed } from './dialog-failed.tsx'
import { useOverlay } from './use-overlay.ts'

const HelpDialog = lazy(async () => ({
  default: (await import('../../features/support/help-dialog.tsx')).HelpDialog,
}))
const TicketsDrawer = lazy(async () => ({
  default: (await import('../../features/support/tickets-drawer.tsx')).TicketsDrawer,
}))

/** Help is asked for from anywhere, and the tickets lie over whichever page one is on. */
export function SupportHost() {
  const place = ticketsPlaceOf(useLocation().hash)
  const about = useSyncExternalStore(help.subscribe, help.asked)
  useEffect(() => help.attend(), [])
  return (
    <>
      {place && <OpenTickets place={place} />}
      {about && <OpenHelp about={about} />}
    </>
  )
}

function OpenTickets({ place }: { place: TicketsPlace }) {
  const { go, close } = useOverlay()
  const { data: profile } = useProfile()
  return (
    <ErrorBoundary
      fallback={(error) => <DialogFailed error={error} label={words.support.tickets} onClose={close} />}
    >
      <Suspense fallback={<FullScreenSpinner label={words.support.loading} />}>
        <TicketsDrawer place={place} ownId={profile?.id} onGo={go} onClose={close} />
      </Suspense>
    </ErrorBoundary>
  )
}

function OpenHelp({ about }: { about: HelpAbout }) {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  // Where one was when one asked, whatever the address does meanwhile.
  const [page] = useState(`${pathname}${search}${hash}`)
  function onSent(ticket: SentTicket) {
    help.close()
    showToast(words.support.sent(ticket), ticket.screenshot_refused ? 'warning' : 'success', {
      label: words.support.open,
      run: () => void navigate({ search, hash: ticketHash(ticket.id) }, { preventScrollReset: true }),
    })
  }
  return (
    <ErrorBoundary
      fallback={(error) => <DialogFailed error={error} label={words.support.help} onClose={help.close} />}
    >
      <Suspense fallback={<FullScreenSpinner label={words.support.loading} />}>
        <HelpDialog about={about} page={page} onClose={help.close} onSent={onSent} />
      </Suspense>
    </ErrorBoundary>
  )
}
