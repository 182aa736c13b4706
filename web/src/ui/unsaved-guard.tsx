import { useCallback, useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { DiscardDialog } from './discard-dialog.tsx'

const addressOf = ({ pathname, search }: Location) => pathname + search

/** While something is unsaved: asks before another page is opened, and lets the browser ask before this one closes. */
export function UnsavedGuard({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation, nextLocation }) =>
        unsaved && addressOf(currentLocation) !== addressOf(nextLocation),
      [unsaved],
    ),
  )
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
  if (blocker.state !== 'blocked') return null
  return <DiscardDialog onDiscard={() => blocker.proceed()} onKeep={() => blocker.reset()} />
}
