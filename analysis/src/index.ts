export type * from './qc/finding.ts'
