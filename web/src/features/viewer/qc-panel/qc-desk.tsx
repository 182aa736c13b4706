import type { JudgedMeasure, QcOverlay, QcRegion } from '@cresyl/contract/qc-jobs'
import { z } from '@cresyl/contract/zod'
import { createContext, type ReactNode, useContext, useState } from 'react'
import {
  type ColourMapName,
  colourMapNames,
  usualColourMap,
} from '../../../engine/viewer/overlays/colour-maps.ts'
import type { OverlayLook } from '../../../engine/viewer/overlays/overlay.ts'
import { overlayToImage } from '../../../engine/viewer/overlays/overlay-geometry.ts'
import type { OverlayShelf } from '../../../engine/viewer/overlays/overlay-shelf.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { useKept } from '../image-panel/use-kept.ts'
import { useViewerKeys } from '../viewer-keys.tsx'
import { measureId } from './measure-rows.ts'
import { useOverlayShelf } from './use-overlay-shelf.ts'

/** An overlay of a check that lies, or may lie, over the image that was checked. */
export interface ShownOverlay {
  readonly imageId: string
  readonly checkId: string
  readonly overlay: QcOverlay
  readonly measure: JudgedMeasure
}

/** The place that one has stepped to. */
export interface VisitedPlace {
  readonly checkId: string
  readonly regions: readonly QcRegion[]
  readonly measures: readonly JudgedMeasure[]
  readonly index: number
}

const keptLook = z.object({
  colours: z.enum(colourMapNames as [ColourMapName, ...ColourMapName[]]),
  opacity: z.number().min(0).max(1),
})
type KeptLook = z.infer<typeof keptLook>
const usualLook: KeptLook = { colours: usualColourMap, opacity: 0.6 }

/** What of quality control is seen over the slides, whether or not its tab is open. */
export interface QcDesk {
  readonly shelf: OverlayShelf
  /** What lies over a view now; null where nothing does. */
  shownOn(view: SlideView): ShownOverlay | null
  /** What stays over an image. */
  pinnedOn(imageId: string): ShownOverlay | null
  pin(shown: ShownOverlay): void
  unpin(imageId: string): void
  /** What is pointed at lies over the slide as long as it is. */
  point(shown: ShownOverlay | null): void
  /** Whether what lies over the slides is out of sight for now. */
  readonly isHidden: boolean
  setHidden(isHidden: boolean): void
  lookOf(shown: ShownOverlay): OverlayLook
  setLook(change: Partial<KeptLook>): void
  setLimit(shown: ShownOverlay, limit: number | null): void
  /** The check that is looked at instead of the newest. */
  chosenCheck(imageId: string): string | undefined
  choose(imageId: string, checkId: string | null): void
  visited(imageId: string): VisitedPlace | null
  visit(imageId: string, place: VisitedPlace | null): void
}

const QcDeskContext = createContext<QcDesk | null>(null)

export function useQcDesk(): QcDesk {
  const desk = useContext(QcDeskContext)
  if (desk === null) throw new Error('There is no <QcDeskProvider> around this component.')
  return desk
}

export function QcDeskProvider({ children }: { children: ReactNode }) {
  const shelf = useOverlayShelf()
  const [pins, setPins] = useState<ReadonlyMap<string, ShownOverlay>>(new Map())
  const [pointed, setPointed] = useState<ShownOverlay | null>(null)
  const [isHidden, setHidden] = useState(false)
  const [kept, keep] = useKept('qc-overlay', keptLook, usualLook)
  const [limits, setLimits] = useState<ReadonlyMap<string, number | null>>(new Map())
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const [places, setPlaces] = useState<ReadonlyMap<string, VisitedPlace>>(new Map())

  const desk: QcDesk = {
    shelf,
    shownOn(view) {
      const candidates = [pointed, ...(isHidden ? [] : [pins.get(view.image.id), ...pins.values()])]
      return candidates.find((each) => each && isOver(each, view)) ?? null
    },
    pinnedOn: (imageId) => pins.get(imageId) ?? null,
    pin(shown) {
      setPins(new Map([...pins, [shown.imageId, shown]]))
      setHidden(false)
    },
    unpin: (imageId) => setPins(without(pins, imageId)),
    point: setPointed,
    isHidden,
    setHidden,
    lookOf: ({ measure }) => ({ ...kept, limit: limits.get(measureId(measure)) ?? null }),
    setLook: (change) => keep({ ...kept, ...change }),
    setLimit: ({ measure }, limit) => setLimits(new Map([...limits, [measureId(measure), limit]])),
    chosenCheck: (imageId) => chosen.get(imageId),
    choose(imageId, checkId) {
      setChosen(checkId === null ? without(chosen, imageId) : new Map([...chosen, [imageId, checkId]]))
      // What another check found belongs to that one.
      setPins(without(pins, imageId))
      setPlaces(without(places, imageId))
    },
    visited: (imageId) => places.get(imageId) ?? null,
    visit: (imageId, place) =>
      setPlaces(place === null ? without(places, imageId) : new Map([...places, [imageId, place]])),
  }
  useViewerKeys({ overlay: () => (pins.size > 0 ? setHidden(!isHidden) : false) })
  return <QcDeskContext value={desk}>{children}</QcDeskContext>
}

/** Also over another image of the same scan: an output, say. */
const isOver = ({ overlay }: ShownOverlay, { image }: SlideView) =>
  overlayToImage(overlay, image.space) !== undefined

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  return new Map([...map].filter(([each]) => each !== key))
}
