import { countMarked } from '../../tissue/count-marked.ts'
import { findFolds } from '../../tissue/find-folds.ts'
import { type BrightfieldCheck, type Measure, noTissue } from '../measure.ts'

/** How much of the tissue lies double. */
export const measureFolds: Measure<BrightfieldCheck> = ({ plan, overview, tissue, tissuePixels }) => ({
  state: {},
  finish: () => {
    if (tissuePixels === 0) return [{ channel: null, value: null, unmeasured: noTissue }]
    const { micrometresX, micrometresY } = plan.overview.grid
    const data = findFolds(overview, overview.glass, tissue.data, Math.sqrt(micrometresX * micrometresY))
    return [{ channel: null, value: (100 * countMarked(data)) / tissuePixels, mask: { ...tissue, data } }]
  },
})
