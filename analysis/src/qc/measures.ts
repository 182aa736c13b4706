import type { Modality, QcMeasureKey, qcMeasures } from '@cresyl/contract/qc-measures'
import { measureBlockiness } from './blockiness.ts'
import { measureBrightness } from './brightness.ts'
import { measureBubbles } from './bubbles.ts'
import { measureChannelShift } from './channel-shift.ts'
import { measureClipping } from './clipping.ts'
import { measureColourCast } from './colour-cast.ts'
import { measureDynamicRange } from './dynamic-range.ts'
import { measureFocus } from './focus.ts'
import { measureFolds } from './folds.ts'
import type { BrightfieldCheck, FluorescenceCheck, Measure } from './measure.ts'
import { measureMissingTiles } from './missing-tiles.ts'
import { measurePen } from './pen.ts'
import { measurePresence } from './presence.ts'
import { measureSaturation } from './saturation.ts'
import { measureSeams } from './seams.ts'
import { measureSnr } from './snr.ts'
import { measureStainStrength } from './stain-strength.ts'
import { measureTissue } from './tissue.ts'

type KeyFor<Of extends Modality> = {
  [Key in QcMeasureKey]: (typeof qcMeasures)[Key]['modality'] extends 'any' | Of ? Key : never
}[QcMeasureKey]

/**
 * Every measure that is taken, by what kind of image it is taken of. To add one:
 * 1. `contract/src/qc-measures.ts` names it, with unit, limits, and whether it has a heat map (`tiles`) or a `mask`.
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
