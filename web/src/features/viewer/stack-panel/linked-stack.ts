import type { Display } from '../../../engine/viewer/display/display.ts'
import { initialDisplay } from '../../../engine/viewer/display/initial-display.ts'
import { displayText } from '../../../engine/viewer/link/display-text.ts'
import { type LinkedStack, stackText } from '../../../engine/viewer/link/stack-text.ts'
import type { Stack } from '../../../engine/viewer/stack/stack.ts'
import { freshStack } from '../../../engine/viewer/stack/stack-state.ts'

/** What a link says of a stack; undefined where it is as when it opens: links are to be short. */
export function linkedStackOf(stack: Stack | null): LinkedStack | undefined {
  if (stack === null) return undefined
  const state = stack.state()
  const own = stack.view.image.id
  if (stackText(state) === stackText(freshStack(own))) return undefined
  const displayOf = (imageId: string | null): Display | undefined => {
    // That of the pane's own image is told with the pane.
    if (imageId === null || imageId === own) return undefined
    const display = stack.display(imageId)
    const image = stack.image(imageId)
    if (!display || !image) return display ?? undefined
    return displayText(display) === displayText(initialDisplay(image.pyramid)) ? undefined : display
  }
  return { state, shownDisplay: displayOf(state.shown), secondDisplay: displayOf(state.second) }
}

/** As a link says. */
export function beginStack(stack: Stack, { state, shownDisplay, secondDisplay }: LinkedStack): void {
  if (state.shown !== null && shownDisplay) stack.begin(state.shown, shownDisplay)
  if (state.second !== null && secondDisplay) stack.begin(state.second, secondDisplay)
  stack.set(state)
}
