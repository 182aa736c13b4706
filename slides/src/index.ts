export { encodeJpeg, type JpegOptions } from './codecs/jpeg.ts'
export { encodePng } from './codecs/png.ts'
export { Repeats } from './codecs/repeats.ts'
export { encodeWebp, type WebpOptions } from './codecs/webp.ts'
export { type Deidentified, type DeidentifyOptions, deidentify } from './deidentify/deidentify.ts'
export * from './errors.ts'
export { limits } from './limits.ts'
export { type OpenOptions, openSlide } from './open.ts'
export * from './pixels.ts'
export type { DefectKind, DefectOptions } from './procedural/defects.ts'
export type { Nucleus, TruthSummary } from './procedural/ground-truth.ts'
export { type MadeSlide, type MakeSlideOptions, makeSlide } from './procedural/make-slide.ts'
export type { NucleusClass } from './procedural/nucleus.ts'
export type { Positivity } from './procedural/positivity.ts'
export { drawSection, type SectionOptions, writeSection } from './procedural/section.ts'
export { createTissue, type Tissue } from './procedural/tissue.ts'
export type { TissueOptions } from './procedural/tissue-options.ts'
export {
  type ChannelStatistics,
  type Histogram,
  type MeasureOptions,
  measureChannels,
} from './render/channel-statistics.ts'
export {
  type ChannelDisplay,
  type Compositor,
  compositeChannels,
  createCompositor,
  displayRgb,
} from './render/composite.ts'
export { channelColors, defaultDisplays } from './render/default-displays.ts'
export type { DisplayOptions } from './render/display-image.ts'
export {
  type EncodedImage,
  type EncodeOptions,
  encodeImage,
  type ImageFormat,
  imageFormats,
} from './render/encode-image.ts'
export { type ExportedRegion, exportRegion } from './render/export-region.ts'
export { applyIcc, type IccTransform, openIccTransform } from './render/icc.ts'
export { planeDepth8, planeDepth16, shuffleBytes, unshuffleBytes } from './render/planes.ts'
export { backgroundOf, type LevelRegion, type Progress, readRegion } from './render/read-region.ts'
export { chooseLevel, type OutputScale, type Rectangle, type Region } from './render/region-plan.ts'
export { type RenderOptions, renderRegion } from './render/render-region.ts'
export { type ResampleRegion, resampleTile } from './render/resample.ts'
export { type SampleOptions, sampleRegion } from './render/sample-region.ts'
export { renderThumbnail, thumbnailSize } from './render/thumbnail.ts'
export { renderTile, renderTilePixels, type TileOptions } from './render/tile-image.ts'
export type { DisplayWindow } from './render/value-range.ts'
export { withComment } from './render/with-comment.ts'
export * from './slide.ts'
export {
  type CachedSource,
  type CacheOptions,
  type CacheStats,
  cachedSource,
} from './source/cached-source.ts'
export { type FileOptions, openFileSource } from './source/file-source.ts'
export { ChangedError } from './source/http-range.ts'
export { type HttpOptions, type HttpSource, openHttpSource } from './source/http-source.ts'
export { memorySource } from './source/memory-source.ts'
export { type RangeStore, rangeSource } from './source/range-source.ts'
export type { TakeBytes } from './source/read-at-once.ts'
export type { Source } from './source/source.ts'
export { readTileIndex } from './tiff/read-tile-index.ts'
export { copyImage, writableFormat } from './write/copy-image.ts'
export {
  createPyramid,
  type PyramidCompression,
  type PyramidOptions,
  type PyramidWriter,
  type WrittenPyramid,
} from './write/create-pyramid.ts'
export {
  createPartEncoder,
  decodePartTile,
  encodePart,
  type PartEncoder,
  type PartTile,
  type PyramidPart,
} from './write/encode-part.ts'
export { syncFile } from './write/sync-file.ts'
export { findAll, parseXml, type XmlElement } from './xml/parse-xml.ts'
