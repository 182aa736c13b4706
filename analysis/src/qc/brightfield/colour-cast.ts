import type { BrightfieldCheck, Measure } from '../measure.ts'
import { noGlass } from './brightness.ts'

/** How far the brightest and the darkest of the three colours of bare glass are apart, of 255: 0 for grey. */
export const measureColourCast: Measure<BrightfieldCheck> = ({ overview: { glass } }) => ({
  state: {},
  finish: () => {
    if (glass.share === 0) return [{ channel: null, value: null, unmeasured: noGlass }]
    const colors = [glass.red, glass.green, glass.blue]
    return [{ channel: null, value: Math.max(...colors) - Math.min(...colors) }]
  },
})
