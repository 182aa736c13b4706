import { kindByAnyWord } from '../formats/associated-kind.ts'
import type { AssociatedImage } from '../slide.ts'
import { find, findAll, type XmlElement } from '../xml/parse-xml.ts'
import { xmlElement } from '../xml/xml-text.ts'
import { channelName, number, productName, programName, unit, yesOrNo } from './allowed-values.ts'

const schema = 'http://www.openmicroscopy.org/Schemas/OME/2016-06'

type Kept = Readonly<Record<string, RegExp>>

const word = /^(?:[A-Z][A-Za-z]{0,40}|u?int(?:8|16|32)|float|double|bit)$/
const order = /^XY[CZT]{3}$/

const keptPixels: Kept = {
  DimensionOrder: order,
  Type: word,
  SignificantBits: number,
  Interleaved: yesOrNo,
  BigEndian: yesOrNo,
  SizeX: number,
  SizeY: number,
  SizeC: number,
  SizeZ: number,
  SizeT: number,
  PhysicalSizeX: number,
  PhysicalSizeY: number,
  PhysicalSizeZ: number,
  TimeIncrement: number,
  PhysicalSizeXUnit: unit,
  PhysicalSizeYUnit: unit,
  PhysicalSizeZUnit: unit,
  TimeIncrementUnit: unit,
}
const keptChannel: Kept = {
  Name: channelName,
  Fluor: channelName,
  Color: number,
  SamplesPerPixel: number,
  EmissionWavelength: number,
  EmissionWavelengthUnit: unit,
  NDFilter: number,
  ExcitationWavelength: number,
  ExcitationWavelengthUnit: unit,
}
const keptPlane: Kept = {
  TheC: number,
  TheZ: number,
  TheT: number,
  ExposureTime: number,
  ExposureTimeUnit: unit,
  PositionX: number,
  PositionY: number,
  PositionZ: number,
  DeltaT: number,
  DeltaTUnit: unit,
  PositionXUnit: unit,
  PositionYUnit: unit,
  PositionZUnit: unit,
}
const keptObjective: Kept = {
  NominalMagnification: number,
  CalibratedMagnification: number,
  LensNA: number,
  WorkingDistance: number,
  WorkingDistanceUnit: unit,
  Manufacturer: productName,
  Model: productName,
}
const keptMicroscope: Kept = { Manufacturer: productName, Model: productName }

/** Consecutive planes in consecutive pages. */
export interface PlaneBlock {
  readonly ifd: number
  readonly first: { readonly c: number; readonly z: number; readonly t: number }
  planes: number
}

export interface KeptSeries {
  readonly element: XmlElement
  readonly blocks: readonly PlaneBlock[]
}

/**
 * An OME-XML of the images that are kept, their planes where the copy has them. Ids are new, and people, projects,
 * annotations, descriptions, dates, names of images and serial numbers aren't carried over.
 */
export function writeOmeText(root: XmlElement, series: readonly KeptSeries[]): string {
  const objectives = new Map<string | undefined, XmlElement>()
  for (const objective of findAll(root, 'Instrument', 'Objective')) {
    if (!objectives.has(objective.attributes.ID)) objectives.set(objective.attributes.ID, objective)
  }
  const ids = new Map([...objectives.keys()].map((id, index) => [id, `Objective:0:${index}`]))
  const microscope = find(root, 'Instrument', 'Microscope')
  const parts = [
    ...(microscope ? [xmlElement('Microscope', keep(microscope, keptMicroscope))] : []),
    ...[...objectives].map(([id, objective]) =>
      xmlElement('Objective', { ID: ids.get(id), ...keep(objective, keptObjective) }),
    ),
  ]
  const images = series.map(({ element, blocks }, index) => {
    const settings = find(element, 'ObjectiveSettings') ?? find(element, 'ObjectiveRef')
    // An image that refers to an objective that isn't there has none, even where there is only one.
    const objective = settings && (ids.get(settings.attributes.ID) ?? 'Objective:none')
    return xmlElement('Image', { ID: `Image:${index}` }, [
      ...(parts.length > 0 ? [xmlElement('InstrumentRef', { ID: 'Instrument:0' })] : []),
      ...(objective ? [xmlElement('ObjectiveSettings', { ID: objective })] : []),
      ...findAll(element, 'Pixels')
        .slice(0, 1)
        .map((pixels) => writePixels(pixels, blocks, index)),
    ])
  })
  const instrument = parts.length > 0 ? [xmlElement('Instrument', { ID: 'Instrument:0' }, parts)] : []
  const attributes = { xmlns: schema, Creator: programName(root.attributes.Creator ?? '') }
  return `<?xml version="1.0" encoding="UTF-8"?>${xmlElement('OME', attributes, [...instrument, ...images])}`
}

function writePixels(pixels: XmlElement, blocks: readonly PlaneBlock[], image: number): string {
  return xmlElement('Pixels', { ID: `Pixels:${image}`, ...keep(pixels, keptPixels) }, [
    ...findAll(pixels, 'Channel').map((channel, index) =>
      xmlElement('Channel', { ID: `Channel:${image}:${index}`, ...keep(channel, keptChannel) }),
    ),
    ...blocks.map(({ ifd, first, planes }) =>
      xmlElement('TiffData', {
        IFD: ifd,
        FirstC: first.c,
        FirstZ: first.z,
        FirstT: first.t,
        PlaneCount: planes,
      }),
    ),
    ...findAll(pixels, 'Plane').map((plane) => xmlElement('Plane', keep(plane, keptPlane))),
  ])
}

const keep = ({ attributes }: XmlElement, kept: Kept): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).filter(
      ([name, value]) => Object.hasOwn(kept, name) && kept[name]?.test(value),
    ),
  )

/** What an image shows where its name says that it is a picture of the slide rather than of what is on it. */
export function associatedSeries({ attributes }: XmlElement): AssociatedImage['kind'] | undefined {
  return kindByAnyWord(attributes.Name ?? '')
}
