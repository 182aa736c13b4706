import Alert from '@mui/material/Alert'
import { useContext, useEffect, useState } from 'react'
import type { Unsent } from '../../engine/annotations/sync/count-unsent.ts'
import { readUnsent } from '../../engine/annotations/sync/kept-outbox.ts'
import { UnsentContext } from '../../lib/storage/unsent-context.ts'
import { WifiOff } from '../../ui/frame/icons.ts'
import { OfflineText } from './offline-text.tsx'

const none: readonly Unsent[] = []

/** On the login page, where someone's session only waits for the connection. */
export function OfflineAlert({ owner }: { owner: string }) {
  const store = useContext(UnsentContext)
  const [unsent, setUnsent] = useState(none)
  useEffect(() => {
    let isCurrent = true
    readUnsent(store, owner).then(
      (kept) => isCurrent && setUnsent(kept),
      // What can't be read can't be told of.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [store, owner])
  return (
    <Alert severity="warning" variant="outlined" icon={<WifiOff size={20} aria-hidden />}>
      <OfflineText unsent={unsent} />
    </Alert>
  )
}
