import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import { learnedGlass } from '../../stains/bare-glass.ts'

export const manifest: PredictorManifest = {
  id: 'stain-normalisation',
  version: '1.0.0',
  name: 'Stain normalisation',
  summary:
    'Matches the colours of an H&E slide to a reference, so that slides from different laboratories and scanners can be compared.',
  intended_use:
    'For research use only, not for diagnosis. For matching slides before comparing them side by side, or before a predictor that was developed on other slides.',
  limitations:
    'For H&E only. Colours are learned once per slide, so uneven staining stays uneven. Macenko gives wrong colours on slides that are nearly all one stain or have much ink or pigment; Reinhard turns mostly pink slides purple. Where there is too little tissue to learn from, colours stay as they are.',
  method:
    'Macenko: optical densities −ln((I + 1)/240) of tissue, without pixels whose mean is below 0.15, are projected onto the plane of their two main directions; the 1st and 99th percentile of the angle in it are the colours of haematoxylin and eosin, the 99th percentile of their amounts the strength of each. All pixels are then redrawn with the reference: haematoxylin .5626 .7201 .4062 with 1.9705, eosin .2159 .8012 .5581 with 1.0308. Reinhard: in the lαβ colours of Ruderman, mean and standard deviation of tissue become those of the reference: 8.63234435 −0.11501964 0.03868433 and 0.57506023 0.10403329 0.01364062; the change fades out towards the glass, which stays as it is.',
  sources: [
    'Macenko M et al. A method for normalizing histology slides for quantitative analysis. IEEE ISBI 2009: 1107–1110.',
    'Reinhard E et al. Color transfer between images. IEEE Comput Graph Appl 2001; 21(5): 34–41.',
  ],
  licence: 'Apache-2.0',
  runtime: 'builtin',
  input: {
    modality: 'brightfield',
    stains: ['H&E'],
    mpp: 0.25,
    coarsest_mpp: 8,
    channels: [],
    tile: 1024,
    halo: 0,
    region: 'tissue',
    joining: 'crop',
    qc_gate: true,
  },
  outputs: [
    {
      kind: 'image',
      key: 'normalised',
      label: 'Normalised',
      pixels: 'rgb',
      channels: [],
      virtual: false,
    },
    { kind: 'score', key: 'change', label: 'Mean colour change in tissue', unit: 'of 255', digits: 1 },
    { kind: 'score', key: 'tissue_area', label: 'Tissue', unit: 'mm²', digits: 2 },
  ],
  params: [
    {
      kind: 'choice',
      key: 'method',
      label: 'Method',
      default: 'macenko',
      help: 'Macenko adjusts each stain separately. Reinhard adjusts all colours together: less exact, but it also works where only one stain is present.',
      options: [
        { key: 'macenko', label: 'Macenko' },
        { key: 'reinhard', label: 'Reinhard' },
      ],
    },
  ],
  learned: [
    { key: 'means', label: 'Mean colour of tissue', parts: ['l', 'α', 'β'] },
    { key: 'deviations', label: 'Spread of colours', parts: ['l', 'α', 'β'] },
    learnedGlass,
    { key: 'hematoxylin', label: 'Colour of haematoxylin', parts: ['red', 'green', 'blue'] },
    { key: 'eosin', label: 'Colour of eosin', parts: ['red', 'green', 'blue'] },
    { key: 'strengths', label: 'Strength of stains', parts: ['haematoxylin', 'eosin'] },
  ],
}
