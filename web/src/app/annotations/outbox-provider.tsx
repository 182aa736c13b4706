import { type ReactNode, useContext, useEffect, useLayoutEffect, useState } from 'react'
import { createOutbox, type Outbox } from '../../engine/annotations/sync/create-outbox.ts'
import { createSend } from '../../engine/annotations/sync/outbox-api.ts'
import { browserClock } from '../../engine/clock.ts'
import { OutboxContext } from '../../features/viewer/annotations-panel/outbox-context.ts'
import { consoleLog } from '../../lib/log.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import { UnsentContext } from '../../lib/storage/unsent-context.ts'

interface OutboxProviderProps {
  /** Whose it is. */
  id: string
  children: ReactNode
}

/** One outbox of annotations a person and organisation: it goes on from page to page. */
export function OutboxProvider({ id, children }: OutboxProviderProps) {
  const api = useApi()
  const store = useContext(UnsentContext)
  const [outbox, setOutbox] = useState<Outbox | null>(null)
  // Made in the effect that ends it, not while rendering: one that has ended is never used again.
  useLayoutEffect(() => {
    const ending = new AbortController()
    const made = createOutbox({
      send: createSend(api),
      store,
      owner: id,
      locks: navigator.locks,
      clock: browserClock,
      newKey: () => crypto.randomUUID(),
      onNetwork: (listener) => addEventListener('online', listener, { signal: ending.signal }),
      log: consoleLog,
    })
    void made.start()
    setOutbox(made)
    return () => {
      ending.abort()
      made.destroy()
    }
  }, [api, store, id])
  useAskBeforeLeaving(outbox)
  return outbox && <OutboxContext value={outbox}>{children}</OutboxContext>
}

/** What is not saved is kept, but only in this browser: whoever closes the page is asked. */
function useAskBeforeLeaving(outbox: Outbox | null): void {
  useEffect(() => {
    if (outbox === null) return
    const ask = (event: BeforeUnloadEvent) => {
      if (outbox.status().unsent > 0) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [outbox])
}
