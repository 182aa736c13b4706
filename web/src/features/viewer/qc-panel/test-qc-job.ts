import type { JudgedMeasure, QcOverlay } from '@cresyl/contract/qc/qc-jobs'
import { sourceSpace } from '@cresyl/contract/slides/image-space'

export const testMeasure = (given: Partial<JudgedMeasure> & Pick<JudgedMeasure, 'key'>): JudgedMeasure => ({
  channel: null,
  channel_name: null,
  value: 1,
  sentence: 'All is well.',
  verdict: 'passed',
  limits: { warn: 5, fail: 20 },
  where: null,
  tile_counts: null,
  ...given,
})

export const testOverlay = (given: Partial<QcOverlay> & Pick<QcOverlay, 'key'>): QcOverlay => ({
  image_id: 'overlay',
  channel: null,
  kind: 'heatmap',
  space: sourceSpace({ frame: 'scan', width: 8, height: 8 }),
  ...given,
})
