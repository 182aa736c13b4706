import type { SlideMetadata } from '../slide.ts'
import { find, findAll, textAt, type XmlElement } from '../xml/parse-xml.ts'

/** Metadata for people to read: more than this would only be a way to fill the memory. */
const maxProperties = 10_000

/** What an OME-XML says of the scan as a whole. */
export function omeMetadata(root: XmlElement): SlideMetadata {
  const microscope = find(root, 'Instrument', 'Microscope')?.attributes
  const [image] = findAll(root, 'Image')
  return {
    scanner: {
      manufacturer: microscope?.Manufacturer || undefined,
      model: microscope?.Model || undefined,
      serial: microscope?.SerialNumber || undefined,
      software: root.attributes.Creator || undefined,
    },
    scannedAt: image && scanTime(image),
    properties: Object.fromEntries([
      ...(image ? described(image) : []),
      ...annotations(root).slice(0, maxProperties),
    ]),
  }
}

/** Older schemas call it CreationDate. */
function scanTime(image: XmlElement): string | undefined {
  const date = textAt(image, 'AcquisitionDate') ?? textAt(image, 'CreationDate') ?? ''
  const known = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(date) && !Number.isNaN(Date.parse(date))
  return known ? date : undefined
}

function described(image: XmlElement): [string, string][] {
  const description = textAt(image, 'Description')
  return description ? [['Description', description]] : []
}

/** Key-value pairs, and the vendor's own metadata as converters keep it. */
function annotations(root: XmlElement): [string, string][] {
  const all = findAll(root, 'StructuredAnnotations')
  const pairs = all
    .flatMap((element) => findAll(element, 'MapAnnotation', 'Value', 'M'))
    .map(({ attributes, text }): [string, string] => [attributes.K ?? '', text])
  const original = all
    .flatMap((element) => findAll(element, 'XMLAnnotation', 'Value', 'OriginalMetadata'))
    .map((element): [string, string] => [textAt(element, 'Key') ?? '', textAt(element, 'Value') ?? ''])
  return [...pairs, ...original].filter(([key, value]) => key && value)
}
