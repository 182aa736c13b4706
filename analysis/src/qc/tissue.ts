import { countMarked } from '../tissue/count-marked.ts'
import type { Check, Measure } from './measure.ts'

/** How much of the image is tissue. Where it is was found before all other measures, which look there. */
export const measureTissue: Measure = ({ tissue, tissuePixels, overview }: Check) => ({
  state: {},
  finish: () => {
    const known = overview.unknown.length - countMarked(overview.unknown)
    if (known === 0)
      return [{ channel: null, value: null, unmeasured: 'No part of the image could be read.' }]
    return [{ channel: null, value: (100 * tissuePixels) / known, mask: tissue }]
  },
})
