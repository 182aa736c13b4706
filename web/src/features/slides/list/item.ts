import type { Slide } from '@cresyl/contract/slides/slides'

/** What a card and a row of the table are told alike. */
export interface ItemProps {
  slide: Slide
  index: number
  selected: boolean
  /** Whether Tab gets here; arrow keys lead to the others. */
  tabbable: boolean
  acts: ItemActs
}

/** Always the same object, so that only what changed is drawn again. */
export interface ItemActs {
  toggle: (slide: Slide, index: number) => void
  extendTo: (index: number) => void
  showDetails: (slide: Slide) => void
}

/** A click with Shift or Ctrl selects, any other opens the slide; the middle button is the browser's. */
export function clickItem(
  event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; preventDefault: () => void },
  { slide, index, acts }: Pick<ItemProps, 'slide' | 'index' | 'acts'>,
): void {
  if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return
  event.preventDefault()
  if (event.shiftKey) acts.extendTo(index)
  else acts.toggle(slide, index)
}
