import { SlideError } from '../errors.ts'
import type { Channel, SlideMetadata } from '../slide.ts'
import { find, findAll, parseXml, type XmlElement } from '../xml/parse-xml.ts'
import { quoted } from '../xml/quoted.ts'
import { micrometres } from './lengths.ts'
import { omeMetadata } from './ome-metadata.ts'

export const omeStructure = 'OME-XML'

/** What the OME-XML of a file says of its images. */
export interface OmeDocument {
  readonly images: readonly OmeImage[]
  readonly metadata: SlideMetadata
}

export interface OmeImage {
  readonly name?: string | undefined
  readonly size: PlaneCounts
  /** `XYCZT`: which of the dimensions varies fastest from page to page. */
  readonly dimensionOrder: string
  readonly mpp?: { readonly x: number; readonly y: number } | undefined
  readonly stepZ?: number | undefined
  readonly stepT?: number | undefined
  readonly objective?: number | undefined
  readonly significantBits?: number | undefined
  readonly channels: readonly OmeChannel[]
  readonly tiffData: readonly TiffDataBlock[]
}

/** `c` counts samples: an RGB image has 3. */
export interface PlaneCounts {
  readonly c: number
  readonly z: number
  readonly t: number
}

export interface OmeChannel extends Channel {
  /** Undefined where the file doesn't say. */
  readonly samplesPerPixel?: number | undefined
}

/** Consecutive planes in consecutive pages. */
export interface TiffDataBlock {
  /** The first of the pages. */
  readonly ifd: number
  readonly first: PlaneCounts
  /** Undefined: all that follow. */
  readonly planeCount?: number | undefined
}

export function parseOmeXml(text: string): OmeDocument {
  const root = parseXml(text, omeStructure)
  if (root.name !== 'OME') throw malformed(`begins with the element ${quoted(root.name)} instead of "OME"`)
  refuseOtherFiles(root)
  const objectives = new Map<string | undefined, XmlElement>()
  for (const objective of findAll(root, 'Instrument', 'Objective')) {
    const { ID } = objective.attributes
    if (!objectives.has(ID)) objectives.set(ID, objective)
  }
  const images = findAll(root, 'Image').map((image) => parseImage(image, objectives))
  if (images.length === 0) throw malformed('describes no image')
  return { images, metadata: omeMetadata(root) }
}

const malformed = (reason: string) => new SlideError('malformed', omeStructure, reason)

/** Planes that lie in other files can't be read from this one. */
function refuseOtherFiles(root: XmlElement): void {
  const explain = (where: string) =>
    new SlideError(
      'unsupported',
      omeStructure,
      `is one of several files that make up the image (${where}); combine them into one OME-TIFF, e.g. with bfconvert`,
    )
  const binaryOnly = find(root, 'BinaryOnly')
  if (binaryOnly) {
    const { MetadataFile } = binaryOnly.attributes
    throw explain(`the metadata is in ${MetadataFile ? quoted(MetadataFile) : 'another file'}`)
  }
  const files = findAll(root, 'Image', 'Pixels', 'TiffData', 'UUID').map(({ text, attributes }) => ({
    id: text || attributes.FileName || '',
    name: attributes.FileName || text,
  }))
  // A file that was renamed or saved anew names itself wrongly, but still only one.
  const other = files.find(({ id }) => id !== files[0]?.id)
  if (other) throw explain(`planes are in ${quoted(files[0]?.name ?? '')} and in ${quoted(other.name)}`)
}

function parseImage(image: XmlElement, objectives: Objectives): OmeImage {
  const pixels = find(image, 'Pixels')
  if (!pixels) throw malformed(`image ${quoted(image.attributes.ID ?? '')} has no <Pixels>`)
  const { attributes } = pixels
  const length = (name: string) => micrometres(numberOf(attributes[name]), attributes[`${name}Unit`] ?? 'µm')
  const x = length('PhysicalSizeX')
  const y = length('PhysicalSizeY')
  const exposures = exposuresByChannel(pixels)
  return {
    name: image.attributes.Name || undefined,
    size: { c: count(attributes, 'SizeC'), z: count(attributes, 'SizeZ'), t: count(attributes, 'SizeT') },
    dimensionOrder: dimensionOrder(attributes.DimensionOrder),
    mpp: x && y ? { x, y } : undefined,
    stepZ: length('PhysicalSizeZ'),
    stepT: timeIncrement(attributes),
    objective: objective(image, objectives),
    significantBits: numberOf(attributes.SignificantBits),
    channels: findAll(pixels, 'Channel').map((channel, index) => ({
      ...parseChannel(channel),
      exposure: exposures.get(String(index)),
    })),
    tiffData: findAll(pixels, 'TiffData').map(parseTiffData),
  }
}

