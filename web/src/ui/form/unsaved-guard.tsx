import { useCallback, useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { DiscardDialog } from './discard-dialog.tsx'

type Leaving = (from: Location, to: Location) => boolean

interface UnsavedGuardProps {
  unsaved: boolean
  /** Which ways lose what is unsaved; all to other pages, where nothing else is said. */
  leaving?: Leaving
}

/** While something is unsaved: asks before it is left, and lets the browser ask before the page closes. */
export function UnsavedGuard({ unsaved, leaving = leavesPage }: UnsavedGuardProps) {
  // Only one can stand guard at a time: whoever has nothing to lose leaves the place free.
  return unsaved && <Guard leaving={leaving} />
}

/** The fragment is no page of its own: what lies over this one leaves it as it is. */
export const leavesPage: Leaving = (from, to) => from.pathname + from.search !== to.pathname + to.search

function Guard({ leaving }: { leaving: Leaving }) {
  const blocker = useBlocker(
    useCallback(({ currentLocation, nextLocation }) => leaving(currentLocation, nextLocation), [leaving]),
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  if (blocker.state !== 'blocked') return null
  return <DiscardDialog onDiscard={() => blocker.proceed()} onKeep={() => blocker.reset()} />
}
