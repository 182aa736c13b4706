import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { Uploader } from '../../engine/uploads/uploader.ts'
import { useSession } from '../../lib/session/session-context.tsx'
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx'
import { words } from '../words.ts'
import { cancelEverywhere, type Underway, underway } from './cancel-everywhere.ts'
import { onToldToCancel } from './uploads-elsewhere.ts'

/** What ends all uploads of the person in this browser. */
type Departure = 'signOut' | 'switchOrganization'

interface Question {
  departure: Departure
  underway: Underway
  answer(goes: boolean): void
}

type Depart = (departure: Departure, go: () => Promise<void>) => Promise<void>

const DepartureContext = createContext<Depart | null>(null)

/** Asks before uploads are lost: by closing the page, by signing out, by going to another organisation. */
export function DepartureProvider({ uploader, children }: { uploader: Uploader; children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)
  useBeforeUnload(uploader)
  useEffect(() => onToldToCancel(() => void uploader.cancelAll()), [uploader])

  const ask = (departure: Departure, found: Underway) =>
    new Promise<boolean>((answer) => setQuestion({ departure, underway: found, answer }))

  const depart: Depart = async (departure, go) => {
    const browser = { localStorage, locks: navigator.locks }
    const found = await underway(uploader, browser)
    if (found.here + found.elsewhere > 0) {
      const goes = await ask(departure, found)
      if (goes) await cancelEverywhere(uploader, browser)
      setQuestion(null)
      if (!goes) return
    }
    await go()
  }
  return (
    <DepartureContext value={depart}>
      {children}
      {question && <DepartureDialog {...question} />}
    </DepartureContext>
  )
}

/** Goes at once where nothing is lost by it; else asks, and gives the uploads up first. */
export function useDeparture(): Depart {
  const depart = useContext(DepartureContext)
  if (depart === null) throw new Error('useDeparture needs a <DepartureProvider> above it.')
  return depart
}

function DepartureDialog({ departure, underway: found, answer }: Question) {
  const [busy, setBusy] = useState(false)
  const { title, text, confirm } = words.uploads.departure[departure]
  const confirmed = () => {
    setBusy(true)
    answer(true)
  }
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirm}
      cancelLabel={words.uploads.departure.stay}
      busy={busy}
      onConfirm={confirmed}
      // Once it has been said, it is being done.
      onClose={() => !busy && answer(false)}
    >
      {words.uploads.departure.underway(found.here, found.elsewhere)} {text}
    </ConfirmDialog>
  )
}

/** The browser asks in its own words, also about files that are prepared and not yet sent. A page that the session itself leaves has nothing to ask about. */
function useBeforeUnload(uploader: Uploader) {
  const session = useSession()
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      const { busy, counts } = uploader.totals()
      if ((busy || counts.draft > 0) && session.getState().status === 'signed-in') event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [uploader, session])
}
