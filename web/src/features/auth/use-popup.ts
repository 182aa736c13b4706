import { useState } from 'react'
import { useSession } from '../../lib/session/session-context.tsx'

/** Signing in in a separate window: whether one is open, and how to give it up. */
export function usePopup() {
  const session = useSession()
  const [mind, setMind] = useState<AbortController | null>(null)

  function open(): void {
    const attempt = new AbortController()
    setMind(attempt)
    // The state of the session says what came of it. Someone may have tried again in the meantime.
    const done = () => setMind((current) => (current === attempt ? null : current))
    session.signIn({ way: 'popup', signal: attempt.signal }).then(done, done)
  }

  function cancel(): void {
    mind?.abort()
    setMind(null)
  }

  return { isOpen: mind !== null, open, cancel }
}
