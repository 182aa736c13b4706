import { densityTables } from '../../tissue/densities.ts'
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
    const { red, green, blue } = densityTables(overview.glass)
    const { rgb, unknown } = overview
    for (let pixel = 0, at = 0; pixel < unknown.length; pixel += 1, at += 3) {
      if (!tissue.data[pixel] || unknown[pixel]) continue
      const density = Math.max(
        red[rgb[at] as number] as number,
        green[rgb[at + 1] as number] as number,
        blue[rgb[at + 2] as number] as number,
      )
      const index = Math.min(steps - 1, Math.floor((density * Math.LOG10E) / step))
      counts[index] = (counts[index] as number) + 1
    }
    let below = counts[0] as number
    let found = 0
    for (; found < steps - 1 && below < share * tissuePixels; below += counts[found] as number) found += 1
    return [{ channel: null, value: (found + 0.5) * step }]
  },
})
