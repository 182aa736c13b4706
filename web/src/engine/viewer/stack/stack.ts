import type { Display } from '../display/display.ts'
import type { SlideView } from '../slide-view.ts'
import type { ViewedImage } from '../viewed-image.ts'
import type { StackState } from './stack-state.ts'

/** The images of a slide over one view: the one that is seen, and the one that it is compared with. */
export interface Stack {
  readonly view: SlideView
  /** The same object as long as nothing has changed. */
  state(): StackState
  set(change: Partial<StackState>): void
  /** Shows an image where the view stands. */
  show(imageId: string): void
  /** While held, the second image takes the place of the first. */
  hold(isHeld: boolean): void
  isHeld(): boolean
  /** An image that was opened; null until it is. */
  image(imageId: string): ViewedImage | null
  display(imageId: string): Display | null
  setDisplay(imageId: string, display: Display): void
  /** How an image begins, by a link: before it is opened. */
  begin(imageId: string, display: Display): void
  /** The view as it is about the image that is seen: its display and channels. The view itself for its own image. */
  shownView(): SlideView
  subscribe(what: StackChange, listener: () => void): () => void
  destroy(): void
}

/** `image`: one was opened, or could not be. */
export type StackChange = 'state' | 'display' | 'image'
