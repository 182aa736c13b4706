import { forEachDensity } from '../../tissue/densities.ts'
import { type BrightfieldCheck, type Measure, noTissue } from '../measure.ts'

/** Steps of optical density in which it is counted. */
const step = 0.005
const steps = 1000

/** Share of the tissue that is stained less: much of it may be pale by nature, as without eosin. */
const share = 0.9

/**
 * Optical density (log 10) of what is stained most: of each pixel of the overview that of the colour which gets through
 * least, and of all these the one that only a tenth of the tissue exceeds.
 */
export const measureStainStrength: Measure<BrightfieldCheck> = ({ overview, tissue, tissuePixels }) => ({
  state: {},
  finish: () => {
    if (tissuePixels === 0) return [{ channel: null, value: null, unmeasured: noTissue }]
    const counts = new Float64Array(steps)
    forEachDensity(overview, overview.glass, (pixel, red, green, blue) => {
      if (!tissue.data[pixel]) return
      const density = Math.max(red, green, blue) * Math.LOG10E
      const at = Math.min(steps - 1, Math.floor(density / step))
      counts[at] = (counts[at] as number) + 1
    })
    let below = counts[0] as number
    let found = 0
    for (; found < steps - 1 && below < share * tissuePixels; below += counts[found] as number) found += 1
    return [{ channel: null, value: (found + 0.5) * step }]
  },
})
