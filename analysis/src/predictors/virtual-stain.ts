import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'

type InputChannel = PredictorManifest['input']['channels'][number]
type Output = PredictorManifest['outputs'][number]

/** What stains that are drawn from fluorescence look at: nuclei, and what lies beside them. */
export const stainedInput = (other: InputChannel): PredictorManifest['input'] => ({
  modality: 'fluorescence',
  stains: [],
  mpp: 0.25,
  coarsest_mpp: 4,
  channels: [{ key: 'nuclear', label: 'Nuclei', role: 'nuclear' }, other],
  tile: 1024,
  halo: 0,
  region: 'tissue',
  joining: 'crop',
  qc_gate: true,
})

/** The picture that comes of it, which no microscope saw. */
export const virtualPicture = (key: string, label: string): Output => ({
  kind: 'image',
  key,
  label,
  pixels: 'rgb',
  channels: [],
  virtual: true,
})

/** What is learned of each channel that is drawn as a stain. */
export const learnedGain = (key: string, label: string) => ({ key, label, parts: ['background', 'gain'] })

export const tissueScore: Output = {
  kind: 'score',
  key: 'tissue_area',
  label: 'Tissue',
  unit: 'mm²',
  digits: 2,
}

/** How much of a stain there is, beside what was learned. */
export const strength = (
  key: string,
  label: string,
  help = 'Multiplies the strength that was learned from the slide.',
): PredictorManifest['params'][number] => ({
  kind: 'number',
  key,
  label,
  unit: '×',
  default: 1,
  min: 0.1,
  max: 5,
  step: 0.1,
  help,
})
