import { SlideError } from '../errors.ts'
import { findAll, parseXml, type XmlElement } from '../xml/parse-xml.ts'
import { rootName } from '../xml/root-name.ts'
import { micrometres } from './lengths.ts'

export const philipsRoot = 'DataObject'
export const philipsRootType = 'DPUfsImport'
export const philipsStructure = 'Philips XML'

/** Names of attributes whose values are lists of objects. */
export const scannedImages = 'PIM_DP_SCANNED_IMAGES'
export const representations = 'PIIM_PIXEL_DATA_REPRESENTATION_SEQUENCE'

/** What the XML in the first ImageDescription of a Philips TIFF says. */
export interface PhilipsDescription {
  /** µm per pixel of full resolution. */
  readonly mpp?: { readonly x: number; readonly y: number } | undefined
  /** How many pixels of full resolution one of each level spans; empty where it isn't said of all of them. */
  readonly downsamples: readonly number[]
  /** Pictures as JPEG in Base64. */
  readonly label?: string | undefined
  readonly macro?: string | undefined
  readonly manufacturer?: string | undefined
  readonly model?: string | undefined
  readonly serial?: string | undefined
  readonly software?: string | undefined
  /** ISO 8601. */
  readonly scannedAt?: string | undefined
  readonly properties: Readonly<Record<string, string>>
}

/** How far into the text the root's own attributes are looked for. */
const rootCharacters = 4096

/** By the document alone: an export may name another program as its software. */
export const isPhilipsDescription = (text: string): boolean =>
  rootName(text) === philipsRoot &&
  new RegExp(`<${philipsRoot}\\s[^>]*ObjectType\\s*=\\s*["']${philipsRootType}["']`).test(
    text.slice(0, rootCharacters),
  )

export function parsePhilipsDescription(text: string): PhilipsDescription {
  const root = parseXml(text, philipsStructure)
  const images = objectsIn(root, scannedImages)
  const scans = images.filter((image) => textOf(image, 'PIM_DP_IMAGE_TYPE') === 'WSI')
  const [scan] = scans
  if (!scan || scans.length > 1) {
    const reason = `describes ${scans.length} whole-slide images (PIM_DP_IMAGE_TYPE WSI); files of exactly one are read`
    throw new SlideError(scan ? 'unsupported' : 'malformed', philipsStructure, reason)
  }
  const spacings = objectsIn(scan, representations).map((level) => spacingOf(level))
  const said = (name: string) => textOf(scan, name) ?? textOf(root, name)
  const picture = (type: string) =>
    images
      .filter((image) => textOf(image, 'PIM_DP_IMAGE_TYPE') === type)
      .map((image) => textOf(image, 'PIM_DP_IMAGE_DATA'))
      .find((data) => data !== undefined)
  return {
    mpp: spacingOf(scan) ?? spacings[0],
    downsamples: downsamplesOf(spacings),
    label: picture('LABELIMAGE'),
    macro: picture('MACROIMAGE'),
    manufacturer: said('DICOM_MANUFACTURER'),
    model: said('DICOM_MANUFACTURERS_MODEL_NAME'),
    serial: said('DICOM_DEVICE_SERIAL_NUMBER'),
    software: said('DICOM_SOFTWARE_VERSIONS')?.replaceAll('"', ''),
    scannedAt: scanTime(said('DICOM_ACQUISITION_DATETIME')),
    properties: { ...propertiesOf(root, ''), ...propertiesOf(scan, '') },
  }
}

export const attributesOf = (object: XmlElement): XmlElement[] => findAll(object, 'Attribute')

const attributeOf = (object: XmlElement, name: string): XmlElement | undefined =>
  attributesOf(object).find(({ attributes }) => attributes.Name === name)

export const textOf = (object: XmlElement, name: string): string | undefined =>
  attributeOf(object, name)?.text || undefined

function objectsIn(object: XmlElement, name: string): XmlElement[] {
  const list = attributeOf(object, name)
  return list ? findAll(list, 'Array', philipsRoot) : []
}

/** `"0.000226891" "0.000226907"`: mm between rows, then between columns. */
function spacingOf(object: XmlElement): { x: number; y: number } | undefined {
  const [down, across] = (textOf(object, 'DICOM_PIXEL_SPACING') ?? '')
    .split(/[\s"\\]+/)
    .filter((part) => part !== '')
    .map(Number)
  const [x, y] = [micrometres(across, 'mm'), micrometres(down, 'mm')]
  return x !== undefined && y !== undefined ? { x, y } : undefined
}

/** Whole numbers, as every level is half of the one before it; the spacings of small levels are rounded. */
function downsamplesOf(spacings: readonly ({ x: number; y: number } | undefined)[]): number[] {
  const [full] = spacings
  if (!full || spacings.some((spacing) => !spacing)) return []
  return spacings.map((spacing) =>
    spacing ? Math.round((spacing.x / full.x + spacing.y / full.y) / 2) : Number.NaN,
  )
}

/** `20190626143209.000000`. */
function scanTime(text: string | undefined): string | undefined {
  const [, year, month, day, hour, minute, second] =
    /^"?(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:\.\d*)?"?$/.exec(text ?? '') ?? []
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  return Number.isNaN(Date.parse(iso)) ? undefined : iso
}

/** Pictures and profiles, which nobody reads as text. */
const noProperties: readonly string[] = ['PIM_DP_IMAGE_DATA', 'DICOM_ICCPROFILE']
const mostLevels = 64

function propertiesOf(object: XmlElement, prefix: string): Record<string, string> {
  const found: [string, string][] = []
  for (const { attributes, text, children } of attributesOf(object)) {
    const { Name: name = '' } = attributes
    if (name === '' || noProperties.includes(name)) continue
    if (name === representations) {
      for (const [index, level] of objectsIn(object, name).slice(0, mostLevels).entries()) {
        found.push(...Object.entries(propertiesOf(level, `${name}[${index}].`)))
      }
    } else if (children.length === 0 && text !== '') found.push([prefix + name, text])
  }
  return Object.fromEntries(found)
}
