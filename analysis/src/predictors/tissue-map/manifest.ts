import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'

export const manifest: PredictorManifest = {
  id: 'tissue-map',
  version: '1.0.0',
  name: 'Tissue map',
  summary: 'Marks the tissue on a slide and measures its area.',
  intended_use:
    'For research use only, not for diagnosis. For checking what other predictors treat as tissue, and for densities per mm².',
  limitations:
    'Outlines are as fine as 8 µm. Gaps and holes of some 24 µm are closed, pieces smaller than about 0.01 mm² are left out. Very pale tissue, such as fat, may be missed; thick dirt and gel may be taken for tissue.',
  method:
    'On brightfield slides tissue is where the optical density is clearly above that of the glass and its colour is not that of ink; in fluorescence, where any channel is clearly above its background. Both are measured on the slide itself, at about 8 µm per pixel, as in quality control. The area is that of the pixels within the outline.',
  sources: [
    'Otsu N. A threshold selection method from gray-level histograms. IEEE Trans Syst Man Cybern 1979; 9: 62–66.',
  ],
  licence: 'Apache-2.0',
  runtime: 'builtin',
  input: {
    modality: 'any',
    stains: [],
    mpp: 8,
    coarsest_mpp: 32,
    channels: [],
    tile: 1024,
    halo: 0,
    region: 'all',
    joining: 'crop',
    qc_gate: false,
  },
  outputs: [
    {
      kind: 'mask',
      key: 'tissue',
      label: 'Tissue',
      classes: [{ key: 'tissue', label: 'Tissue', color: '#2e9e5b' }],
    },
    { kind: 'score', key: 'tissue_area', label: 'Tissue', unit: 'mm²', digits: 2 },
    { kind: 'score', key: 'tissue_share', label: 'Tissue share of the examined area', unit: '%', digits: 1 },
  ],
  params: [],
}
