import { initialDisplay } from '../../../engine/viewer/display/initial-display.ts'
import { displayText } from '../../../engine/viewer/link/display-text.ts'
import { decodeLink, encodeLink, type LinkedPane, type LinkState } from '../../../engine/viewer/link/link.ts'
import type { LinkedOverlay } from '../../../engine/viewer/link/overlay-text.ts'
import type { LinkedResult } from '../../../engine/viewer/link/result-text.ts'
import type { LinkedStack } from '../../../engine/viewer/link/stack-text.ts'
import type { Workspace } from '../../../engine/viewer/panes/workspace.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import type { Measurement } from '../../../engine/viewer/tools/measurement.ts'
import type { Beginning } from './use-kept-view.ts'

/** What is seen on a view besides the view itself. */
export interface SeenOn {
  measurements(view: SlideView): readonly Measurement[]
  overlay(view: SlideView): LinkedOverlay | undefined
  results(view: SlideView): readonly LinkedResult[] | undefined
  stack(view: SlideView): LinkedStack | undefined
}

/** What an address says; null where it is a plain one. */
export const linkIn = (address: string, slideId: string): LinkState | null =>
  decodeLink(new URL(address).searchParams, slideId)

/** How a pane begins by a link; undefined where that says nothing of this image. */
export function linkedBeginning(
  link: LinkState | null,
  pane: number,
  imageId: string,
): Beginning | undefined {
  const linked = link?.panes[pane]
  if (!linked || (linked.content && linked.content.imageId !== imageId)) return undefined
  const { viewport, display, plane, measurements, stack } = linked
  return { viewport, display, plane, measurements, stack }
}

/** All that is seen now; what is still on its way stays as it was before. */
export function linkOf(workspace: Workspace, seenOn: SeenOn, before: LinkState | null): LinkState {
  const panes = workspace.contents().map((content, pane): LinkedPane => {
    const view = workspace.views().get(pane)
    if (!content) return { content }
    if (view?.image.id === content.imageId) return { content, ...seenIn(view, seenOn) }
    const linked = before?.panes[pane]
    return linked?.content?.imageId === content.imageId ? linked : { content }
  })
  return { panes, active: workspace.active(), locks: workspace.locks() }
}

/** What is as for everyone is left out: links are to be short. */
function seenIn(view: SlideView, seenOn: SeenOn): Omit<LinkedPane, 'content'> {
  const { measurements, overlay, results, stack } = seenOn
  const { pyramid } = view.image
  const display = view.display()
  const isUsual = displayText(display) === displayText(initialDisplay(pyramid))
  const hasPlanes = pyramid.size_z > 1 || pyramid.size_t > 1
  return {
    viewport: view.viewport(),
    display: isUsual ? undefined : display,
    plane: hasPlanes ? view.plane() : undefined,
    measurements: measurements(view),
    overlay: overlay(view),
    results: results(view),
    stack: stack(view),
  }
}

/** The same address with this link in it; what else it says stays. */
export function addressWith(address: string, link: LinkState, slideId: string): string {
  const url = new URL(address)
  url.search = encodeLink(link, slideId, url.searchParams).toString()
  return url.href
}
