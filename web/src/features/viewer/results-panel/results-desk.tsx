import { createContext, type ReactNode, useContext, useState } from 'react'
import { overlayToImage } from '../../../engine/viewer/overlays/overlay-geometry.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
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
}

const ResultsDeskContext = createContext<ResultsDesk | null>(null)

export function useResultsDesk(): ResultsDesk {
  const desk = useContext(ResultsDeskContext)
  if (desk === null) throw new Error('There is no <ResultsDeskProvider> around this component.')
  return desk
}

const usualOpacity = 0.6

export function ResultsDeskProvider({ children }: { children: ReactNode }) {
  const [shown, show] = useState<ShownResult | null>(null)
  const [opacity, setOpacity] = useState(usualOpacity)
  const desk: ResultsDesk = {
    shown,
    show,
    shownOn: ({ image }) => (shown && overlayToImage(shown, image.space) !== undefined ? shown : null),
    opacity,
    setOpacity,
  }
  return <ResultsDeskContext value={desk}>{children}</ResultsDeskContext>
}
