import { useEffect } from 'react'
import { isLinkCut, type LinkState } from '../../../engine/viewer/link/link.ts'
import type { LinkedResult } from '../../../engine/viewer/link/result-text.ts'
import type { Workspace } from '../../../engine/viewer/panes/workspace.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { overlaysOn } from '../qc-panel/overlays-on.ts'
import type { AwaitedOverlay } from '../qc-panel/qc-desk.tsx'
import { resultsOn } from '../results-panel/results-on.ts'
import { stackOf } from '../stack-of.ts'
import { linkedStackOf } from '../stack-panel/linked-stack.ts'
import { toolsOf } from '../tools/use-tools.ts'
import { useWorkspace } from '../viewer-context.tsx'
import { addressWith, linkedBeginning, linkIn, linkOf } from './address.ts'
import type { Beginning } from './use-kept-view.ts'

/** So long after the last change it is written. */
const settleLength = 500

/** What the address says now; null where it is a plain one. */
export const linkHere = (slideId: string): LinkState | null => linkIn(location.href, slideId)

/** How a pane begins by the address; undefined where that says nothing of this image. */
export const linkedPane = (slideId: string, pane: number, imageId: string): Beginning | undefined =>
  linkedBeginning(linkHere(slideId), pane, imageId)

/** What the address says lies over the slides. */
export const linkedOverlays = (slideId: string): AwaitedOverlay[] =>
  (linkHere(slideId)?.panes ?? []).flatMap(({ content, overlay }) =>
    overlay ? [{ imageId: content?.imageId, overlay }] : [],
  )

/** The results that the address says lie over the slides, from above: each once, whatever pane tells of it. */
export function linkedResults(slideId: string): LinkedResult[] {
  const all = (linkHere(slideId)?.panes ?? []).flatMap(({ results = [] }) => results)
  return [...new Map(all.map((each) => [`${each.runId}/${each.key}`, each])).values()]
}

/** The address that shows everything as it is now. */
export function addressOf(workspace: Workspace, slideId: string): string {
  return addressWith(location.href, linkNow(workspace, slideId), slideId)
}

/** Whether no address has room for all that was measured. */
export const isAddressCut = (workspace: Workspace, slideId: string): boolean =>
  isLinkCut(linkNow(workspace, slideId))

const linkNow = (workspace: Workspace, slideId: string) =>
  linkOf(
    workspace,
    {
      measurements: (view) => toolsOf(view, workspace).measurements(),
      overlay: (view) => overlaysOn(workspace).on(view),
      results: (view) => resultsOn(workspace).on(view),
      stack: (view) => linkedStackOf(stackOf(view)),
    },
    linkHere(slideId),
  )

export function writeAddress(workspace: Workspace, slideId: string): void {
  // One is on the way to another page, or this one shows what the address doesn't speak of yet.
  const isHere = location.pathname.includes(slideId)
  const isShown = workspace.contents().some((content) => content?.slideId === slideId)
  if (!isHere || !isShown) return
  const address = addressOf(workspace, slideId)
  if (address !== location.href) history.replaceState(history.state, '', address)
}

/** Keeps the address up to date; no step of the browser's history comes of it. */
export function useAddress(slideId: string): void {
  const workspace = useWorkspace()
  useEffect(() => followed(workspace, slideId), [workspace, slideId])
}

function followed(workspace: Workspace, slideId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const leaving = new Map<SlideView, () => void>()

  function soon() {
    clearTimeout(timer)
    timer = setTimeout(() => writeAddress(workspace, slideId), settleLength)
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
    const ends = [
      ...(['viewport', 'display', 'plane'] as const).map((what) => view.subscribe(what, soon)),
      toolsOf(view, workspace).subscribe(soon),
      ...(['state', 'display'] as const).map((what) => stackOf(view)?.subscribe(what, soon)),
    ]
    return () => {
      for (const end of ends) end?.()
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
  const stops = [
    workspace.subscribe(look),
    overlaysOn(workspace).subscribe(soon),
    resultsOn(workspace).subscribe(soon),
  ]
  return () => {
    for (const stop of stops) stop()
    clearTimeout(timer)
    for (const leave of leaving.values()) leave()
  }
}
