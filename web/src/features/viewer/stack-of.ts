import { useCallback, useSyncExternalStore } from 'react'
import type { SlideView } from '../../engine/viewer/slide-view.ts'
import type { Stack, StackChange } from '../../engine/viewer/stack/stack.ts'
import { useActiveView } from './viewer-context.tsx'

/** The stack of a view is made and ended with it. */
const known = new WeakMap<SlideView, Stack>()

export const keepStack = (view: SlideView, stack: Stack): void => void known.set(view, stack)

/** Null where the view has none any more. */
export const stackOf = (view: SlideView): Stack | null => known.get(view) ?? null

/** The stack of the pane in use; null while it is empty. */
export function useActiveStack(): Stack | null {
  const view = useActiveView()
  return view && stackOf(view)
}

const never = () => () => {}

/** What a stack says now: `useStack(stack, 'state', (each) => each.state())`. The same for the same; null without one. */
export function useStack<Value>(
  stack: Stack | null,
  what: StackChange,
  read: (stack: Stack) => Value,
): Value | null {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (stack === null) return never()
      const ends = [stack.subscribe(what, listener), stack.subscribe('image', listener)]
      return () => {
        for (const end of ends) end()
      }
    },
    [stack, what],
  )
  return useSyncExternalStore(subscribe, () => stack && read(stack))
}

/** A view as it is about the image that is seen in it. */
export function useShownView(view: SlideView | null): SlideView | null {
  return useStack(view && stackOf(view), 'state', (stack) => stack.shownView()) ?? view
}

/** The images that are seen in a view: one, or two that are compared. */
export function useSeenImages(view: SlideView | null): readonly string[] {
  const state = useStack(view && stackOf(view), 'state', (stack) => stack.state())
  if (state === null) return view ? [view.image.id] : []
  const { shown, second, mode } = state
  return [shown, mode === 'single' ? null : second].filter((id) => id !== null)
}
