import { type PredictorManifest, predictorManifest } from '../predictors/predictor-manifest.ts'

/** A manifest with nothing special about it. */
export function testManifest(
  input: Partial<PredictorManifest['input']> = {},
  rest: Partial<PredictorManifest> = {},
): PredictorManifest {
  return predictorManifest.parse({
    id: 'test',
    version: '1.0.0',
    name: 'Test',
    summary: '',
    intended_use: '',
    limitations: '',
    method: '',
    sources: [],
    licence: 'Apache-2.0',
    runtime: 'builtin',
    params: [],
    input: {
      modality: 'any',
      stains: [],
      mpp: 0.5,
      coarsest_mpp: 1,
      channels: [],
      tile: 512,
      halo: 0,
      region: 'tissue',
      joining: 'crop',
      qc_gate: true,
      ...input,
    },
    outputs: [{ kind: 'score', key: 'value', label: 'Value', unit: '', digits: 1 }],
    ...rest,
  })
}
