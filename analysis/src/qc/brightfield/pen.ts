import { close } from '../../tissue/distance.ts'
import { type BrightfieldCheck, type Measure, noTissue } from '../measure.ts'

/** What ink hides counts as tissue where tissue lies on both sides of it, no further apart than twice this. */
const bridgedMicrometres = 300

/** How much of the tissue lies under ink. Strokes beside it are in the mask, but don't count. */
export const measurePen: Measure<BrightfieldCheck> = ({ plan, tissue, tissuePixels, ink }) => ({
  state: {},
  finish: () => {
    if (tissuePixels === 0) return [{ channel: null, value: null, unmeasured: noTissue, mask: ink }]
    if (!ink.data.includes(255)) return [{ channel: null, value: 0, mask: ink }]
    const { micrometresX, micrometresY } = plan.overview.grid
    const radius = Math.round(bridgedMicrometres / Math.sqrt(micrometresX * micrometresY))
    const bridged = close(tissue.data, tissue.width, tissue.height, radius)
    let hidden = 0
    for (let pixel = 0; pixel < bridged.length; pixel += 1) if (bridged[pixel] && ink.data[pixel]) hidden += 1
    return [{ channel: null, value: (100 * hidden) / (tissuePixels + hidden), mask: ink }]
  },
})
