import type { PredictorManifest } from '@cresyl/contract/predictor-manifest'
import { cellHalo } from '../../cells/find-cells.ts'

export const manifest: PredictorManifest = {
  id: 'nuclei',
  version: '1.0.0',
  name: 'Nuclei',
  summary:
    'Finds nuclei on slides with H&E or with a brown nuclear marker, outlines, measures and counts them.',
  intended_use:
    'For research use only, not for diagnosis. For counting nuclei, comparing how densely they lie, and measuring their size and shape.',
  limitations:
    'Nuclei that overlap are often taken for one, large pale ones for several. Keratin, pigment, ink, folds and red cells that are as dark as nuclei are counted where they are as large and round. Where the picture is out of focus most are missed. Stains of other colours than hematoxylin, eosin and DAB were not tried; markers of membrane or cytoplasm make the outlines wrong. Nothing longer than 24 µm is found.',
  method:
    'The hematoxylin after colour deconvolution, or on slides with DAB the sum of the optical densities, so that brown nuclei count too, at 0.5 µm a pixel. The ground around nuclei is an opening over 16 µm. Hills of a difference of Gaussians (σ 1.5 µm) are divided by watershed, and joined where two together are convex without a valley between them. A nucleus ends where the stain falls by half, has 10 to 400 µm² and fills most of its convex hull. The parameters are those that QuPath proposes; the steps are our own.',
  sources: [
    'Ruifrok AC, Johnston DA. Quantification of histochemical staining by color deconvolution. Anal Quant Cytol Histol 2001; 23: 291–299.',
    'Bankhead P et al. QuPath: open source software for digital pathology image analysis. Sci Rep 2017; 7: 16878.',
    'Vincent L, Soille P. Watersheds in digital spaces. IEEE Trans Pattern Anal Mach Intell 1991; 13: 583–598.',
  ],
  licence: 'Apache-2.0',
  runtime: 'builtin',
  input: {
    ...{ modality: 'brightfield', stains: ['H&E', 'IHC (DAB)'], mpp: 0.5, coarsest_mpp: 0.6 },
    ...{ channels: [], tile: 1024, halo: cellHalo, region: 'tissue', joining: 'crop', qc_gate: true },
  },
  outputs: [
    {
      ...{ kind: 'detections', key: 'nuclei', label: 'Nuclei' },
      classes: [{ key: 'nucleus', label: 'Nucleus', color: '#3fb618' }],
      measurements: [
        ...shapeMeasurements(),
        { key: 'hematoxylin', label: 'Hematoxylin', unit: 'mean optical density', digits: 3 },
      ],
    },
    ...countScores(),
  ],
  params: [
    {
      ...{ kind: 'choice', key: 'stain', label: 'Stains', default: 'as_seen' },
      help: 'What the slide was stained with. "As seen" decides by whether there is anything pink.',
      options: [
        { key: 'as_seen', label: 'As seen' },
        { key: 'he', label: 'Hematoxylin and eosin' },
        { key: 'hdab', label: 'Hematoxylin and DAB' },
      ],
    },
    {
      ...{ kind: 'number', key: 'threshold', label: 'Threshold', unit: 'optical density' },
      ...{ default: 0.15, min: 0.02, max: 1, step: 0.01 },
      help: 'How much darker than its surroundings a nucleus must be. Lower finds paler nuclei, and more that are none.',
    },
    ...areaParams(),
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
    { kind: 'score', key: 'density', label: 'Nuclei per area of tissue', unit: '/mm²', digits: 0 },
    { kind: 'score', key: 'mean_area', label: 'Mean area of a nucleus', unit: 'µm²', digits: 1 },
    { kind: 'score', key: 'tissue_area', label: 'Tissue', unit: 'mm²', digits: 2 },
  ]
}

/** How large nuclei are. */
export function areaParams(): PredictorManifest['params'] {
  return [
    {
      ...{ kind: 'number', key: 'least_area', label: 'Smallest area', unit: 'µm²' },
      ...{ default: 10, min: 2, max: 100, step: 1 },
      help: 'What is smaller is no nucleus.',
    },
    {
      ...{ kind: 'number', key: 'largest_area', label: 'Largest area', unit: 'µm²' },
      ...{ default: 400, min: 20, max: 400, step: 10 },
      help: 'What is larger is no nucleus.',
    },
  ]
}
