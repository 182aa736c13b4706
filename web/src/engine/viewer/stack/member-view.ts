import type { SlideView } from '../slide-view.ts'
import type { Stack } from './stack.ts'
import type { StackImage } from './stack-image.ts'

/** A view as it is about another image of its stack: what is set of an image is set of that one. */
export function createMemberView(stack: Stack, { image, tiles, display }: StackImage): SlideView {
  const { view } = stack
  const own: Partial<SlideView> = {
    image,
    display: () => stack.display(image.id) ?? display,
    setDisplay: (next) => stack.setDisplay(image.id, next),
    subscribe: (what, listener) =>
      what === 'display' ? stack.subscribe('display', listener) : view.subscribe(what, listener),
  }
  // Everything else is the view's, now and later: its getters among it.
  return new Proxy(view, {
    get: (target, name, receiver) => {
      if (name === 'composes') return tiles.composes
      return name in own ? Reflect.get(own, name) : Reflect.get(target, name, receiver)
    },
  })
}
