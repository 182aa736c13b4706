import { createContext, useContext } from 'react'
import {
  type Connections,
  connectionsAtOnce,
  createConnections,
} from '../../engine/viewer/tiles/connections.ts'

/** Shared by the panes: browsers open few connections to one host. */
export const TileConnectionsContext = createContext<Connections | null>(null)

export function useTileConnections(): Connections {
  const connections = useContext(TileConnectionsContext)
  if (connections === null) throw new Error('There is no viewer around this component.')
  return connections
}

export function createTileConnections(): Connections {
  const [page] = performance.getEntriesByType('navigation')
  const protocol = page instanceof PerformanceNavigationTiming ? page.nextHopProtocol : ''
  return createConnections(connectionsAtOnce(protocol))
}
