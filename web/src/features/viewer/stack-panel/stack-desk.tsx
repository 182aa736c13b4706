import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { isForText } from '../../../engine/viewer/input/for-text.ts'
import type { KeyAction } from '../../../engine/viewer/input/keys.ts'
import type { PaneContent } from '../../../engine/viewer/panes/workspace.ts'
import type { Stack } from '../../../engine/viewer/stack/stack.ts'
import { type CompareMode, exchanged } from '../../../engine/viewer/stack/stack-state.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { useActiveStack } from '../stack-of.ts'
import { useActiveView } from '../viewer-context.tsx'
import { type KeyHandlers, useViewerKeys } from '../viewer-keys.tsx'
import { type Arrow, adjust } from './adjust.ts'
import { type ImageMember, imagesOf, nameAmong, type StackMember } from './members.ts'
import { liesOn, useMembers } from './use-members.ts'
import { words } from './words.ts'

/** What is done with the stack of the pane in use. */
export interface StackDesk {
  readonly stack: Stack | null
  readonly members: ReturnType<typeof useMembers>
  /** Shows an image where the view stands, or opens it where nobody knows how it lies. */
  choose(member: ImageMember): void
  /** Compares in this way, or no more; with the image that was chosen, or the next that there is. */
  compare(mode: CompareMode): void
  compareWith(member: ImageMember): void
  exchange(): void
  /** Both images in panes of their own; one that is named, beside all that is seen: up to four. */
  beside(member?: ImageMember): void
  nameOf(imageId: string | null): string
}

const StackDeskContext = createContext<StackDesk | null>(null)

export function useStackDesk(): StackDesk {
  const desk = useContext(StackDeskContext)
  if (desk === null) throw new Error('There is no <StackDeskProvider> around this component.')
  return desk
}

interface StackDeskProps {
  /** Undefined until the slide has been found. */
  slideId: string | undefined
  onOpen: (content: PaneContent) => void
  /** In another pane, at the same place. */
  onBeside: (content: PaneContent) => void
  /** In a pane of its own, beside all that is seen. */
  onAlso: (content: PaneContent) => void
  children: ReactNode
}

/** The stack and its keys, whether or not its tab is open. */
export function StackDeskProvider({ slideId, onOpen, onBeside, onAlso, children }: StackDeskProps) {
  const view = useActiveView()
  const stack = useActiveStack()
  const members = useMembers(slideId)
  const images = imagesOf(members.members ?? [])
  const find = (imageId: string | null) => images.find((member) => member.imageId === imageId)

  function choose(member: ImageMember) {
    if (stack && view && liesOn(member, view)) stack.show(member.imageId)
    else onOpen({ slideId: member.slideId, imageId: member.imageId })
  }

  /** What can be compared with the image that is seen: the chosen one, else the next. */
  function counterpart(): string | null {
    if (!stack || !view) return null
    const { shown, second } = stack.state()
    return (
      second ?? images.find((member) => member.imageId !== shown && liesOn(member, view))?.imageId ?? null
    )
  }

  function compare(mode: CompareMode) {
    if (!stack || !view) return
    const state = stack.state()
    const second = counterpart()
    if (mode === 'single' || mode === state.mode) stack.set({ mode: 'single' })
    else if (second === null) showToast(words.nothingToCompare, 'info')
    else stack.set({ mode, second, shown: state.shown ?? view.image.id })
  }

  function compareWith(member: ImageMember) {
    if (!stack || !view) return
    if (!liesOn(member, view)) return showToast(words.unplaced, 'info')
    const { mode, second } = stack.state()
    if (second === member.imageId && mode !== 'single') stack.set({ mode: 'single' })
    else stack.set({ second: member.imageId, mode: mode === 'single' ? 'curtain' : mode })
  }

  function beside(member?: ImageMember) {
    const other = member ?? find(counterpart())
    if (!other) return showToast(words.nothingToCompare, 'info')
    stack?.set({ mode: 'single' })
    const open = member ? onAlso : onBeside
    open({ slideId: other.slideId, imageId: other.imageId })
  }

  const desk: StackDesk = {
    stack,
    members,
    choose,
    compare,
    compareWith,
    exchange: () => stack?.set(exchanged(stack.state())),
    beside,
    nameOf: (imageId) => nameAmong(images, imageId) ?? words.scanned,
  }
  useViewerKeys(keysOf(desk, members.members ?? []))
  useHeldKey(stack)
  return <StackDeskContext value={desk}>{children}</StackDeskContext>
}

function keysOf(desk: StackDesk, members: readonly StackMember[]): KeyHandlers {
  const images = imagesOf(members)
  const shows = Array.from({ length: 9 }, (_, index): [KeyAction, () => unknown] => [
    `stack${index + 1}` as KeyAction,
    () => {
      const member = images[index]
      if (!member) return false
      desk.choose(member)
      return true
    },
  ])
  const arrows = (['Left', 'Right', 'Up', 'Down'] as const).flatMap((side): [KeyAction, () => unknown][] => {
    const arrow = side.toLowerCase() as Arrow
    return [
      [`adjust${side}`, () => adjust(desk.stack, arrow, false)],
      [`adjustFar${side}`, () => adjust(desk.stack, arrow, true)],
    ]
  })
  return {
    ...Object.fromEntries([...shows, ...arrows]),
    curtain: () => desk.compare('curtain'),
    lens: () => desk.compare('lens'),
    blend: () => desk.compare('blend'),
    flicker: () => desk.compare('flicker'),
    difference: () => desk.compare('difference'),
    exchange: desk.exchange,
    beside: () => desk.beside(),
  }
}

/** Shift+F held: bound by itself, since what is let go has to be heard as well. */
function useHeldKey(stack: Stack | null): void {
  useEffect(() => {
    if (stack === null) return
    const ending = new AbortController()
    const { signal } = ending
    const release = () => stack.hold(false)
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.code !== 'KeyF' || !event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
        if (event.defaultPrevented || isForText(event.target)) return
        event.preventDefault()
        stack.hold(true)
      },
      { signal },
    )
    document.addEventListener(
      'keyup',
      (event) => (event.code === 'KeyF' || event.key === 'Shift') && release(),
      { signal },
    )
    // What is let go in another window is never told.
    window.addEventListener('blur', release, { signal })
    return () => {
      ending.abort()
      release()
    }
  }, [stack])
}
