import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import { cellHalo } from '../../cells/find-cells.ts'
import { areaParams, countScores, shapeMeasurements } from '../nuclei/manifest.ts'

export const manifest: PredictorManifest = {
  id: 'nuclei-fluorescence',
  version: '1.0.0',
  name: 'Nuclei in fluorescence',
  summary: 'Finds, outlines, measures and counts nuclei in the channel of a nuclear dye such as DAPI.',
  intended_use:
    'For research use only, not for diagnosis. For counting nuclei, comparing their density and measuring their size and shape.',
  limitations:
    'Overlapping nuclei are often merged, large spotted ones split. Out of focus, most nuclei are missed. Other bright objects in the channel, such as red cells, dust or tissue edges, are counted if they are as large and round. Objects longer than 24 µm are not found. Sizes depend on the thickness of the section more than they do on H&E.',
  method:
    'The channel of the nuclear dye at 0.5 µm per pixel, scaled between the darkest tenth of the tissue and the brightest hundredth. Then as for "Nuclei": the background is an opening over 16 µm; peaks of a difference of Gaussians (σ 1.5 µm) are divided by watershed, and joined where two together are convex without a valley between them. A nucleus ends where its light falls by half, measures 10 to 400 µm² and fills most of its convex hull.',
  sources: [
    'Bankhead P et al. QuPath: open source software for digital pathology image analysis. Sci Rep 2017; 7: 16878.',
    'Vincent L, Soille P. Watersheds in digital spaces. IEEE Trans Pattern Anal Mach Intell 1991; 13: 583–598.',
  ],
  licence: 'Apache-2.0',
  runtime: 'builtin',
  input: {
    modality: 'fluorescence',
    stains: [],
    mpp: 0.5,
    coarsest_mpp: 0.6,
    channels: [{ key: 'nuclear', label: 'Nuclear dye', role: 'nuclear' }],
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
      classes: [{ key: 'nucleus', label: 'Nucleus', color: '#3fd0ff' }],
      measurements: [
        ...shapeMeasurements(),
        { key: 'intensity', label: 'Mean channel intensity', unit: '', digits: 1 },
      ],
    },
    ...countScores(),
  ],
  params: [
    {
      kind: 'number',
      key: 'threshold',
      label: 'Threshold',
      unit: 'of the brightest',
      default: 0.1,
      min: 0.02,
      max: 1,
      step: 0.01,
      help: 'How much brighter than its surroundings a nucleus must be, as a share of the brightest. Lower values find fainter nuclei but more false positives.',
    },
    ...areaParams(),
  ],
  learned: [
    { key: 'dark', label: 'Brightness of tissue between nuclei' },
    { key: 'strong', label: 'Brightness of a strong nucleus' },
  ],
}
