import type { Channel } from '../slide.ts'
import { leafTexts } from '../xml/leaf-texts.ts'
import { numberAt, parseXml, textAt, type XmlElement } from '../xml/parse-xml.ts'

export const qptiffRoot = 'PerkinElmer-QPI-ImageDescription'

/** What the XML in a QPTIFF page's ImageDescription says of the page. */
export interface QptiffPageDescription {
  /** `FullResolution`, `ReducedResolution`, `Thumbnail`, `Overview`, `Label`. */
  readonly imageType?: string | undefined
  readonly channel: Channel
}

/** All that it says, of the scan as well. */
export interface QptiffDescription extends QptiffPageDescription {
  readonly objective?: number | undefined
  /** µm, as the scan was planned; the page's own resolution is more exact. */
  readonly pixelSize?: number | undefined
  readonly software?: string | undefined
  readonly properties: Readonly<Record<string, string>>
}

/** Without the profile of the scan, which all pages repeat: it is nearly all of the text. */
export const parseQptiffPage = (text: string, structure: string): QptiffPageDescription =>
  describePage(parseXml(withoutScanProfile(text), structure))

function withoutScanProfile(text: string): string {
  const [opening, closing] = ['<ScanProfile>', '</ScanProfile>']
  const begin = text.indexOf(opening)
  const end = text.lastIndexOf(closing)
  return begin < 0 || end < begin ? text : text.slice(0, begin) + text.slice(end + closing.length)
}

export function parseQptiffDescription(text: string, structure: string): QptiffDescription {
  const root = parseXml(text, structure)
  return {
    ...describePage(root),
    objective:
      magnification(textAt(root, 'Objective')) ?? magnification(resolutionText(root, 'ObjectiveName')),
    pixelSize: positive(Number(resolutionText(root, 'PixelSizeMicrons'))),
    software: textAt(root, 'AcquisitionSoftware'),
    properties: leafTexts(root),
  }
}

function describePage(root: XmlElement): QptiffPageDescription {
  const exposure = numberAt(root, 'ExposureTime')
  return {
    imageType: textAt(root, 'ImageType'),
    channel: {
      name: textAt(root, 'Biomarker') ?? textAt(root, 'Name'),
      color: color(textAt(root, 'Color')),
      // The file gives µs.
      exposure: exposure && exposure > 0 ? exposure / 1000 : undefined,
    },
  }
}

const resolutionText = (root: XmlElement, name: string) =>
  textAt(root, 'ScanProfile', 'root', 'ScanResolution', name)

/** `R,G,B`. */
function color(text: string | undefined): number | undefined {
  const parts = text?.split(',').map(Number) ?? []
  const [red, green, blue] = parts
  const bytes =
    parts.length === 3 && parts.every((part) => Number.isInteger(part) && part >= 0 && part <= 255)
  if (!bytes || red === undefined || green === undefined || blue === undefined) return undefined
  return red * 0x10000 + green * 0x100 + blue
}

/** Of `20x`; other objectives have names without one. */
const magnification = (text: string | undefined) =>
  positive(Number(/^(\d+(?:\.\d+)?)\s*x/i.exec(text ?? '')?.[1] ?? Number.NaN))

const positive = (value: number): number | undefined =>
  Number.isFinite(value) && value > 0 ? value : undefined
