import { fieldTypes, tagName, tags } from '../tiff/tags.ts'
import { productName, programName } from './allowed-values.ts'

/** Numbers that say how pixels are stored and where; by the specification's numbers where they have no name here. */
const numberTags: ReadonlySet<number> = new Set([
  ...[tags.newSubfileType, 255, tags.imageWidth, tags.imageLength, tags.bitsPerSample, tags.compression],
  ...[tags.photometric, 263, 264, 265, tags.fillOrder, tags.stripOffsets, tags.orientation],
  ...[tags.samplesPerPixel, tags.rowsPerStrip, tags.stripByteCounts, 280, tags.maxSampleValue],
  ...[tags.xResolution, tags.yResolution, tags.planarConfiguration, tags.xPosition, tags.yPosition],
  ...[290, 291, 292, 293, tags.resolutionUnit, tags.pageNumber, 301, tags.predictor, 318, 319],
  ...[tags.colorMap, 321, tags.tileWidth, tags.tileLength, tags.tileOffsets, tags.tileByteCounts],
  ...[326, 327, 328, tags.subIfds, 332, 334, 336, tags.extraSamples, tags.sampleFormat, 340, 341, 342],
  ...[tags.ycbcrCoefficients, tags.ycbcrSubSampling, tags.ycbcrPositioning, tags.referenceBlackWhite],
  ...[32995, 32996, tags.imageDepth, 32998, tags.lercParameters],
])

/** Bytes without which the pixels can't be decoded, or not shown in their colours. */
const byteTags: ReadonlySet<number> = new Set([tags.jpegTables, tags.iccProfile])

const textTypes: ReadonlySet<number> = new Set([fieldTypes.ascii, fieldTypes.undefined, fieldTypes.sbyte])
/** A few numbers of tags that some writers store so; more could be text. */
const mostByteNumbers = 16

/** Whether the value of a tag stays as it is. */
export function staysAsItIs(tag: number, type: number, count: number): boolean {
  if (byteTags.has(tag)) return true
  if (!numberTags.has(tag) || textTypes.has(type)) return false
  return type !== fieldTypes.byte || count <= mostByteNumbers
}

/** What stays of a short text, for the tags of which something may stay. */
export const keptTexts: ReadonlyMap<number, (text: string) => string | undefined> = new Map([
  [tags.software, programName],
  [tags.make, (text) => (productName.test(text.trim()) ? text.trim() : undefined)],
  [tags.model, (text) => (productName.test(text.trim()) ? text.trim() : undefined)],
])

/** Tags that have no other use here than to be removed. */
const removedNames: Readonly<Record<number, string>> = {
  269: 'DocumentName',
  285: 'PageName',
  333: 'InkNames',
  337: 'TargetPrinter',
  700: 'XMP',
  33432: 'Copyright',
  33723: 'IPTC',
  34377: 'Photoshop',
  34665: 'EXIF',
  34853: 'GPS',
}

/** For people. */
export const removedName = (tag: number): string => removedNames[tag] ?? tagName(tag)
