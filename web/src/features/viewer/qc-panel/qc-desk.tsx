import { z } from '@cresyl/contract/api/zod'
import type { JudgedMeasure, QcOverlay, QcRegion } from '@cresyl/contract/qc/qc-jobs'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { LinkedOverlay } from '../../../engine/viewer/link/overlay-text.ts'
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
import { useWorkspace } from '../viewer-context.tsx'
import { useViewerKeys } from '../viewer-keys.tsx'
import { measureId } from './measure-rows.ts'
import { overlaysOn } from './overlays-on.ts'
import { useOverlayShelf } from './use-overlay-shelf.ts'

/** An overlay of a check that lies, or may lie, over the image that was checked. */
export interface ShownOverlay {
  readonly imageId: string
  readonly checkId: string
  readonly overlay: QcOverlay
  readonly measure: JudgedMeasure
}

/** What a link says lies over an image. */
export interface AwaitedOverlay {
  readonly imageId: string | undefined
  readonly overlay: LinkedOverlay
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
  /** What a link says lies over the slides, until it is known what that is. */
  readonly awaited: readonly AwaitedOverlay[]
  /** Null: there is no such thing any more. */
  settle(overlay: LinkedOverlay, found: { shown: ShownOverlay; isEarlier: boolean } | null): void
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

interface QcDeskProviderProps {
  /** What the address says lies over the slides. */
  linked: readonly AwaitedOverlay[]
  children: ReactNode
}

export function QcDeskProvider({ linked, children }: QcDeskProviderProps) {
  const shelf = useOverlayShelf()
  const workspace = useWorkspace()
  const [pins, setPins] = useState<ReadonlyMap<string, ShownOverlay>>(new Map())
  const [awaited, setAwaited] = useState(linked)
  const [pointed, setPointed] = useState<ShownOverlay | null>(null)
  const [isHidden, setHidden] = useState(false)
  const [kept, keep] = useKept('qc-overlay', keptLook, usualLook)
  // That of a link counts until someone chooses another; it isn't kept for other slides.
  const [given, setGiven] = useState<KeptLook | null>(null)
  const look = given ?? kept
  const [limits, setLimits] = useState<ReadonlyMap<string, number | null>>(new Map())
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const [places, setPlaces] = useState<ReadonlyMap<string, VisitedPlace>>(new Map())

  const lookOf = ({ measure }: ShownOverlay): OverlayLook => ({
    ...look,
    limit: limits.get(measureId(measure)) ?? null,
  })
  const layingOn = (view: SlideView): ShownOverlay | null =>
    (isHidden ? [] : [pins.get(view.image.id), ...pins.values()]).find(
      (each) => each && isOver(each, view),
    ) ?? null
  /** As the address tells it. */
  const linkedOn = (view: SlideView): LinkedOverlay | undefined => {
    const shown = layingOn(view)
    if (shown === null) return awaited.find(({ imageId }) => imageId === view.image.id)?.overlay
    const { key, channel } = shown.measure
    return { checkId: shown.checkId, key, channel, look: lookOf(shown) }
  }

  const desk: QcDesk = {
    shelf,
    shownOn(view) {
      return pointed && isOver(pointed, view) ? pointed : layingOn(view)
    },
    pinnedOn: (imageId) => pins.get(imageId) ?? null,
    pin(shown) {
      setPins(new Map([...pins, [shown.imageId, shown]]))
      setHidden(false)
    },
    unpin: (imageId) => setPins(without(pins, imageId)),
    awaited,
    settle(overlay, found) {
      setAwaited((now) => now.filter((each) => each.overlay !== overlay))
      if (found === null) return
      const { shown, isEarlier } = found
      const { limit, ...rest } = overlay.look
      setPins((now) => new Map([...now, [shown.imageId, shown]]))
      setLimits((now) => new Map([...now, [measureId(shown.measure), limit]]))
      setGiven(rest)
      if (isEarlier) setChosen((now) => new Map([...now, [shown.imageId, shown.checkId]]))
    },
    point: setPointed,
    isHidden,
    setHidden,
    lookOf,
    setLook: (change) => {
      keep({ ...look, ...change })
      setGiven(null)
    },
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
  // The address is written outside of React.
  useEffect(() => overlaysOn(workspace).tell(linkedOn))
  useViewerKeys({ overlay: () => (pins.size > 0 ? setHidden(!isHidden) : false) })
  return <QcDeskContext value={desk}>{children}</QcDeskContext>
}

/** Also over another image of the same scan: an output, say. */
const isOver = ({ overlay }: ShownOverlay, { image }: SlideView) =>
  overlayToImage(overlay, image.space) !== undefined

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  return new Map([...map].filter(([each]) => each !== key))
}
