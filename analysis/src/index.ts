export {
  type AssembledDetections,
  type AssembledImage,
  assembleRun,
  type RunOutcome,
} from './inference/assemble.ts'
export { encodeChunk, findPixelTile } from './inference/chunk-file.ts'
export { computeChunk } from './inference/compute-chunk.ts'
export { densityCells } from './inference/detections/density-tile.ts'
export { type Detections, openDetections } from './inference/detections/read-detections.ts'
export { thingTileSide } from './inference/detections/thing-tile.ts'
export { DetectionsWriter } from './inference/detections/write-detections.ts'
export type { FoundThings, Learned, Predictor } from './inference/predictor.ts'
export {
  chunksOf,
  openRun,
  type Preparation,
  packPreparation,
  prepareRun,
  type RunOptions,
  unpackPreparation,
} from './inference/run.ts'
export { planRun, type RunPlan } from './inference/run-plan.ts'
export { predictors } from './predictors/index.ts'
export { checkQuality, type QcOptions, qcVersion } from './qc/check-quality.ts'
export type { QcCheckpoint } from './qc/checkpoint.ts'
export type * from './qc/result/finding.ts'
