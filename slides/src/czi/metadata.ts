import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { Channel, SlideMetadata } from '../slide.ts'
import type { Source } from '../source/source.ts'
import { leafTexts } from '../xml/leaf-texts.ts'
import type { XmlElement } from '../xml/parse-xml.ts'
import { find, findAll, numberAt, parseXml, textAt } from '../xml/parse-xml.ts'
import { readSegmentStart, segmentHeaderBytes, viewOf } from './segments.ts'

const structure = 'CZI metadata'
const xmlOffset = segmentHeaderBytes + 256

/** What the XML of a file says; empty where it says nothing. */
export interface CziMetadata {
  readonly mpp?: { readonly x: number; readonly y: number } | undefined
  /** µm */
  readonly stepZ?: number | undefined
  readonly stepT?: number | undefined
  readonly objective?: number | undefined
  readonly bitDepth?: number | undefined
  /** In the file's order. */
  readonly channels: readonly Channel[]
  /** Names of scenes by their numbers. */
  readonly sceneNames: ReadonlyMap<number, string>
  readonly slide: SlideMetadata
}

export async function readMetadata(
  source: Source,
  position: number,
  signal?: AbortSignal,
): Promise<CziMetadata> {
  const text = await readMetadataText(source, position, signal)
  return text === undefined ? nothingDescribed : parseMetadata(text)
}

/** The XML; undefined where the file has none. */
export async function readMetadataText(
  source: Source,
  position: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (position === 0) return undefined
  const start = await readSegmentStart(source, position, 'ZISRAWMETADATA', xmlOffset, structure, signal)
  const length = viewOf(start).getInt32(segmentHeaderBytes, true)
  if (length < 0) throw new SlideError('malformed', structure, `has ${length} bytes`)
  if (length > limits.xmlBytes) {
    throw new SlideError('too_large', structure, `has ${length} bytes, more than ${limits.xmlBytes}`)
  }
  if (position + xmlOffset + length > source.size) {
    throw new SlideError('truncated', structure, `has ${length} bytes, but the file ends before`)
  }
  const bytes = await source.read(position + xmlOffset, length, signal)
  return new TextDecoder().decode(bytes).replace(/\0+$/, '')
}

/** Of a file without metadata. */
export const nothingDescribed: CziMetadata = {
  channels: [],
  sceneNames: new Map(),
  slide: { properties: {} },
}

export function parseMetadata(xml: string): CziMetadata {
  const root = parseXml(xml, structure)
  return describe(find(root, 'Metadata') ?? root)
}

function describe(metadata: XmlElement): CziMetadata {
  const image = find(metadata, 'Information', 'Image')
  const x = distance(metadata, 'X')
  const y = distance(metadata, 'Y')
  const scenes = findAll(metadata, 'Information', 'Image', 'Dimensions', 'S', 'Scenes', 'Scene')
  return {
    mpp: x !== undefined && y !== undefined ? { x, y } : undefined,
    stepZ: distance(metadata, 'Z'),
    stepT: interval(metadata),
    objective: objectiveOf(metadata),
    bitDepth: (image && numberAt(image, 'ComponentBitCount')) ?? bitDepthOfChannels(metadata),
    channels: channelsOf(metadata),
    sceneNames: new Map(
      scenes.flatMap(({ attributes: { Index, Name } }) => (Index && Name ? [[Number(Index), Name]] : [])),
    ),
    slide: slideMetadata(metadata),
  }
}

/** µm; the file gives metres, and 0 where it doesn't know. */
function distance(metadata: XmlElement, axis: string): number | undefined {
  const distances = findAll(metadata, 'Scaling', 'Items', 'Distance')
  const element = distances.find(({ attributes }) => attributes.Id === axis)
  const metres = element && numberAt(element, 'Value')
  // Fifteen digits hide that metres times a million is not exact.
  return metres !== undefined && metres > 0 ? Number((metres * 1e6).toPrecision(15)) : undefined
}

/** Seconds between time points, given as such or as the offset of each from the first. */
function interval(metadata: XmlElement): number | undefined {
  const positions = find(metadata, 'Information', 'Image', 'Dimensions', 'T', 'Positions')
  const given = positive(positions && numberAt(positions, 'Interval', 'Increment'))
  if (given !== undefined || !positions) return given
  return evenStep((textAt(positions, 'List', 'Offsets') ?? '').trim().split(/\s+/).map(Number))
}

