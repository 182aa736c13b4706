import { useEffect, useState } from 'react'
import type { Display } from '../../../engine/viewer/display/display.ts'
import { keptDisplay } from '../../../engine/viewer/display/display-schema.ts'
import { readRememberedView, rememberView } from '../../../engine/viewer/link/remembered-view.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import type { Plane, ViewedImage } from '../../../engine/viewer/viewed-image.ts'
import type { Viewport } from '../../../engine/viewer/viewport.ts'
import { type OwnPreferences, useOwnPreferences } from '../../../lib/storage/preferences-context.tsx'

/** How a view begins; what is left out begins as for everyone. */
export interface Beginning {
  viewport?: Viewport | undefined
  display?: Display | undefined
  plane?: Plane | undefined
}

const keyOf = (image: ViewedImage) => `slide-view:${image.id}`
const settleLength = 1000

/** How someone last saw an image on this device; undefined until that is known. */
export function useKeptView(image: ViewedImage): Beginning | undefined {
  const preferences = useOwnPreferences()
  const [kept, setKept] = useState<{ image: ViewedImage; beginning: Beginning }>()
  useEffect(() => {
    let current = true
    preferences.get(keyOf(image)).then((value) => {
      if (current) setKept({ image, beginning: readRememberedView(value) })
    })
    return () => {
      current = false
    }
  }, [preferences, image])
  return kept?.image === image ? kept.beginning : undefined
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
  }
}

/** Remembers a view while it is on the page, a moment after each change and when it goes. */
export function useKeepView(view: SlideView | null): void {
  const preferences = useOwnPreferences()
  useEffect(() => (view ? keepView(view, preferences) : undefined), [view, preferences])
}

function keepView(view: SlideView, preferences: OwnPreferences): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function keep() {
    timer = undefined
    preferences.set(keyOf(view.image), rememberView(view))
  }
  function keepSoon() {
    clearTimeout(timer)
    timer = setTimeout(keep, settleLength)
  }
  const leaving = (['viewport', 'display', 'plane'] as const).map((what) => view.subscribe(what, keepSoon))
  return () => {
    for (const leave of leaving) leave()
    if (timer === undefined) return
    clearTimeout(timer)
    keep()
  }
}
