import type { PredictorManifest } from '@cresyl/contract/predictor-manifest'
import { cellHalo } from '../../cells/find-cells.ts'
import { areaParams, shapeMeasurements } from '../nuclei/manifest.ts'

export const manifest: PredictorManifest = {
  id: 'ihc-score',
  version: '1.0.0',
  name: 'IHC score (nuclear)',
  summary:
    'Finds nuclei on a slide with hematoxylin and DAB, tells negative from 1+, 2+ and 3+ by how brown they are, and gives H-score and positivity.',
  intended_use:
    'For research use only, not for diagnosis. For markers that stain nuclei, such as Ki-67, ER, PR or p53, and for comparing slides of one laboratory that were stained and scanned alike.',
  limitations:
    'All nuclei in tissue count, those of stroma and lymphocytes too: draw a region around the tumour. Where nuclei overlap, a negative one under a brown one is missed. DAB scatters light, so its density is no measure of how much antigen there is, and the cut-offs depend on stain and scanner. Markers of membrane or cytoplasm are not scored rightly. Pigment counts as brown.',
  method:
    'Nuclei are found as "Nuclei" does on slides with DAB: by the sum of the optical densities, so that it makes little difference how brown they are. The mean optical density (log10) of DAB in each, after colour deconvolution with hematoxylin, is compared with three cut-offs. H-score = 1 · % of 1+ + 2 · % of 2+ + 3 · % of 3+, from 0 to 300; positivity is the share that is not negative.',
  sources: [
    'Ruifrok AC, Johnston DA. Quantification of histochemical staining by color deconvolution. Anal Quant Cytol Histol 2001; 23: 291–299.',
    'McCarty KS Jr et al. Estrogen receptor analyses. Correlation of biochemical and immunohistochemical methods using monoclonal antireceptor antibodies. Arch Pathol Lab Med 1985; 109: 716–721.',
    'Bankhead P et al. QuPath: open source software for digital pathology image analysis. Sci Rep 2017; 7: 16878.',
  ],
  licence: 'Apache-2.0',
  runtime: 'builtin',
  input: {
    ...{ modality: 'brightfield', stains: ['IHC (DAB)'], mpp: 0.5, coarsest_mpp: 0.6 },
    ...{ channels: [], tile: 1024, halo: cellHalo, region: 'tissue', joining: 'crop', qc_gate: true },
  },
  outputs: [
    {
      ...{ kind: 'detections', key: 'nuclei', label: 'Nuclei' },
      classes: [
        { key: 'negative', label: 'Negative', color: '#4a7dff' },
        { key: 'weak', label: '1+', color: '#ffe34d' },
        { key: 'moderate', label: '2+', color: '#ff9a2e' },
        { key: 'strong', label: '3+', color: '#e0262b' },
      ],
      measurements: [
        ...shapeMeasurements(),
        { key: 'hematoxylin', label: 'Hematoxylin', unit: 'mean optical density', digits: 3 },
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
    { kind: 'score', key: 'density', label: 'Nuclei per area of tissue', unit: '/mm²', digits: 0 },
    { kind: 'score', key: 'tissue_area', label: 'Tissue', unit: 'mm²', digits: 2 },
  ],
  params: [
    {
      ...{ kind: 'number', key: 'threshold', label: 'Threshold', unit: 'optical density' },
      ...{ default: 0.1, min: 0.02, max: 1, step: 0.01 },
      help: 'How much darker than its surroundings a nucleus must be. Lower finds paler nuclei, and more that are none.',
    },
    cutOff('weak_from', '1+ from', 0.2),
    cutOff('moderate_from', '2+ from', 0.4),
    cutOff('strong_from', '3+ from', 0.6),
    ...areaParams(),
  ],
}

function cutOff(key: string, label: string, proposed: number): PredictorManifest['params'][number] {
  return {
    ...{
      kind: 'number',
      key,
      label,
      unit: 'optical density',
      default: proposed,
      min: 0.02,
      max: 2,
      step: 0.01,
    },
    help: 'Mean density of DAB in the nucleus (log10).',
  }
}