/** Undefined where time points are not evenly spaced: they have no one distance. */
export function evenStep(offsets: readonly number[]): number | undefined {
  const steps = offsets.slice(1).map((offset, index) => offset - (offsets[index] ?? Number.NaN))
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length
  const isEven = steps.length > 0 && steps.every((step) => Math.abs(step - mean) <= 0.05 * mean)
  return isEven ? positive(Number(mean.toPrecision(6))) : undefined
}

function objectiveOf(metadata: XmlElement): number | undefined {
  const used = find(metadata, 'Information', 'Image', 'ObjectiveSettings', 'ObjectiveRef')?.attributes.Id
  const objectives = findAll(metadata, 'Information', 'Instrument', 'Objectives', 'Objective')
  // Of several without a reference nobody knows which it was.
  const only = used === undefined && objectives.length === 1 ? objectives[0] : undefined
  const objective = used === undefined ? only : objectives.find(({ attributes }) => attributes.Id === used)
  return positive(objective && numberAt(objective, 'NominalMagnification'))
}

/** The largest: no value of any channel is cut off by it. */
function bitDepthOfChannels(metadata: XmlElement): number | undefined {
  const channels = findAll(metadata, 'Information', 'Image', 'Dimensions', 'Channels', 'Channel')
  const depths = channels.map((channel) => numberAt(channel, 'ComponentBitCount') ?? 0)
  return positive(depths.reduce((largest, depth) => Math.max(largest, depth), 0))
}

function channelsOf(metadata: XmlElement): Channel[] {
  const described = findAll(metadata, 'Information', 'Image', 'Dimensions', 'Channels', 'Channel')
  const displays = findAll(metadata, 'DisplaySetting', 'Channels', 'Channel')
  // The first of several with one Id.
  const displaysById = new Map(displays.toReversed().map((display) => [display.attributes.Id, display]))
  return (described.length > 0 ? described : displays).map((channel, index) => {
    const { Id, Name } = channel.attributes
    const display = displaysById.get(Id) ?? displays[index]
    const exposure = positive(numberAt(channel, 'ExposureTime'))
    return {
      name: Name || textAt(channel, 'Fluor') || display?.attributes.Name || undefined,
      color: colorOf(display && textAt(display, 'Color')) ?? colorOf(textAt(channel, 'Color')),
      emissionWavelength: positive(numberAt(channel, 'EmissionWavelength')),
      excitationWavelength: positive(numberAt(channel, 'ExcitationWavelength')),
      // The file gives nanoseconds.
      exposure: exposure && exposure / 1e6,
    }
  })
}

/** `#AARRGGBB` or `#RRGGBB`. */
function colorOf(text: string | undefined): number | undefined {
  const [, color] = /^#(?:[\da-f]{2})?([\da-f]{6})$/i.exec(text ?? '') ?? []
  return color === undefined ? undefined : Number.parseInt(color, 16)
}

function slideMetadata(metadata: XmlElement): SlideMetadata {
  const information = find(metadata, 'Information')
  const microscope = find(metadata, 'Information', 'Instrument', 'Microscopes', 'Microscope')
  const application = find(metadata, 'Information', 'Application')
  const software = [application && textAt(application, 'Name'), application && textAt(application, 'Version')]
  const scannedAt = [
    textAt(metadata, 'Information', 'Image', 'AcquisitionDateAndTime'),
    textAt(metadata, 'Information', 'Document', 'CreationDate'),
  ]
  return {
    scanner: {
      manufacturer: microscope && textAt(microscope, 'Manufacturer', 'Manufacturer'),
      model: microscope?.attributes.Name || (microscope && textAt(microscope, 'Manufacturer', 'Model')),
      serial: microscope && textAt(microscope, 'Manufacturer', 'SerialNumber'),
      software: software.filter(Boolean).join(' ') || undefined,
    },
    scannedAt: scannedAt.find(isDate),
    properties: information ? leafTexts(information) : {},
  }
}

const positive = (value: number | undefined): number | undefined =>
  value !== undefined && value > 0 ? value : undefined

/** Files that don't know give the first day of the year 1. */
const isDate = (text: string | undefined): boolean =>
  text !== undefined && /^\d{4}-\d\d-\d\dT/.test(text) && Date.parse(text) > Date.parse('1900-01-01')
