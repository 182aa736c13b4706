import { useEffect, useState } from 'react'
import type { Display } from '../../../engine/viewer/display/display.ts'
import { keptDisplay } from '../../../engine/viewer/display/display-schema.ts'
import { readRememberedView, rememberView } from '../../../engine/viewer/link/remembered-view.ts'
import type { LinkedStack } from '../../../engine/viewer/link/stack-text.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import type { Tools } from '../../../engine/viewer/tools/create-tools.ts'
import type { Measurement } from '../../../engine/viewer/tools/measurement.ts'
import type { Plane, ViewedImage } from '../../../engine/viewer/viewed-image.ts'
import type { Viewport } from '../../../engine/viewer/viewport.ts'
import { type OwnPreferences, useOwnPreferences } from '../../../lib/session/preferences-context.tsx'
import { toolsOf } from '../tools/use-tools.ts'
import { useWorkspace } from '../viewer-context.tsx'

/** How a view begins; what is left out begins as for everyone. */
export interface Beginning {
  viewport?: Partial<Viewport> | undefined
  display?: Display | undefined
  plane?: Plane | undefined
  measurements?: readonly Measurement[] | undefined
  /** Which images of the stack are seen, and how. */
  stack?: LinkedStack | undefined
}

const keyOf = (imageId: string) => `slide-view:${imageId}`
const settleLength = 1000

/** How someone last saw an image on this device; undefined until that is known. */
export function useKeptView(imageId: string): Beginning | undefined {
  const preferences = useOwnPreferences()
  const [kept, setKept] = useState<{ imageId: string; beginning: Beginning }>()
  useEffect(() => {
    let current = true
    preferences.get(keyOf(imageId)).then((value) => {
      if (current) setKept({ imageId, beginning: readRememberedView(value) })
    })
    return () => {
      current = false
    }
  }, [preferences, imageId])
  return kept?.imageId === imageId ? kept.beginning : undefined
}

/** What a link says counts before what was kept; neither counts where it doesn't fit the image. */
export function begunWith(linked: Beginning | undefined, kept: Beginning, image: ViewedImage): Beginning {
  const { pyramid } = image
  const display = linked?.display ?? kept.display
  const plane = linked?.plane ?? kept.plane
  const isThere = plane !== undefined && plane.z < pyramid.size_z && plane.t < pyramid.size_t
  return {
    viewport: linked?.viewport ?? kept.viewport,
    display: (display && keptDisplay(display, pyramid)) ?? undefined,
    plane: isThere ? plane : undefined,
    measurements: linked?.measurements ?? kept.measurements,
    stack: linked?.stack,
  }
}

/** Remembers a view while it is on the page, a moment after each change and when it goes. */
export function useKeepView(view: SlideView | null): void {
  const preferences = useOwnPreferences()
  const workspace = useWorkspace()
  useEffect(
    () => (view ? keepView(view, toolsOf(view, workspace), preferences) : undefined),
    [view, workspace, preferences],
  )
}

function keepView(view: SlideView, tools: Tools, preferences: OwnPreferences): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function keep() {
    timer = undefined
    preferences.set(keyOf(view.image.id), rememberView(view, tools.measurements()))
  }
  function keepSoon() {
    clearTimeout(timer)
    timer = setTimeout(keep, settleLength)
  }
  const leaving = [
    ...(['viewport', 'display', 'plane'] as const).map((what) => view.subscribe(what, keepSoon)),
    tools.subscribe(keepSoon),
  ]
  return () => {
    for (const leave of leaving) leave()
    if (timer === undefined) return
    clearTimeout(timer)
    keep()
  }
}
