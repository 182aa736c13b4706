import { useSessionState } from '../../lib/session/session-context.tsx'
import { useRemembered } from '../remembered.tsx'

interface SeenFailures {
  /** When the last failed job was that this person has looked at; null where they never looked. */
  seen: string | null
  see: (lastFailure: string) => void
}

export function useSeenFailures(): SeenFailures {
  const { values, remember } = useRemembered()
  const state = useSessionState()
  // What one person has seen, the next one at this device has not, and each organisation has its own jobs.
  const who = state.status === 'signed-in' ? JSON.stringify([state.user.id, state.user.org_id]) : ''
  const { seenFailures } = values
  return {
    seen: seenFailures[who] ?? null,
    see: (lastFailure) => {
      if (seenFailures[who] !== lastFailure) {
        remember('seenFailures', { ...seenFailures, [who]: lastFailure })
      }
    },
  }
}
