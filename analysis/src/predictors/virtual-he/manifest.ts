import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import { learnedGain, stainedInput, strength, tissueScore, virtualPicture } from '../virtual-stain.ts'

export const manifest: PredictorManifest = {
  id: 'virtual-he',
  version: '1.0.0',
  name: 'Virtual H&E',
  summary:
    'Shows fluorescence of nuclei and cytoplasm in the colours of haematoxylin and eosin, as if the slide had been stained and viewed in transmitted light.',
  intended_use:
    'For research use only, not for diagnosis. For orientation in fluorescence with the familiar look of H&E, and for methods developed for H&E.',
  limitations:
    'It shows two channels in other colours, nothing more: what neither channel shows is missing. Red cells, mucin, pigment and keratin do not look as they do in H&E. Strengths are scaled to each slide, so they say nothing about the amount of dye and can’t be compared between slides. Out-of-focus light and bleed-through between channels appear as stain.',
  method:
    'Beer and Lambert’s law: light = exp(−2.5 (H × nuclear + E × cytoplasm)) with H = .860 1.000 .300 and E = .050 1.000 .544 for red, green and blue. The median beside the tissue counts as no stain. The cytoplasm is scaled so that the median of tissue is 0.2 and its 95th percentile at most 0.5, nuclei so that the median of what shines in tissue (split by Otsu) is 0.45 and its 95th percentile at most 0.9, but never so much that noise would look like stain.',
  sources: [
    'Giacomelli MG et al. Virtual hematoxylin and eosin transillumination microscopy using epi-fluorescence imaging. PLoS ONE 2016; 11: e0159337.',
  ],
  licence: 'Apache-2.0',
  runtime: 'builtin',
  input: stainedInput({ key: 'cytoplasm', label: 'Cytoplasm', role: 'cytoplasm' }),
  outputs: [virtualPicture('virtual_he', 'Virtual H&E'), tissueScore],
  params: [strength('nuclear_strength', 'Nuclei'), strength('cytoplasm_strength', 'Cytoplasm')],
  learned: [learnedGain('nuclear', 'Nuclei'), learnedGain('cytoplasm', 'Cytoplasm')],
}
