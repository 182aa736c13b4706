import type { PredictorManifest } from '@cresyl/contract/predictor-manifest'
import { stainedInput, strength, tissueScore, virtualPicture } from '../virtual-stain.ts'

export const manifest: PredictorManifest = {
  id: 'virtual-he',
  version: '1.0.0',
  name: 'Virtual H&E',
  summary:
    'Draws fluorescence of nuclei and cytoplasm in the colours of hematoxylin and eosin, as if the slide had been stained and looked at in transmitted light.',
  intended_use:
    'For research use only, not for diagnosis. For finding one’s way in fluorescence by the looks of H&E, and for methods that were made for H&E.',
  limitations:
    'It shows two channels in other colours and nothing more: what no channel shows is not there, however it would be stained. Red cells, mucin, pigment and keratin don’t look as they do in H&E. Strengths are learned for the slide as a whole, so they say nothing about how much dye there is, and slides can’t be compared by them. Light out of focus and bleeding between channels come out as stain.',
  method:
    'Beer and Lambert’s law: light = exp(−2.5 (H × nuclear + E × cytoplasm)) with H = .860 1.000 .300 and E = .050 1.000 .544 for red, green and blue. The median beside the tissue is taken for none. The cytoplasm is scaled so that the median of tissue is 0.2 and its 95th percentile at most 0.5, nuclei so that the median of what shines in tissue (split by Otsu) is 0.45 and its 95th percentile at most 0.9, but never so much that noise would look like stain.',
  sources: [
    'Giacomelli MG et al. Virtual hematoxylin and eosin transillumination microscopy using epi-fluorescence imaging. PLoS ONE 2016; 11: e0159337.',
  ],
  licence: 'Apache-2.0',
  runtime: 'builtin',
  input: stainedInput({ key: 'cytoplasm', label: 'Cytoplasm', role: 'cytoplasm' }),
  outputs: [virtualPicture('virtual_he', 'Virtual H&E'), tissueScore],
  params: [strength('nuclear_strength', 'Nuclei'), strength('cytoplasm_strength', 'Cytoplasm')],
}
