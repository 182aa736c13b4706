import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import { learnedGlass } from '../../stains/bare-glass.ts'

export const manifest: PredictorManifest = {
  id: 'colour-deconvolution',
  version: '1.0.0',
  name: 'Colour deconvolution',
  summary:
    'Shows the amount of haematoxylin, eosin or DAB across a brightfield slide, each stain as its own channel.',
  intended_use:
    'For research use only, not for diagnosis. For viewing one stain without the other and for comparing staining strength between slides.',
  limitations:
    'The stain colours are fixed; where a laboratory or scanner shows them differently, part of one stain appears in the channel of the other (the residual says how much). DAB scatters light instead of only absorbing it, so its amount does not measure the amount of antigen. Pigment, ink and red cells count as stain.',
  method:
    'The optical density log10(glass / light) of red, green and blue is split into two stains and a residual by the inverse of the matrix of their colours: haematoxylin .65 .70 .29, eosin .2159 .8012 .5581, DAB .27 .57 .78, each brought to length 1, and the cross product of the two. The colour of the glass is the median of bright pixels outside tissue, or white where there are none. In the channels, 100 is an optical density of 1, and 255 the maximum. The channel of the stain that was not chosen is empty.',
  sources: [
    'Ruifrok AC, Johnston DA. Quantification of histochemical staining by color deconvolution. Anal Quant Cytol Histol 2001; 23: 291–299.',
  ],
  licence: 'Apache-2.0',
  runtime: 'builtin',
  input: {
    modality: 'brightfield',
    stains: ['H&E', 'IHC (DAB)'],
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
      key: 'stains',
      label: 'Stains',
      pixels: 'channels',
      virtual: false,
      channels: [
        { label: 'Haematoxylin', color: '#5a6ef0' },
        { label: 'Eosin', color: '#f06eb4' },
        { label: 'DAB', color: '#c87832' },
      ],
    },
    density('hematoxylin', 'Haematoxylin in tissue'),
    density('eosin', 'Eosin in tissue'),
    density('dab', 'DAB in tissue'),
    density('residual', 'Residual in tissue'),
    { kind: 'score', key: 'tissue_area', label: 'Tissue', unit: 'mm²', digits: 2 },
  ],
  params: [
    {
      kind: 'choice',
      key: 'pair',
      label: 'Stains',
      default: 'he',
      help: 'How the slide is stained.',
      options: [
        { key: 'he', label: 'Haematoxylin and eosin' },
        { key: 'hdab', label: 'Haematoxylin and DAB' },
      ],
    },
  ],
  learned: [learnedGlass],
}

function density(key: string, label: string): PredictorManifest['outputs'][number] {
  return { kind: 'score', key, label, unit: 'mean optical density', digits: 3 }
}
