import type { Modality, QcMeasureKey, qcMeasures } from '@cresyl/contract/qc/qc-measures'
import { measureBlockiness } from './brightfield/blockiness.ts'
import { measureBrightness } from './brightfield/brightness.ts'
import { measureBubbles } from './brightfield/bubbles.ts'
import { measureClipping } from './brightfield/clipping.ts'
import { measureColourCast } from './brightfield/colour-cast.ts'
import { measureFolds } from './brightfield/folds.ts'
import { measurePen } from './brightfield/pen.ts'
import { measureStainStrength } from './brightfield/stain-strength.ts'
import { measureChannelShift } from './fluorescence/channel-shift.ts'
import { measureDynamicRange } from './fluorescence/dynamic-range.ts'
import { measurePresence } from './fluorescence/presence.ts'
import { measureSaturation } from './fluorescence/saturation.ts'
import { measureSnr } from './fluorescence/snr.ts'
import { measureFocus } from './focus.ts'
import type { BrightfieldCheck, FluorescenceCheck, Measure } from './measure.ts'
import { measureMissingTiles } from './missing/missing-tiles.ts'
import { measureSeams } from './seams/seams.ts'
import { measureTissue } from './tissue.ts'

type KeyFor<Of extends Modality> = {
  [Key in QcMeasureKey]: (typeof qcMeasures)[Key]['modality'] extends 'any' | Of ? Key : never
}[QcMeasureKey]

/**
 * Every measure that is taken, by what kind of image it is taken of. To add one:
 * 1. `contract/src/qc/qc-measures.ts` names it, with unit, limits, and whether it has a heat map (`tiles`) or a `mask`.
 * 2. A file of its own here exports a `Measure`: a function of the check, that is of everything the first pass found
 *    (overview, tissue, plan), which gives an `Accumulator`. What it looks at decides which parts it has: the
 *    overview alone needs `finish` only; tissue at 1 µm a pixel comes through `add`, full resolution through `addFull`.
 * 3. It is entered below. Heat map, mask, outlines, regions, `where` and checkpoints follow from what `finish` gives.
 */
export const brightfieldMeasures = {
  tissue: measureTissue,
  focus: measureFocus,
  pen: measurePen,
  folds: measureFolds,
  bubbles: measureBubbles,
  brightness: measureBrightness,
  clipping: measureClipping,
  colour_cast: measureColourCast,
  stain_strength: measureStainStrength,
  blockiness: measureBlockiness,
  seams: measureSeams,
  missing_tiles: measureMissingTiles,
} satisfies Record<KeyFor<'brightfield'>, Measure<BrightfieldCheck>>

export const fluorescenceMeasures = {
  tissue: measureTissue,
  focus: measureFocus,
  seams: measureSeams,
  missing_tiles: measureMissingTiles,
  saturation: measureSaturation,
  snr: measureSnr,
  presence: measurePresence,
  dynamic_range: measureDynamicRange,
  channel_shift: measureChannelShift,
} satisfies Record<KeyFor<'fluorescence'>, Measure<FluorescenceCheck>>
