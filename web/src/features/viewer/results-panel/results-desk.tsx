import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { LinkedResult } from '../../../engine/viewer/link/result-text.ts'
import { overlayToImage } from '../../../engine/viewer/overlays/overlay-geometry.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { useWorkspace } from '../viewer-context.tsx'
import { resultsOn } from './results-on.ts'
import type { ShownResult } from './run-rows.ts'

/** What of the results is seen over the slides, whether or not their tab is open. */
export interface ResultsDesk {
  readonly shown: ShownResult | null
  show(result: ShownResult | null): void
  /** What lies over a view: also over another image of the same scan. */
  shownOn(view: SlideView): ShownResult | null
  /** From 0, not seen, to 1. */
  readonly opacity: number
  setOpacity(opacity: number): void
  /** What a link says lies over the slides, until it is known what that is. */
  readonly awaited: LinkedResult | null
  /** Null: there is no such thing any more. */
  settle(found: ShownResult | null): void
  /** Runs that were under way while this page was open: what came of these takes the place of what was done of them. */
  readonly followed: Set<string>
  /** Runs that nobody wants to see as they are made. */
  readonly hidden: ReadonlySet<string>
  setHidden(runId: string, isHidden: boolean): void
}

const ResultsDeskContext = createContext<ResultsDesk | null>(null)

export function useResultsDesk(): ResultsDesk {
  const desk = useContext(ResultsDeskContext)
  if (desk === null) throw new Error('There is no <ResultsDeskProvider> around this component.')
  return desk
}

const usualOpacity = 0.6

interface ResultsDeskProviderProps {
  /** What the address says lies over the slides. */
  linked: () => LinkedResult | null
  children: ReactNode
}

export function ResultsDeskProvider({ linked, children }: ResultsDeskProviderProps) {
  const workspace = useWorkspace()
  const [awaited, setAwaited] = useState(linked)
  const [shown, show] = useState<ShownResult | null>(null)
  const [followed] = useState(() => new Set<string>())
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [opacity, setOpacity] = useState(awaited?.opacity ?? usualOpacity)
  const shownOn = ({ image }: SlideView) =>
    shown && overlayToImage(shown, image.space) !== undefined ? shown : null
  /** As the address tells it. */
  const linkedOn = (view: SlideView): LinkedResult | undefined => {
    const lies = shownOn(view)
    return lies ? { runId: lies.runId, key: lies.key, opacity } : (awaited ?? undefined)
  }
  const desk: ResultsDesk = {
    ...{ shown, show, shownOn, opacity, setOpacity, awaited, followed, hidden },
    setHidden: (runId, isHidden) =>
      setHidden(
        (before) => new Set([...before].filter((id) => id !== runId).concat(isHidden ? [runId] : [])),
      ),
    settle(found) {
      setAwaited(null)
      // What somebody has laid there meanwhile stays.
      if (found !== null) show((now) => now ?? found)
    },
  }
  // The address is written outside of React.
  useEffect(() => resultsOn(workspace).tell(linkedOn))
  return <ResultsDeskContext value={desk}>{children}</ResultsDeskContext>
}
