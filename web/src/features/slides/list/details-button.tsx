import type { Slide } from '@cresyl/contract/slides/slides'
import { Info } from '../../../ui/frame/icons.ts'
import { words } from '../words.ts'
import type { ItemActs } from './item.ts'

/** Shows what is known of a slide; by keys, `i` does. */
export function DetailsButton({ slide, acts }: { slide: Slide; acts: ItemActs }) {
  return (
    <button
      type="button"
      className="info"
      tabIndex={-1}
      aria-label={words.list.details(slide.name)}
      title={words.list.detailsHint}
      onClick={() => acts.showDetails(slide)}
    >
      <Info size={16} aria-hidden />
    </button>
  )
}
