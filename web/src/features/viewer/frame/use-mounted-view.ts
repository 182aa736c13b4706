import { firstFocusPlane } from '@cresyl/contract/slides/viewers'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createSlideView } from '../../../engine/viewer/create-slide-view.ts'
import { initialDisplay } from '../../../engine/viewer/display/initial-display.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { createStack } from '../../../engine/viewer/stack/create-stack.ts'
import type { ViewedImage } from '../../../engine/viewer/viewed-image.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { takeSuspended, useSuspended } from '../reopening.ts'
import { loadAlignedImage } from '../slide/registrations.ts'
import { keepStack } from '../stack-of.ts'
import { beginStack } from '../stack-panel/linked-stack.ts'
import { words as stackWords } from '../stack-panel/words.ts'
import { useOpenTiles } from '../tile-connections.ts'
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
  const { measuring } = useSuspended()
  const openTiles = useOpenTiles()
  const api = useApi()
  const client = useQueryClient()
  const [view, setView] = useState<SlideView | null>(null)
  useEffect(() => {
    if (element === null || beginning === undefined) return
    const { pyramid } = image
    const tiles = openTiles(image)
    const mounted = createSlideView(element, image, {
      tiles,
      display: beginning.display ?? initialDisplay(pyramid),
      plane: beginning.plane ?? { z: firstFocusPlane(pyramid.size_z), t: 0 },
      initial: beginning.viewport,
    })
    const stack = createStack(mounted, {
      own: tiles,
      open: openTiles,
      load: (imageId) => loadAlignedImage(client, api, image, imageId),
      failed: ({ message }) => showToast(message, 'error'),
      words: stackWords,
    })
    keepStack(mounted, stack)
    if (beginning.stack) beginStack(stack, beginning.stack)
    const suspended = takeSuspended(measuring, pane, image.id)
    if (beginning.measurements) toolsOf(mounted, workspace).setMeasurements(beginning.measurements)
    if (suspended) toolsOf(mounted, workspace).goOn(suspended)
    const detach = workspace.attach(pane, mounted)
    setView(mounted)
    return () => {
      setView(null)
      detach()
      stack.destroy()
      mounted.destroy()
    }
  }, [workspace, measuring, openTiles, api, client, pane, image, element, beginning])
  return view
}
