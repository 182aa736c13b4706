import { useEffect, useState } from 'react'
import { createOverlayShelf, type OverlayShelf } from '../../../engine/viewer/overlays/overlay-shelf.ts'
import { createOverlaySource } from '../../../engine/viewer/overlays/overlay-source.ts'
import { createPlaneDecoder, startPlaneWorker } from '../../../engine/viewer/tiles/plane-decoder.ts'
import { useSession } from '../../../lib/session/session-context.tsx'
import { useTileConnections } from '../tile-connections.ts'

/** Where the overlays of the whole viewer are taken from. */
export function useOverlayShelf(): OverlayShelf {
  const session = useSession()
  const connections = useTileConnections()
  const [made] = useState(() => {
    const decoder = createPlaneDecoder(startPlaneWorker)
    const shelf = createOverlayShelf((overlay) =>
      createOverlaySource(overlay, {
        token: (refused) => (refused === undefined ? session.accessToken() : session.renew(refused)),
        connections,
        decoder,
      }),
    )
    return { shelf, decoder }
  })
  useEffect(
    () => () => {
      made.shelf.destroy()
      made.decoder.destroy()
    },
    [made],
  )
  return made.shelf
}