function count(attributes: XmlElement['attributes'], name: string): number {
  const value = Number(attributes[name] ?? 1)
  if (!Number.isSafeInteger(value) || value < 1)
    throw malformed(`${name} is ${quoted(attributes[name] ?? '')}`)
  return value
}

function dimensionOrder(order = 'XYCZT'): string {
  if (!/^XY(?:CZT|CTZ|ZCT|ZTC|TCZ|TZC)$/.test(order)) throw malformed(`DimensionOrder is ${quoted(order)}`)
  return order
}

/** By their IDs. */
type Objectives = ReadonlyMap<string | undefined, XmlElement>

/** The one that the image refers to, or the only one there is. */
function objective(image: XmlElement, all: Objectives): number | undefined {
  const settings = find(image, 'ObjectiveSettings') ?? find(image, 'ObjectiveRef')
  const used = settings && all.get(settings.attributes.ID)
  const [only] = !settings && all.size === 1 ? all.values() : []
  return positive(numberOf((used ?? only)?.attributes.NominalMagnification))
}

function parseChannel({ attributes }: XmlElement): OmeChannel {
  const nanometres = (name: string) => {
    const length = micrometres(numberOf(attributes[name]), attributes[`${name}Unit`] ?? 'nm')
    return length && Number((length * 1000).toPrecision(12))
  }
  return {
    name: attributes.Name || undefined,
    color: color(attributes.Color),
    emissionWavelength: nanometres('EmissionWavelength'),
    excitationWavelength: nanometres('ExcitationWavelength'),
    samplesPerPixel: positive(numberOf(attributes.SamplesPerPixel)),
  }
}

/** Red, green, blue and alpha, a byte each, as one signed number. */
function color(text: string | undefined): number | undefined {
  const value = numberOf(text)
  return Number.isInteger(value) ? (value as number) >>> 8 : undefined
}

const millisecondsOf: Readonly<Record<string, number>> = {
  µs: 1e-3,
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** Undefined where it isn't positive or its unit isn't known. */
function milliseconds(value: string | undefined, unit = 's'): number | undefined {
  const factor = millisecondsOf[unit.replace('\u03bc', 'µ')] ?? Number.NaN
  const time = positive((numberOf(value) ?? Number.NaN) * factor)
  return time && Number(time.toPrecision(12))
}

/** In seconds. */
function timeIncrement({ TimeIncrement, TimeIncrementUnit }: XmlElement['attributes']): number | undefined {
  const time = milliseconds(TimeIncrement, TimeIncrementUnit)
  return time && time / 1000
}

/** In ms, by the channel's number, of its first plane that says it. */
function exposuresByChannel(pixels: XmlElement): Map<string, number> {
  const exposures = new Map<string, number>()
  for (const { attributes } of findAll(pixels, 'Plane')) {
    const { TheC = '0', ExposureTime, ExposureTimeUnit } = attributes
    const exposure = milliseconds(ExposureTime, ExposureTimeUnit)
    if (exposure && !exposures.has(TheC)) exposures.set(TheC, exposure)
  }
  return exposures
}

function parseTiffData({ attributes }: XmlElement): TiffDataBlock {
  const index = (name: string) => {
    const value = Number(attributes[name] ?? 0)
    if (!Number.isSafeInteger(value) || value < 0)
      throw malformed(`${name} of <TiffData> is ${quoted(attributes[name] ?? '')}`)
    return value
  }
  const planes = attributes.PlaneCount === undefined ? undefined : index('PlaneCount')
  return {
    ifd: index('IFD'),
    first: { c: index('FirstC'), z: index('FirstZ'), t: index('FirstT') },
    // A page that is named stands for itself unless a count says otherwise.
    planeCount: planes ?? (attributes.IFD === undefined ? undefined : 1),
  }
}

function numberOf(text: string | undefined): number | undefined {
  const value = Number(text?.trim() || Number.NaN)
  return Number.isFinite(value) ? value : undefined
}

const positive = (value: number | undefined) =>
  value !== undefined && value > 0 && Number.isFinite(value) ? value : undefined
