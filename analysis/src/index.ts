export type { AssembledDetections, AssembledImage } from './inference/assemble.ts'
export { type ChunkIndex, encodeChunk, openChunk } from './inference/chunk-file.ts'
export { encodeChunkThings } from './inference/detections/chunk-things.ts'
export { densityCells } from './inference/detections/density-tile.ts'
export { type Detections, openDetections } from './inference/detections/read-detections.ts'
export { thingTileSide } from './inference/detections/thing-tile.ts'
export { DetectionsWriter } from './inference/detections/write-detections.ts'
export {
  decodeOutputTile,
  levelsOfChunk,
  levelsOfOutput,
  type PixelOutput,
  pixelOutputs,
} from './inference/output-pyramid.ts'
export type { FoundThings, Learned, Predictor } from './inference/predictor.ts'
export { packPreparation, type RunOptions, unpackPreparation } from './inference/run.ts'
export { chunkAt, chunkSide, planRun, type RunPlan } from './inference/run-plan.ts'
export { type ChunkStore, runPredictor } from './inference/run-predictor.ts'
export { exampleSize, makeExample } from './predictors/example/make-example.ts'
export { predictors } from './predictors/index.ts'
export { checkQuality, type QcOptions, qcVersion } from './qc/check-quality.ts'
export type { QcCheckpoint } from './qc/checkpoint.ts'
export type * from './qc/result/finding.ts'
export {
  type AlignedImage,
  alignImages,
  type FoundPairs,
  isFoundPairs,
  type NotAligned,
} from './registration/align-images.ts'
