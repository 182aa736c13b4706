import { qptiffRoot } from '../formats/qptiff-description.ts'
import { parseXml, type XmlElement } from '../xml/parse-xml.ts'
import { escapeXml, xmlElement } from '../xml/xml-text.ts'
import { channelName, number, productName, programName, yesOrNo } from './allowed-values.ts'

type Kept = { readonly [name: string]: RegExp | ((text: string) => string | undefined) | Kept }

const resolution: Kept = {
  PixelSizeMicrons: number,
  Magnification: number,
  Binning: number,
  ObjectiveName: productName,
}

/**
 * What says how a channel was taken and how to show it. Everything else goes: SlideID, Barcode, Identifier,
 * ComputerName, OperatorName, StudyName, AcquisitionDate and whatever a later version adds.
 */
const keptElements: Kept = {
  DescriptionVersion: number,
  AcquisitionSoftware: programName,
  IsUnmixedComponent: yesOrNo,
  ImageType: /^(?:FullResolution|ReducedResolution|Thumbnail)$/,
  ExposureTime: number,
  SignalUnits: number,
  Name: channelName,
  Biomarker: channelName,
  Color: /^\d{1,3},\d{1,3},\d{1,3}$/,
  Objective: productName,
  ScanProfile: { root: { Mode: /^im_\w{1,32}$/, ScanResolution: resolution } },
}

/** The XML of a QPTIFF page with nothing but what is known to be technical. */
export const filterQptiffText = (text: string, structure: string): string =>
  xmlElement(qptiffRoot, {}, keepChildren(parseXml(text, structure), keptElements))

function keepChildren({ children }: XmlElement, kept: Kept): string[] {
  return children.flatMap((child) => {
    const rule = Object.hasOwn(kept, child.name) ? kept[child.name] : undefined
    if (!rule) return []
    if (typeof rule === 'object' && !(rule instanceof RegExp)) {
      const below = keepChildren(child, rule)
      return below.length > 0 ? [xmlElement(child.name, {}, below)] : []
    }
    const matched = typeof rule === 'function' ? rule(child.text) : rule.test(child.text) && child.text
    return matched ? [xmlElement(child.name, {}, [escapeXml(matched)])] : []
  })
}
