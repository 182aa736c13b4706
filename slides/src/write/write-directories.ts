import { compressions, tags } from '../tiff/tags.ts'
import { writeDescription } from './description.ts'
import { type DirectoryEntries, type DirectoryValue, writeDirectory } from './directory.ts'
import { writeOmeXml } from './ome-xml.ts'
import type { OutputFile } from './output-file.ts'
import { levelOf, type PyramidLayout } from './pyramid-layout.ts'
import type { PyramidPlan } from './pyramid-options.ts'
import { nearestRational } from './rational.ts'
import type { TileIndex } from './tile-index.ts'

/** Reading does without this one. */

/** Black and white of Y, Cb and Cr as JFIF has them. TIFF's own default would fit no JPEG. */
const jpegBlackWhite = [0, 255, 128, 255, 128, 255]

export interface WrittenTiles {
  readonly index: TileIndex
  readonly jpegTables?: Uint8Array | undefined
}

/**
 * Writes all directories and resolves to the position of the first. BigTIFF chains the levels; OME-TIFF chains the
 * planes and hangs the levels below each. From the last to the first, because each names the position of the next.
 */
export async function writeDirectories(
  file: OutputFile,
  plan: PyramidPlan,
  layout: PyramidLayout,
  tiles: WrittenTiles,
): Promise<number> {
  const levels = [...layout.levels.keys()]
  let next = 0
  if (plan.container === 'bigtiff') {
    for (const level of levels.reverse()) {
      next = await writeDirectory(file, describeLevel(plan, layout, tiles, 0, level), next)
    }
    return next
  }
  for (let plane = layout.planes - 1; plane >= 0; plane--) {
    const lower: number[] = []
    for (const level of levels.slice(1)) {
      lower.push(await writeDirectory(file, describeLevel(plan, layout, tiles, plane, level), 0))
    }
    const entries = new Map(describeLevel(plan, layout, tiles, plane, 0))
    if (lower.length > 0) entries.set(tags.subIfds, { type: 'ifd8', values: lower })
    next = await writeDirectory(file, entries, next)
  }
  return next
}

function describeLevel(
  plan: PyramidPlan,
  layout: PyramidLayout,
  { index, jpegTables }: WrittenTiles,
  plane: number,
  level: number,
): DirectoryEntries {
  const { samples, bitDepth, tileSize } = plan
  const { width, height, columns, rows, firstTile } = levelOf(layout, level)
  const first = plane * layout.planeTiles + firstTile
  const count = columns * rows
  const perSample = (value: number) => short(...Array.from({ length: samples }, () => value))
  const sampleBits = plan.pixelType === 'u8' ? 8 : 16

  const entries = new Map<number, DirectoryValue>([
    [tags.newSubfileType, long(level === 0 ? 0 : 1)],
    [tags.imageWidth, long(width)],
    [tags.imageLength, long(height)],
    [tags.bitsPerSample, perSample(sampleBits)],
    ...describeCompression(plan, jpegTables),
    [tags.samplesPerPixel, short(samples)],
    [tags.planarConfiguration, short(1)],
    [tags.software, { type: 'ascii', text: 'Cresyl' }],
    [tags.tileWidth, long(tileSize)],
    [tags.tileLength, long(tileSize)],
    [tags.tileOffsets, { type: 'long8', count, at: (i) => index.positionOf(first + i) }],
    [tags.tileByteCounts, { type: 'long', count, at: (i) => index.lengthOf(first + i) }],
    [tags.sampleFormat, perSample(1)],
    ...describeResolution(plan, level),
  ])
  if (bitDepth < sampleBits) entries.set(tags.maxSampleValue, perSample(2 ** bitDepth - 1))
  if (plan.icc && level === 0) entries.set(tags.iccProfile, { type: 'undefined', bytes: plan.icc })
  if (plane === 0 && level === 0) {
    const text = plan.container === 'ome-tiff' ? writeOmeXml(plan) : writeDescription(plan)
    entries.set(tags.imageDescription, { type: 'ascii', text })
  }
  return entries
}

function describeCompression(
  { compression, samples }: PyramidPlan,
  jpegTables: Uint8Array | undefined,
): [number, DirectoryValue][] {
  const photometric = samples === 1 ? 1 : compression.kind === 'jpeg' ? 6 : 2
  const entries: [number, DirectoryValue][] = [[tags.photometric, short(photometric)]]
  switch (compression.kind) {
    case 'jpeg': {
      entries.push([tags.compression, short(compressions.jpeg)])
      const factor = compression.subsampling === '4:2:0' ? 2 : 1
      if (samples === 3) {
        entries.push([tags.ycbcrSubSampling, short(factor, factor)])
        const fractions = jpegBlackWhite.map((numerator) => ({ numerator, denominator: 1 }))
        entries.push([tags.referenceBlackWhite, { type: 'rational', fractions }])
      }
      if (jpegTables) entries.push([tags.jpegTables, { type: 'undefined', bytes: jpegTables }])
      break
    }
    case 'deflate':
      entries.push([tags.compression, short(compressions.deflate)], [tags.predictor, short(2)])
      break
    case 'none':
      entries.push([tags.compression, short(compressions.none)])
  }
  return entries
}

/** Pixels per centimetre; a level's pixels are exactly 2, 4, 8… times as large, whatever its rounded size. */
function describeResolution({ mpp }: PyramidPlan, level: number): [number, DirectoryValue][] {
  if (!mpp) return []
  const perCentimetre = (size: number): DirectoryValue => ({
    type: 'rational',
    fractions: [nearestRational(10_000 / (size * 2 ** level))],
  })
  return [
    [tags.xResolution, perCentimetre(mpp.x)],
    [tags.yResolution, perCentimetre(mpp.y)],
    [tags.resolutionUnit, short(3)],
  ]
}

const short = (...values: number[]): DirectoryValue => ({ type: 'short', values })
const long = (value: number): DirectoryValue => ({ type: 'long', values: [value] })
