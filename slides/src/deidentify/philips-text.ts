import {
  attributesOf,
  philipsRoot,
  philipsRootType,
  philipsStructure,
  representations,
  scannedImages,
  textOf,
} from '../formats/philips-description.ts'
import { findAll, parseXml, type XmlElement } from '../xml/parse-xml.ts'
import { escapeXml, xmlElement } from '../xml/xml-text.ts'
import { number, productName } from './allowed-values.ts'

/** What the value of an attribute must look like to stay, or what stays of the objects that are its value. */
type Kept = { readonly [name: string]: RegExp | Kept }

const version = /^"?\d{1,4}(?:\.\d{1,6}){0,4}"?$/
/** Up to three numbers, each in quotes or not. */
const numbers = /^(?:"?\d{1,9}(?:\.\d{1,18})?(?:e[-+]?\d{1,3})?"?[ \\]?){1,3}$/i

const level: Kept = {
  DICOM_PIXEL_SPACING: numbers,
  PIIM_DP_PIXEL_DATA_REPRESENTATION_POSITION: numbers,
  PIIM_PIXEL_DATA_REPRESENTATION_COLUMNS: number,
  PIIM_PIXEL_DATA_REPRESENTATION_NUMBER: number,
  PIIM_PIXEL_DATA_REPRESENTATION_ROWS: number,
}

const technical: Kept = {
  DICOM_BITS_ALLOCATED: number,
  DICOM_BITS_STORED: number,
  DICOM_HIGH_BIT: number,
  DICOM_MANUFACTURER: productName,
  DICOM_MANUFACTURERS_MODEL_NAME: productName,
  DICOM_PIXEL_REPRESENTATION: number,
  DICOM_PIXEL_SPACING: numbers,
  DICOM_PLANAR_CONFIGURATION: number,
  DICOM_SAMPLES_PER_PIXEL: number,
  DICOM_SOFTWARE_VERSIONS: version,
  PIM_DP_IMAGE_COLUMNS: number,
  PIM_DP_IMAGE_ROWS: number,
  PIM_DP_UFS_INTERFACE_VERSION: version,
}

const scan: Kept = { ...technical, PIM_DP_IMAGE_TYPE: /^WSI$/, [representations]: level }

/**
 * The XML of a Philips TIFF with nothing but what is known to be technical. Not there: the barcode, pictures of label
 * and overview, dates and times, names of files, rack, slot, operator and serial number, and whatever a later version
 * adds.
 */
export function filterPhilipsText(text: string): string {
  const root = parseXml(text, philipsStructure)
  const kept = keepAttributes(root, { ...technical, [scannedImages]: scan })
  return xmlElement(philipsRoot, { ObjectType: philipsRootType }, kept)
}

function keepAttributes(object: XmlElement, kept: Kept): string[] {
  return attributesOf(object).flatMap((attribute) => {
    const { Name: name = '' } = attribute.attributes
    const rule = Object.hasOwn(kept, name) ? kept[name] : undefined
    if (!rule) return []
    if (!(rule instanceof RegExp)) return keepObjects(attribute, name, rule)
    return rule.test(attribute.text)
      ? [xmlElement('Attribute', { Name: name }, [escapeXml(attribute.text)])]
      : []
  })
}

/** Of the scanned images only the scan. */
function keepObjects(attribute: XmlElement, name: string, kept: Kept): string[] {
  const objects = findAll(attribute, 'Array', philipsRoot).filter(
    (object) => name !== scannedImages || textOf(object, 'PIM_DP_IMAGE_TYPE') === 'WSI',
  )
  const type = name === scannedImages ? 'DPScannedImage' : 'PixelDataRepresentation'
  const written = objects.map((object) =>
    xmlElement(philipsRoot, { ObjectType: type }, keepAttributes(object, kept)),
  )
  return [xmlElement('Attribute', { Name: name }, [xmlElement('Array', {}, written)])]
}
