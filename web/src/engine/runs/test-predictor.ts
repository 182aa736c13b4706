import type { FitImage } from '@cresyl/contract/predictors/predictor-fit'
import { type PredictorManifest, predictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import type { Predictor } from '@cresyl/contract/predictors/predictors'

const manifest: PredictorManifest = predictorManifest.parse({
  id: 'virtual-he',
  version: '1.2.0',
  name: 'Virtual H&E',
  summary: 'Colours two channels as if they were stained.',
  intended_use: 'Research.',
  limitations: 'None.',
  method: 'Beer–Lambert.',
  sources: [],
  licence: 'MIT',
  runtime: 'builtin',
  input: {
    modality: 'fluorescence',
    stains: [],
    mpp: 0.5,
    coarsest_mpp: 2,
    channels: [
      { key: 'nuclei', label: 'Nuclei', role: 'nuclear' },
      { key: 'body', label: 'Cytoplasm', role: 'cytoplasm' },
    ],
    tile: 512,
    halo: 0,
    region: 'all',
    joining: 'crop',
    qc_gate: true,
  },
  outputs: [{ kind: 'image', key: 'image', label: 'H&E', pixels: 'rgb', channels: [], virtual: true }],
  params: [
    {
      kind: 'number',
      key: 'strength',
      label: 'Strength',
      help: '',
      unit: '%',
      default: 100,
      min: 10,
      max: 200,
      step: 5,
    },
    {
      kind: 'choice',
      key: 'look',
      label: 'Look',
      help: '',
      default: 'warm',
      options: [
        { key: 'warm', label: 'Warm' },
        { key: 'cold', label: 'Cold' },
      ],
    },
    { kind: 'switch', key: 'smooth', label: 'Smooth', help: '', default: false },
  ],
})

export const testPredictor = (
  given: Partial<Predictor> = {},
  change: Partial<PredictorManifest> = {},
): Predictor => ({
  id: '01890000-0000-7000-8000-000000000001',
  manifest: { ...manifest, ...change },
  digest: 'ab'.repeat(32),
  enabled: true,
  enabled_by: null,
  enabled_at: null,
  automatic: false,
  preferred_params: {},
  versions: [],
  version: 1,
  ...given,
})

export const testFitImage = (given: Partial<FitImage> = {}): FitImage => ({
  width: 1000,
  height: 800,
  mpp_x: 0.5,
  mpp_y: 0.5,
  samples: 1,
  channels: [
    { name: 'DAPI', emission_wavelength: null },
    { name: 'Eosin', emission_wavelength: null },
  ],
  modality: 'fluorescence',
  ...given,
})
