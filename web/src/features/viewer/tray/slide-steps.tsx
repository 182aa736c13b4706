import type { Slide } from '@cresyl/contract/slides/slides'
import type { PaneContent } from '../../../engine/viewer/panes/workspace.ts'
import { useViewerKeys } from '../viewer-keys.tsx'
import { type Tray, useTray } from './use-tray.ts'

export interface Steps {
  /** Undefined where there is none, or it is not known yet. */
  readonly previous: (() => void) | undefined
  readonly next: (() => void) | undefined
}

/** Opens the slide before and the one after, by the keys as well. */
export function useSteps({ previous, next }: Tray, onOpen: (content: PaneContent) => void): Steps {
  const opening = (slide: Slide | undefined) =>
    slide && (() => onOpen({ slideId: slide.id, imageId: slide.image_id }))
  const steps = { previous: opening(previous), next: opening(next) }
  const take = (step: (() => void) | undefined) => () => {
    step?.()
    return step !== undefined
  }
  useViewerKeys({ previousSlide: take(steps.previous), nextSlide: take(steps.next) })
  return steps
}

const noRows = { first: 0, end: 0 }

/** In place of the tray while that is hidden: the keys for the slides before and after go on. */
export function SlideSteps({ slideId, onOpen }: { slideId: string; onOpen: (content: PaneContent) => void }) {
  useSteps(useTray(slideId, '', noRows), onOpen)
  return null
}
