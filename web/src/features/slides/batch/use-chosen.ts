import { listLimits } from '@cresyl/contract/limits'
import { listSlides, readSlide, type Slide } from '@cresyl/contract/slides'
import { useApi } from '../../../lib/session/session-context.tsx'
import type { Listing } from '../list/place.ts'
import { givenSelection } from '../list/selection.ts'
import type { UsedSelection } from '../list/use-selection.ts'
import type { Chosen } from './batch-action.ts'

/** What is selected, as what is done with it needs it. */
export function useChosen({ selection, count, known }: UsedSelection, { filter }: Listing): Chosen {
  const { call } = useApi()
  return {
    selection: givenSelection(selection, filter),
    count,
    async fetchFirst(most, ordering) {
      if (selection.kind === 'all') {
        // Some of the first may be those that were left out.
        const limit = Math.min(most + selection.except.size, listLimits.maxRows)
        const { results } = await call(listSlides, { query: { ...filter, ordering, limit } })
        return results.filter(({ id }) => !selection.except.has(id)).slice(0, most)
      }
      const slides = await Promise.all(
        [...selection.ids].map((id) => known(id) ?? call(readSlide, { params: { id } })),
      )
      return slides.toSorted(inOrder[ordering]).slice(0, most)
    },
  }
}

const byName = new Intl.Collator('en', { numeric: true })
const inOrder = {
  name: (a: Slide, b: Slide) => byName.compare(a.name, b.name),
  created_at: (a: Slide, b: Slide) => a.created_at.localeCompare(b.created_at),
}
