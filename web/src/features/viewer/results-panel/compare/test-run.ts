import type { InferenceJobWithProvenance, InferenceOutput } from '@cresyl/contract/predictors/inference-jobs'
import { sourceSpace } from '@cresyl/contract/slides/image-space'
import { testPredictor } from '../../../../engine/runs/test-predictor.ts'

export const testSpace = sourceSpace({ frame: 'scan', width: 1000, height: 800 })

/** A run that is done, of a predictor with settings, channels, an image, counts and scores. */
export const testRun = (given: Partial<InferenceJobWithProvenance> = {}): InferenceJobWithProvenance => ({
  id: 'run',
  organization_id: 'org',
  input_image_id: 'scan',
  slide_id: 'slide',
  slide_name: 'Liver',
  predictor_id: 'predictor',
  predictor: { key: 'virtual-he', name: 'Virtual H&E', version: '1.2.0', digest: 'ab'.repeat(32) },
  job_id: null,
  state: 'succeeded',
  waits_for_qc: false,
  stage: null,
  progress: null,
  finishes_at: null,
  message: '',
  region: null,
  params: { strength: 100, look: 'warm', smooth: false },
  channels: { nuclei: 0, body: 1 },
  mpp: null,
  made_scale: null,
  qc_state: 'passed',
  qc_overridden: false,
  qc_overridden_by: null,
  outputs: [],
  created_by: null,
  created_at: '2026-11-16T10:00:00Z',
  started_at: '2026-11-16T10:00:10Z',
  finished_at: '2026-11-16T10:00:30Z',
  version: 3,
  manifest: testPredictor().manifest,
  queue_place: null,
  provenance: {
    file_id: 'file',
    file_hash: 'cd'.repeat(32),
    program: 'Cresyl 0.1.0',
    machine: 'one',
    learned: {},
    mpp: 0.5,
    tiles_computed: 12,
    tiles_skipped: 4,
    override_reason: null,
  },
  ...given,
})

export const testOutput = (
  given: Partial<InferenceOutput> & Pick<InferenceOutput, 'key' | 'kind'>,
): InferenceOutput => ({
  label: given.key,
  image_id: null,
  space: null,
  counts: null,
  value: null,
  ...given,
})
