import { tags } from '../../tiff/tags.ts'
import type { TestPage } from '../../tiff/test-support/test-page.ts'
import { description, plainPage, shortTag, textTag } from './made-slides.ts'

/** An attribute of the XML: its name, its text and, in front of it, its type. */
export const philipsAttribute = (name: string, text: string, type = 'IString'): string =>
  `<Attribute Name="${name}" Group="0x301D" Element="0x1004" PMSVR="${type}">${text}</Attribute>`

const objects = (name: string, type: string, contents: readonly string[]): string =>
  philipsAttribute(
    name,
    `<Array>${contents.map((each) => `<DataObject ObjectType="${type}">${each}</DataObject>`).join('')}</Array>`,
    'IDataObjectArray',
  )

export interface PhilipsText {
  readonly levels?: number
  /** Base64 of JPEGs. */
  readonly label?: string
  readonly macro?: string
  /** More attributes of the root, of the scan and of each level. */
  readonly root?: string
  readonly scan?: string
  readonly level?: string
}

/** The XML as such scanners write it, full resolution of 0.25 × 0.5 µm/px. */
export function philipsText({
  levels = 3,
  label,
  macro,
  root = '',
  scan = '',
  level = '',
}: PhilipsText = {}): string {
  const picture = (type: string, data: string | undefined) =>
    data === undefined
      ? []
      : [philipsAttribute('PIM_DP_IMAGE_TYPE', type) + philipsAttribute('PIM_DP_IMAGE_DATA', data)]
  const spacing = (factor: number) =>
    philipsAttribute('DICOM_PIXEL_SPACING', `"${0.0005 * factor}" "${0.00025 * factor}"`, 'IDoubleArray')
  const wsi = [
    philipsAttribute('PIM_DP_IMAGE_TYPE', 'WSI'),
    spacing(1),
    scan,
    objects(
      'PIIM_PIXEL_DATA_REPRESENTATION_SEQUENCE',
      'PixelDataRepresentation',
      Array.from(
        { length: levels },
        (_, index) =>
          spacing(2 ** index) +
          philipsAttribute('PIIM_PIXEL_DATA_REPRESENTATION_NUMBER', `${index}`, 'IUInt16') +
          level,
      ),
    ),
  ].join('')
  return [
    '<?xml version="1.0" encoding="UTF-8" ?><DataObject ObjectType="DPUfsImport">',
    philipsAttribute('DICOM_MANUFACTURER', 'PHILIPS'),
    philipsAttribute('DICOM_SOFTWARE_VERSIONS', '"4.0.3"', 'IStringArray'),
    root,
    objects('PIM_DP_SCANNED_IMAGES', 'DPScannedImage', [
      wsi,
      ...picture('LABELIMAGE', label),
      ...picture('MACROIMAGE', macro),
    ]),
    '</DataObject>',
  ].join('')
}

/** A pyramid whose levels are padded to tiles of 16: 80 × 48, then 40 × 24 and 20 × 12 of pages of 48 × 32 and 32 × 16. */
export const philipsPages = (text: string, page: Partial<TestPage> = {}): TestPage[] => {
  const level = (width: number, height: number, value: number, more: Partial<TestPage>) =>
    plainPage(width, height, value, { ...page, samples: 3, tileWidth: 16, ...more })
  const reduced = [shortTag(tags.newSubfileType, 1)]
  return [
    level(80, 48, 10, { extraTags: [description(text), textTag(tags.software, 'Philips DP v1.0')] }),
    level(48, 32, 20, { extraTags: reduced }),
    level(32, 16, 30, { extraTags: reduced }),
  ]
}
