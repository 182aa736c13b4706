import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import { learnedGain, stainedInput, strength, tissueScore, virtualPicture } from '../virtual-stain.ts'

export const manifest: PredictorManifest = {
  id: 'virtual-dab',
  version: '1.0.0',
  name: 'Virtual DAB',
  summary:
    'Shows a fluorescence marker in the brown of DAB on nuclei in the blue of haematoxylin, as in immunohistochemistry.',
  intended_use:
    'For research use only, not for diagnosis. For reading multiplexed fluorescence like immunohistochemistry, one marker at a time.',
  limitations:
    'Brown is scaled to the slide unless "Full brown at" is set, so slides can only be compared or scored if they were run with the same value. Even an absent marker has a brightest part: noise is suppressed, but autofluorescent tissue can appear brown. Out-of-focus light and bleed-through between channels appear as stain.',
  method:
    'Beer and Lambert’s law: light = 10^−(H × nuclear + DAB × marker) with H = .65 .70 .29 and DAB = .27 .57 .78 for red, green and blue, each brought to length 1. Tissue is split in two by Otsu, in each channel by itself. Nuclei: the median beside the tissue is none, that of the bright part an optical density of 0.35. Marker: the median of the dark part, which is autofluorescence, is none, that of the bright part 0.7, but never so much that the spread of the dark part would look brown; where the parts are less than 4 spreads apart, nothing stands out and all tissue is taken for dark. Or, where it is given, the brightness from the dark part to that value goes from 0 to 1.',
  sources: [
    'Ruifrok AC, Johnston DA. Quantification of histochemical staining by color deconvolution. Anal Quant Cytol Histol 2001; 23: 291–299.',
  ],
  licence: 'Apache-2.0',
  runtime: 'builtin',
  input: stainedInput({ key: 'marker', label: 'Marker', role: 'marker' }),
  outputs: [
    virtualPicture('virtual_dab', 'Virtual DAB'),
    {
      kind: 'score',
      key: 'brown_share',
      label: 'Brown share of tissue (density 0.2 or more)',
      unit: '%',
      digits: 1,
    },
    tissueScore,
  ],
  params: [
    strength('nuclear_strength', 'Nuclei'),
    strength(
      'marker_strength',
      'Marker',
      'Multiplies the strength that was learned from the slide or set below.',
    ),
    {
      kind: 'number',
      key: 'marker_full',
      label: 'Full brown at',
      unit: '% of the range',
      default: 0,
      min: 0,
      max: 100,
      step: 0.1,
      help: 'Pixel value, in per cent of the maximum, that is shown with an optical density of 1. Use the same value for slides you want to compare. 0: learned from the slide.',
    },
  ],
  learned: [learnedGain('nuclear', 'Nuclei'), learnedGain('marker', 'Marker')],
}
