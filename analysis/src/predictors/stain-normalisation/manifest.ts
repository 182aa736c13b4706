import type { PredictorManifest } from '@cresyl/contract/predictor-manifest'

export const manifest: PredictorManifest = {
  id: 'stain-normalisation',
  version: '1.0.0',
  name: 'Stain normalisation',
  summary:
    'Gives an H&E slide the colours of a reference, so that slides from different laboratories and scanners can be compared.',
  intended_use:
    'For research use only, not for diagnosis. For making slides alike before they are looked at side by side or given to a predictor that was made on other slides.',
  limitations:
    'Meant for H&E. What is learned is learned once for the slide: where it was stained unevenly it stays uneven. Slides of which nearly everything is of one stain, or with much ink or pigment, come out in wrong colours with Macenko; Reinhard makes everything purple where a slide is mostly pink. Where there is too little tissue to learn from, colours stay as they are.',
  method:
    'Macenko: optical densities −ln((I + 1)/240) of tissue, without pixels whose mean is below 0.15, are laid into the plane of their two main directions; the 1st and 99th percentile of the angle in it are the colours of hematoxylin and eosin, the 99th percentile of their amounts the strength of each. All pixels are then drawn anew with the reference: hematoxylin .5626 .7201 .4062 with 1.9705, eosin .2159 .8012 .5581 with 1.0308. Reinhard: in the lαβ colours of Ruderman, mean and standard deviation of tissue become those of the reference: 8.63234435 −0.11501964 0.03868433 and 0.57506023 0.10403329 0.01364062; the change fades out towards the glass, which stays as it is.',
  sources: [
    'Macenko M et al. A method for normalizing histology slides for quantitative analysis. IEEE ISBI 2009: 1107–1110.',
    'Reinhard E et al. Color transfer between images. IEEE Comput Graph Appl 2001; 21(5): 34–41.',
  ],
  licence: 'Apache-2.0',
  runtime: 'builtin',
  input: {
    ...{ modality: 'brightfield', stains: ['H&E'], mpp: 0.25, coarsest_mpp: 8, channels: [] },
    ...{ tile: 1024, halo: 0, region: 'tissue', joining: 'crop', qc_gate: true },
  },
  outputs: [
    {
      ...{ kind: 'image', key: 'normalised', label: 'Normalised', pixels: 'rgb', channels: [] },
      virtual: false,
    },
    { kind: 'score', key: 'change', label: 'Mean change of colour in tissue', unit: 'of 255', digits: 1 },
    { kind: 'score', key: 'tissue_area', label: 'Tissue', unit: 'mm²', digits: 2 },
  ],
  params: [
    {
      ...{ kind: 'choice', key: 'method', label: 'Method', default: 'macenko' },
      help: 'Macenko tells the stains apart and changes each by itself. Reinhard changes all colours alike: less exact, but it also works where only one stain is to be seen.',
      options: [
        { key: 'macenko', label: 'Macenko' },
        { key: 'reinhard', label: 'Reinhard' },
      ],
    },
  ],
}
