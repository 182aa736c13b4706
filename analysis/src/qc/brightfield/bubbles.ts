import { type BrightfieldCheck, type Measure, noTissue } from '../measure.ts'

/** How much of the tissue lies in air bubbles or under edges of the cover glass. */
export const measureBubbles: Measure<BrightfieldCheck> = ({ tissue, tissuePixels, bubbles }) => ({
  state: {},
  finish: () => {
    if (tissuePixels === 0) return [{ channel: null, value: null, unmeasured: noTissue, mask: bubbles }]
    let count = 0
    for (let pixel = 0; pixel < tissue.data.length; pixel += 1)
      if (tissue.data[pixel] && bubbles.data[pixel]) count += 1
    return [{ channel: null, value: (100 * count) / tissuePixels, mask: bubbles }]
  },
})
