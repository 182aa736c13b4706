export { checkQuality, type QcOptions, qcVersion } from './qc/check-quality.ts'
export type { QcCheckpoint } from './qc/checkpoint.ts'
export type * from './qc/result/finding.ts'
