import { useEffect } from 'react'
import { initialDisplay } from '../../../engine/viewer/display/initial-display.ts'
import { displayText } from '../../../engine/viewer/link/display-text.ts'
import { decodeLink, encodeLink, type LinkedPane, type LinkState } from '../../../engine/viewer/link/link.ts'
import type { Workspace } from '../../../engine/viewer/panes/workspace.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { useWorkspace } from '../viewer-context.tsx'
import type { Beginning } from './use-kept-view.ts'

/** So long after the last change it is written. */
const settleLength = 500

const paramsHere = () => new URLSearchParams(location.search)

/** What the address says now; null where it is a plain one. */
export const linkHere = (slideId: string): LinkState | null => decodeLink(paramsHere(), slideId)

/** How a pane begins by the address; undefined where that says nothing of this image. */
export function linkedPane(slideId: string, pane: number, imageId: string): Beginning | undefined {
  const linked = linkHere(slideId)?.panes[pane]
  if (!linked || (linked.content && linked.content.imageId !== imageId)) return undefined
  const { viewport, display, plane } = linked
  return { viewport, display, plane }
}

/** The address that shows everything as it is now. */
export function addressOf(workspace: Workspace, slideId: string): string {
  const here = new URL(location.href)
  here.search = encodeLink(stateOf(workspace, linkHere(slideId)), slideId, paramsHere()).toString()
  return here.href
}

function stateOf(workspace: Workspace, before: LinkState | null): LinkState {
  const panes = workspace.contents().map((content, pane): LinkedPane => {
    const view = workspace.views().get(pane)
    if (!content) return { content }
    if (view?.image.id === content.imageId) return { content, ...seenIn(view) }
    // What is still on its way stays as the link has it.
    const linked = before?.panes[pane]
    return linked?.content?.imageId === content.imageId ? linked : { content }
  })
  return { panes, active: workspace.active(), locks: workspace.locks() }
}

/** What is as for everyone is left out: links are to be short. */
function seenIn(view: SlideView): Omit<LinkedPane, 'content'> {
  const { pyramid } = view.image
  const display = view.display()
  const isUsual = displayText(display) === displayText(initialDisplay(pyramid))
  const hasPlanes = pyramid.size_z > 1 || pyramid.size_t > 1
  return {
    viewport: view.viewport(),
    display: isUsual ? undefined : display,
    plane: hasPlanes ? view.plane() : undefined,
  }
}

/** Keeps the address up to date; no step of the browser's history comes of it. */
export function useAddress(slideId: string): void {
  const workspace = useWorkspace()
  useEffect(() => followed(workspace, slideId), [workspace, slideId])
}

function followed(workspace: Workspace, slideId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const leaving = new Map<SlideView, () => void>()

  function write() {
    // One is on the way to another page, or this one shows what the address doesn't speak of yet.
    const isHere = location.pathname.includes(slideId)
    const isShown = workspace.contents().some((content) => content?.slideId === slideId)
    if (!isHere || !isShown) return
    const address = addressOf(workspace, slideId)
    if (address !== location.href) history.replaceState(history.state, '', address)
  }

  function soon() {
    clearTimeout(timer)
    timer = setTimeout(write, settleLength)
  }

  function followViews() {
    const views = new Set(workspace.views().values())
    for (const [view, leave] of leaving) {
      if (views.has(view)) continue
      leave()
      leaving.delete(view)
    }
    for (const view of views) if (!leaving.has(view)) leaving.set(view, follow(view))
  }

  function follow(view: SlideView): () => void {
    const ends = (['viewport', 'display', 'plane'] as const).map((what) => view.subscribe(what, soon))
    return () => {
      for (const end of ends) end()
    }
  }

  // The workspace tells of every move of the pointer, too: only what the address has in it counts.
  let known: readonly unknown[] = []
  const look = () => {
    const now = [workspace.contents(), workspace.active(), workspace.locks(), workspace.views()]
    if (now.every((part, index) => part === known[index])) return
    known = now
    followViews()
    soon()
  }
  look()
  const stop = workspace.subscribe(look)
  return () => {
    stop()
    clearTimeout(timer)
    for (const leave of leaving.values()) leave()
  }
}
