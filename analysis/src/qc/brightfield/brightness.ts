import type { BrightfieldCheck, Measure } from '../measure.ts'

export const noGlass = 'There is no bare glass to measure it on.'

/** How bright bare glass is, of 255, as people see it. */
export const measureBrightness: Measure<BrightfieldCheck> = ({ overview: { glass } }) => ({
  state: {},
  finish: () =>
    glass.share === 0
      ? [{ channel: null, value: null, unmeasured: noGlass }]
      : [{ channel: null, value: 0.3 * glass.red + 0.59 * glass.green + 0.11 * glass.blue }],
})
