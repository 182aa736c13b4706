import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { LinkedResult } from '../../../engine/viewer/link/result-text.ts'
import { overlayToImage } from '../../../engine/viewer/overlays/overlay-geometry.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { arranged } from '../panel/arranged.ts'
import { useWorkspace } from '../viewer-context.tsx'
import { resultsOn } from './results-on.ts'
import type { ShownResult } from './run-rows.ts'

/** What of the results is seen over the slides, whether or not their tab is open. */
export interface ResultsDesk {
  /** From above. */
  readonly shown: readonly ShownResult[]
  isShown(id: string): boolean
  /** Lays it over the slides, or takes it off. */
  toggle(result: ShownResult): void
  /** Only this; once more, nothing. */
  solo(result: ShownResult): void
  hide(id: string): void
  /** What lies over a view, from above: also over another image of the same scan. */
  shownOn(view: SlideView): readonly ShownResult[]
  /** From 0, not seen, to 1. */
  opacityOf(id: string): number
  setOpacity(id: string, opacity: number): void
  /** Those with these ids lie over each other in this order, from above. */
  arrange(ids: readonly string[]): void
  /** The ids of what a link has laid over the slides, from above: whoever opens it sees them in this order. */
  readonly linkedOrder: readonly string[]
  /** What a link says lies over the slides, from above, until it is known what that is. */
  readonly awaited: readonly LinkedResult[]
  /** What of it is there still. */
  settle(found: readonly ShownResult[]): void
  /** Lays over the slides what a run has just made, in place of what another run laid there by itself. */
  showMade(result: ShownResult): void
  /** Runs that were seen under way, and whether nothing else was chosen to be looked at since. */
  readonly followed: Map<string, boolean>
  /** Somebody has chosen what to look at: no run that is under way changes that when it ends. */
  noteChoice(): void
  /** Runs that nobody wants to see as they are made, and those whose result has taken their place. */
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
  linked: () => readonly LinkedResult[]
  children: ReactNode
}

export function ResultsDeskProvider({ linked, children }: ResultsDeskProviderProps) {
  const workspace = useWorkspace()
  const [awaited, setAwaited] = useState(linked)
  const [shown, setShown] = useState<readonly ShownResult[]>([])
  const [followed] = useState(() => new Map<string, boolean>())
  const madeNow = useRef<string | null>(null)
  const [linkedOrder, setLinkedOrder] = useState<readonly string[]>([])
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [opacities, setOpacities] = useState<ReadonlyMap<string, number>>(new Map())
  const isShown = (id: string) => shown.some((result) => result.id === id)
  const noteChoice = () => {
    for (const id of followed.keys()) followed.set(id, false)
  }
  const hide = (id: string) => {
    noteChoice()
    setShown((before) => before.filter((result) => result.id !== id))
  }
  const shownOn = ({ image }: SlideView) =>
    shown.filter((result) => overlayToImage(result, image.space) !== undefined)
  const opacityOf = (id: string) => opacities.get(id) ?? usualOpacity
  const setOpacity = (id: string, opacity: number) =>
    setOpacities((before) => new Map(before).set(id, opacity))
  /** As the address tells it. */
  const linkedOn = (view: SlideView): readonly LinkedResult[] => {
    const results = shownOn(view)
    if (results.length === 0) return awaited
    return results.map(({ id, runId, key }) => ({ runId, key, opacity: opacityOf(id) }))
  }
  const desk: ResultsDesk = {
    shown,
    isShown,
    hide,
    shownOn,
    opacityOf,
    setOpacity,
    linkedOrder,
    awaited,
    hidden,
    followed,
    noteChoice,
    toggle(result) {
      if (isShown(result.id)) return hide(result.id)
      noteChoice()
      setShown([result, ...shown])
    },
    showMade(result) {
      const gone = madeNow.current
      madeNow.current = result.id
      setShown((before) => [result, ...before.filter(({ id }) => id !== gone && id !== result.id)])
    },
    arrange: (ids) => setShown((before) => arranged(before, ids)),
    solo(result) {
      noteChoice()
      setShown(shown.length === 1 && isShown(result.id) ? [] : [result])
    },
    setHidden: (runId, isHidden) =>
      setHidden(
        (before) => new Set([...before].filter((id) => id !== runId).concat(isHidden ? [runId] : [])),
      ),
    settle(found) {
      setAwaited([])
      for (const { id, runId, key } of found) {
        const asked = awaited.find((each) => each.runId === runId && each.key === key)
        if (asked) setOpacity(id, asked.opacity)
      }
      setLinkedOrder(found.map(({ id }) => id))
      // What somebody has laid there meanwhile stays.
      setShown((now) => (now.length > 0 ? now : found))
    },
  }
  // The address is written outside of React.
  useEffect(() => resultsOn(workspace).tell(linkedOn))
  return <ResultsDeskContext value={desk}>{children}</ResultsDeskContext>
}
