import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import { cellHalo } from '../../cells/find-cells.ts'
import { learnedGlass } from '../../stains/bare-glass.ts'

export const manifest: PredictorManifest = {
  id: 'nuclei',
  version: '1.0.0',
  name: 'Nuclei',
  summary: 'Finds, outlines, measures and counts nuclei on H&E slides or slides with a brown nuclear marker.',
  intended_use:
    'For research use only, not for diagnosis. For counting nuclei, comparing their density and measuring their size and shape.',
  limitations:
    'Overlapping nuclei are often merged, large pale ones split. Keratin, pigment, ink, folds and red cells are counted if they are as dark, large and round as nuclei. Out of focus, most nuclei are missed. Stains other than haematoxylin, eosin and DAB have not been tested; membrane or cytoplasmic markers distort the outlines. Objects longer than 24 µm are not found.',
  method:
    'Works on haematoxylin after colour deconvolution, or, on slides with DAB, on the sum of the optical densities so that brown nuclei count too, at 0.5 µm per pixel. The background is an opening over 16 µm. Peaks of a difference of Gaussians (σ 1.5 µm) are divided by watershed, and joined where two together are convex without a valley between them. A nucleus ends where the stain falls by half, measures 10 to 400 µm² and fills most of its convex hull. The parameters follow QuPath’s defaults; the steps are our own.',
  sources: [
    'Ruifrok AC, Johnston DA. Quantification of histochemical staining by color deconvolution. Anal Quant Cytol Histol 2001; 23: 291–299.',
    'Bankhead P et al. QuPath: open source software for digital pathology image analysis. Sci Rep 2017; 7: 16878.',
    'Vincent L, Soille P. Watersheds in digital spaces. IEEE Trans Pattern Anal Mach Intell 1991; 13: 583–598.',
  ],
  licence: 'Apache-2.0',
  runtime: 'builtin',
  input: {
    modality: 'brightfield',
    stains: ['H&E', 'IHC (DAB)'],
    mpp: 0.5,
    coarsest_mpp: 0.6,
    channels: [],
    tile: 1024,
    halo: cellHalo,
    region: 'tissue',
    joining: 'crop',
    qc_gate: true,
  },
  outputs: [
    {
      kind: 'detections',
      key: 'nuclei',
      label: 'Nuclei',
      classes: [{ key: 'nucleus', label: 'Nucleus', color: '#3fb618' }],
      measurements: [
        ...shapeMeasurements(),
        { key: 'hematoxylin', label: 'Haematoxylin', unit: 'mean optical density', digits: 3 },
      ],
    },
    ...countScores(),
  ],
  params: [
    {
      kind: 'choice',
      key: 'stain',
      label: 'Stains',
      default: 'as_seen',
      help: 'How the slide is stained. Automatic detection looks for pink (eosin).',
      options: [
        { key: 'as_seen', label: 'Detect automatically' },
        { key: 'he', label: 'Haematoxylin and eosin' },
        { key: 'hdab', label: 'Haematoxylin and DAB' },
      ],
    },
    {
      kind: 'number',
      key: 'threshold',
      label: 'Threshold',
      unit: 'optical density',
      default: 0.15,
      min: 0.02,
      max: 1,
      step: 0.01,
      help: 'How much darker than its surroundings a nucleus must be. Lower values find paler nuclei but more false positives.',
    },
    ...areaParams(),
  ],
  learned: [
    learnedGlass,
    { key: 'brown', label: 'Stains', options: ['Haematoxylin and eosin', 'Haematoxylin and DAB'] },
  ],
}

/** What is measured of the shape of every nucleus. */
export function shapeMeasurements() {
  return [
    { key: 'area', label: 'Area', unit: 'µm²', digits: 1 },
    { key: 'circularity', label: 'Circularity', unit: '', digits: 2 },
    { key: 'solidity', label: 'Solidity', unit: '', digits: 2 },
  ]
}

/** What is counted of nuclei, whatever they were found on. */
export function countScores(): PredictorManifest['outputs'] {
  return [
    { kind: 'score', key: 'count', label: 'Nuclei', unit: '', digits: 0 },
    { kind: 'score', key: 'density', label: 'Nuclei per tissue area', unit: '/mm²', digits: 0 },
    { kind: 'score', key: 'mean_area', label: 'Mean nuclear area', unit: 'µm²', digits: 1 },
    { kind: 'score', key: 'tissue_area', label: 'Tissue', unit: 'mm²', digits: 2 },
  ]
}

/** How large nuclei are. */
export function areaParams(): PredictorManifest['params'] {
  return [
    {
      kind: 'number',
      key: 'least_area',
      label: 'Smallest area',
      unit: 'µm²',
      default: 10,
      min: 2,
      max: 100,
      step: 1,
      less_than: 'largest_area',
      help: 'Smaller objects are ignored.',
    },
    {
      kind: 'number',
      key: 'largest_area',
      label: 'Largest area',
      unit: 'µm²',
      default: 400,
      min: 20,
      max: 400,
      step: 10,
      help: 'Larger objects are ignored.',
    },
  ]
}
