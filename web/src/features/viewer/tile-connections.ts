import { createContext, useCallback, useContext } from 'react'
import {
  type Connections,
  connectionsAtOnce,
  createConnections,
} from '../../engine/viewer/tiles/connections.ts'
import { createTileLayer } from '../../engine/viewer/tiles/create-tile-layer.ts'
import type { TileLayer } from '../../engine/viewer/tiles/tile-layer.ts'
import type { ViewedImage } from '../../engine/viewer/viewed-image.ts'
import { useSession } from '../../lib/session/session-context.tsx'

/** Shared by the panes: browsers open few connections to one host. */
export const TileConnectionsContext = createContext<Connections | null>(null)

export function useTileConnections(): Connections {
  const connections = useContext(TileConnectionsContext)
  if (connections === null) throw new Error('There is no viewer around this component.')
  return connections
}

/** Opens the tiles of an image for who is signed in. */
export function useOpenTiles(): (image: ViewedImage) => TileLayer {
  const session = useSession()
  const connections = useTileConnections()
  return useCallback(
    (image) =>
      createTileLayer(image, {
        token: (refused) => (refused === undefined ? session.accessToken() : session.renew(refused)),
        connections,
      }),
    [session, connections],
  )
}

export function createTileConnections(): Connections {
  const [page] = performance.getEntriesByType('navigation')
  const protocol = page instanceof PerformanceNavigationTiming ? page.nextHopProtocol : ''
  return createConnections(connectionsAtOnce(protocol))
}
