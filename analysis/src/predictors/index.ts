import type { Predictor } from '../inference/predictor.ts'
import { colourDeconvolution } from './colour-deconvolution/colour-deconvolution.ts'
import { ihcScore } from './ihc-score/ihc-score.ts'
import { nuclei } from './nuclei/nuclei.ts'
import { nucleiFluorescence } from './nuclei-fluorescence/nuclei-fluorescence.ts'
import { stainNormalisation } from './stain-normalisation/stain-normalisation.ts'
import { tissueMap } from './tissue-map/tissue-map.ts'
import { virtualDab } from './virtual-dab/virtual-dab.ts'
import { virtualHe } from './virtual-he/virtual-he.ts'

/** Every predictor that is built in. */
export const predictors: readonly Predictor[] = [
  virtualHe,
  virtualDab,
  stainNormalisation,
  colourDeconvolution,
  nuclei,
  nucleiFluorescence,
  ihcScore,
  tissueMap,
]
