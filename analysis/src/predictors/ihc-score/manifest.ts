import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import { cellHalo } from '../../cells/find-cells.ts'
import { learnedGlass } from '../../stains/bare-glass.ts'
import { areaParams, shapeMeasurements } from '../nuclei/manifest.ts'

export const manifest: PredictorManifest = {
  id: 'ihc-score',
  version: '1.0.0',
  name: 'IHC score (nuclear)',
  summary:
    'Finds nuclei on slides stained with haematoxylin and DAB, grades each as negative, 1+, 2+ or 3+, and gives H-score and positivity.',
  intended_use:
    'For research use only, not for diagnosis. For nuclear markers such as Ki-67, ER, PR or p53, and for comparing slides of one laboratory that were stained and scanned the same way.',
  limitations:
    'All nuclei in tissue count, including stroma and lymphocytes: draw a region around the tumour. Where nuclei overlap, a negative one under a brown one is missed. DAB scatters light, so its density does not measure the amount of antigen, and the cut-offs depend on stain and scanner. Membrane and cytoplasmic markers are not scored correctly. Pigment counts as brown.',
  method:
    'Nuclei are found as "Nuclei" does on slides with DAB: by the sum of the optical densities, so that staining strength hardly matters. The mean optical density (log10) of DAB in each, after colour deconvolution with haematoxylin, is compared with three cut-offs. H-score = 1 · % of 1+ + 2 · % of 2+ + 3 · % of 3+, from 0 to 300; positivity is the share of nuclei that are not negative.',
  sources: [
    'Ruifrok AC, Johnston DA. Quantification of histochemical staining by color deconvolution. Anal Quant Cytol Histol 2001; 23: 291–299.',
    'McCarty KS Jr et al. Estrogen receptor analyses. Correlation of biochemical and immunohistochemical methods using monoclonal antireceptor antibodies. Arch Pathol Lab Med 1985; 109: 716–721.',
    'Bankhead P et al. QuPath: open source software for digital pathology image analysis. Sci Rep 2017; 7: 16878.',
  ],
  licence: 'Apache-2.0',
  runtime: 'builtin',
  input: {
    modality: 'brightfield',
    stains: ['IHC (DAB)'],
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
      classes: [
        { key: 'negative', label: 'Negative', color: '#4a7dff' },
        { key: 'weak', label: '1+', color: '#ffe34d' },
        { key: 'moderate', label: '2+', color: '#ff9a2e' },
        { key: 'strong', label: '3+', color: '#e0262b' },
      ],
      measurements: [
        ...shapeMeasurements(),
        { key: 'hematoxylin', label: 'Haematoxylin', unit: 'mean optical density', digits: 3 },
        { key: 'dab', label: 'DAB', unit: 'mean optical density', digits: 3 },
      ],
    },
    { kind: 'score', key: 'h_score', label: 'H-score', unit: 'of 300', digits: 0 },
    { kind: 'score', key: 'positivity', label: 'Positive nuclei', unit: '%', digits: 1 },
    { kind: 'score', key: 'count', label: 'Nuclei', unit: '', digits: 0 },
    { kind: 'score', key: 'negative', label: 'Negative', unit: '', digits: 0 },
    { kind: 'score', key: 'weak', label: '1+', unit: '', digits: 0 },
    { kind: 'score', key: 'moderate', label: '2+', unit: '', digits: 0 },
    { kind: 'score', key: 'strong', label: '3+', unit: '', digits: 0 },
    { kind: 'score', key: 'density', label: 'Nuclei per tissue area', unit: '/mm²', digits: 0 },
    { kind: 'score', key: 'tissue_area', label: 'Tissue', unit: 'mm²', digits: 2 },
  ],
  params: [
    {
      kind: 'number',
      key: 'threshold',
      label: 'Threshold',
      unit: 'optical density',
      default: 0.1,
      min: 0.02,
      max: 1,
      step: 0.01,
      help: 'How much darker than its surroundings a nucleus must be. Lower values find paler nuclei but more false positives.',
    },
    cutOff('weak_from', '1+ from', 0.2, 'moderate_from'),
    cutOff('moderate_from', '2+ from', 0.4, 'strong_from'),
    cutOff('strong_from', '3+ from', 0.6),
    ...areaParams(),
  ],
  learned: [learnedGlass],
}

function cutOff(
  key: string,
  label: string,
  proposed: number,
  lessThan?: string,
): PredictorManifest['params'][number] {
  return {
    kind: 'number',
    key,
    label,
    unit: 'optical density',
    default: proposed,
    min: 0.02,
    max: 2,
    step: 0.01,
    ...(lessThan !== undefined && { less_than: lessThan }),
    help: 'Mean DAB density in the nucleus (log10).',
  }
}
