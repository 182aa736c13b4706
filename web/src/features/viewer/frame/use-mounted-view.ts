import { firstFocusPlane } from '@cresyl/contract/viewers'
import { useEffect, useState } from 'react'
import { createSlideView } from '../../../engine/viewer/create-slide-view.ts'
import { initialDisplay } from '../../../engine/viewer/display/initial-display.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { createTileLayer } from '../../../engine/viewer/tiles/create-tile-layer.ts'
import type { ViewedImage } from '../../../engine/viewer/viewed-image.ts'
import { useSession } from '../../../lib/session/session-context.tsx'
import { useTileConnections } from '../tile-connections.ts'
import { toolsOf } from '../tools/use-tools.ts'
import { useWorkspace } from '../viewer-context.tsx'
import type { Beginning } from './use-kept-view.ts'

/** Puts a view of the image into the element of a pane once it is known how it begins; null until then. */
export function useMountedView(
  pane: number,
  image: ViewedImage,
  element: HTMLElement | null,
  beginning: Beginning | undefined,
): SlideView | null {
  const workspace = useWorkspace()
  const session = useSession()
  const connections = useTileConnections()
  const [view, setView] = useState<SlideView | null>(null)
  useEffect(() => {
    if (element === null || beginning === undefined) return
    const { pyramid } = image
    const tiles = createTileLayer(image, {
      token: (refused) => (refused === undefined ? session.accessToken() : session.renew(refused)),
      connections,
    })
    const mounted = createSlideView(element, image, {
      tiles,
      display: beginning.display ?? initialDisplay(pyramid),
      plane: beginning.plane ?? { z: firstFocusPlane(pyramid.size_z), t: 0 },
      initial: beginning.viewport,
    })
    if (beginning.measurements) toolsOf(mounted, workspace).setMeasurements(beginning.measurements)
    const detach = workspace.attach(pane, mounted)
    setView(mounted)
    return () => {
      setView(null)
      detach()
      mounted.destroy()
    }
  }, [workspace, session, connections, pane, image, element, beginning])
  return view
}
