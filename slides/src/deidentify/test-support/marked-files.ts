import { philipsAttribute, philipsPages, philipsText } from '../../formats/test-support/made-philips.ts'
import { plainPage, resolution, shortTag, textTag } from '../../formats/test-support/made-slides.ts'
import { matrixProfile } from '../../render/test-support/icc-profiles.ts'
import { compressions, fieldTypes, photometrics, tags } from '../../tiff/tags.ts'
import { makeTiff } from '../../tiff/test-support/make-tiff.ts'
import type { TestField, TestPage, TestTiff } from '../../tiff/test-support/test-page.ts'
import { testPixels } from '../../tiff/test-support/test-pixels.ts'

/** Makes texts that can be found again in a file: each is its own. */
export class Markers {
  readonly all: string[] = []

  next(where: string): string {
    const marker = `Zq${this.all.length}-${where}-qZ`
    this.all.push(marker)
    return marker
  }

  /** Those that occur in the bytes, in 8 bits or in 16. */
  foundIn(bytes: Uint8Array): string[] {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return this.all.filter(
      (marker) => buffer.includes(marker) || buffer.includes(Buffer.from(marker, 'utf16le')),
    )
  }
}

export type MadeKind = 'aperio' | 'qptiff' | 'ome' | 'plain' | 'imagej' | 'philips' | 'trestle'

/** A file of each kind with a marker in everything that must go. */
export async function markedFile(
  kind: MadeKind,
  markers: Markers,
  file: Omit<TestTiff, 'pages'> = {},
): Promise<Uint8Array> {
  const bytes = await makeTiff({ ...file, pages: makers[kind](markers) })
  // What nothing refers to: left by a program that wrote the file anew.
  return new Uint8Array(Buffer.concat([bytes, Buffer.from(`\0${markers.next('behind-the-end')}\0`)]))
}

const makers: Readonly<Record<MadeKind, (markers: Markers) => TestPage[]>> = {
  aperio: (markers) => [
    colorPage(70, 50, jpeg, [
      textTag(tags.imageDescription, aperioText(markers)),
      { tag: tags.iccProfile, type: fieldTypes.undefined, values: matrixProfile(2.2) },
      ...personalTags(markers),
    ]),
    colorPage(20, 14, {}, [
      textTag(
        tags.imageDescription,
        `Aperio Image Library v1.2.3\r\n70x50 -> 20x14 - |User = ${markers.next('user')}`,
      ),
    ]),
    colorPage(35, 25, jpeg, [
      textTag(
        tags.imageDescription,
        `Aperio Image Library v1.2.3\r\n70x50 -> 35x25 ${markers.next('line')}|MPP = 1.0`,
      ),
      textTag(tags.dateTime, markers.next('date')),
    ]),
    writtenPage(60, 40, markers.next('label-pixels'), [
      textTag(
        tags.imageDescription,
        `Aperio Image Library\r\nlabel 60x40|Barcode = ${markers.next('barcode')}`,
      ),
      shortTag(tags.newSubfileType, 1),
    ]),
    writtenPage(90, 30, markers.next('macro-pixels'), [
      textTag(tags.imageDescription, `Aperio Image Library\r\nmacro 90x30 ${markers.next('macro')}`),
      shortTag(tags.newSubfileType, 9),
    ]),
    writtenPage(33, 44, markers.next('unknown-pixels'), [textTag(tags.artist, markers.next('artist'))]),
  ],
  qptiff: (markers) => [
    ...['DAPI', 'CD8 & more'].map((name) =>
      deepPage(64, 48, [
        textTag(tags.imageDescription, qptiffText(markers, 'FullResolution', name)),
        ...qptiffTags(markers),
      ]),
    ),
    colorPage(16, 12, {}, [textTag(tags.imageDescription, qptiffText(markers, 'Thumbnail', ''))]),
    ...['DAPI', 'CD8 & more'].map((name) =>
      deepPage(32, 24, [textTag(tags.imageDescription, qptiffText(markers, 'ReducedResolution', name))]),
    ),
    writtenPage(30, 70, markers.next('overview-pixels'), [
      textTag(tags.imageDescription, qptiffText(markers, 'Overview', '')),
    ]),
    writtenPage(40, 40, markers.next('label-pixels'), [
      textTag(tags.imageDescription, qptiffText(markers, 'Label', '')),
    ]),
  ],
  // The label comes first, so that the document has to move to another page.
  ome: (markers) => [
    writtenPage(40, 40, markers.next('label-pixels'), [textTag(tags.imageDescription, omeText(markers))]),
    ...[0, 1, 2, 3].map((plane) => ({
      ...deepPage(64, 48, plane === 2 ? [textTag(285, markers.next('page-name'))] : [], plane),
      subPages: [
        deepPage(32, 24, [textTag(tags.software, markers.next('software'))], plane),
        deepPage(16, 12, [], plane),
      ],
    })),
    writtenPage(90, 30, markers.next('macro-pixels')),
  ],
  plain: (markers) => [
    writtenPage(50, 50, markers.next('label-pixels'), [
      textTag(tags.imageDescription, `Label ${markers.next('label')}`),
    ]),
    {
      ...colorPage(70, 50, jpeg, [
        textTag(tags.imageDescription, markers.next('description')),
        ...resolution(40_000, 3),
        ...personalTags(markers),
      ]),
      subPages: [colorPage(35, 25, jpeg), writtenPage(30, 50, markers.next('sub-pixels'))],
    },
    writtenPage(90, 20, markers.next('other-pixels'), [shortTag(tags.newSubfileType, 1)]),
  ],
  trestle: (markers) => [
    {
      ...colorPage(64, 48, jpeg, [
        textTag(
          tags.imageDescription,
          `Objective Power=20;OverlapsXY= 4 2 0 0;Image=${markers.next('image')};JPEG Quality=${markers.next('text-for-a-number')};`,
        ),
        ...personalTags(markers).map((field) =>
          field.tag === tags.software ? textTag(field.tag, `MedScan ${field.values}`) : field,
        ),
      ]),
    },
    colorPage(32, 24, jpeg, [textTag(tags.imageDescription, markers.next('level'))]),
  ],
  philips: (markers) => {
    const [full, ...smaller] = philipsPages(philipsMarked(markers), jpeg)
    return [
      { ...(full as TestPage), tileWidth: 16, emptyBlocks: [1] },
      ...smaller.map((page) => ({
        ...page,
        extraTags: [...(page.extraTags ?? []), textTag(tags.imageDescription, markers.next('level'))],
      })),
      writtenPage(30, 12, markers.next('macro-pixels'), [
        textTag(tags.imageDescription, `Macro ${markers.next('macro')}`),
      ]),
    ]
  },
  imagej: (markers) =>
    Array.from({ length: 4 }, (_, plane) =>
      deepPage(
        24,
        20,
        [
          textTag(tags.imageDescription, imageJText(markers)),
          { tag: 50839, type: fieldTypes.byte, values: Buffer.from(markers.next('info'), 'utf16le') },
        ],
        plane,
      ),
    ),
}

const jpeg = {
  compression: compressions.jpeg,
  photometric: photometrics.ycbcr,
  tileWidth: 32,
  sharedTables: true,
} as const

const colorPage = (
  width: number,
  height: number,
  page: Partial<TestPage> = {},
  extraTags: readonly TestField[] = [],
): TestPage => ({
  width,
  height,
  samples: 3,
  pixels: testPixels('u8', width * height * 3),
  extraTags,
  ...page,
})

const deepPage = (
  width: number,
  height: number,
  extraTags: readonly TestField[] = [],
  value = 0,
): TestPage => ({
  ...plainPage(width, height, 1000 + value, { bits: 16, tileWidth: 16, compression: compressions.deflate }),
  extraTags,
})

/** Uncompressed pixels that spell a text. */
function writtenPage(
  width: number,
  height: number,
  text: string,
  extraTags: readonly TestField[] = [],
): TestPage {
  const line = Buffer.from(`${text} `)
  const pixels = Uint8Array.from(
    { length: width * height * 3 },
    (_, index) => line[index % line.length] as number,
  )
  return { width, height, samples: 3, rowsPerStrip: 7, pixels, extraTags }
}

/** A marker in each tag of text that TIFF knows, in some of its own making, and in numbers that are none. */
const personalTags = (markers: Markers): TestField[] => [
  ...[269, tags.software, tags.dateTime, tags.artist, tags.hostComputer, 285, 333, 33432, 65_001].map((tag) =>
    textTag(tag, markers.next(`tag-${tag}`)),
  ),
  ...[700, 34_377, 37_500, 65_002].map((tag) => ({
    tag,
    type: fieldTypes.undefined,
    values: Buffer.from(markers.next(`tag-${tag}`)),
  })),
  { tag: 326, type: fieldTypes.byte, values: Buffer.from(markers.next('bytes-for-numbers')) },
  { tag: 65_003, type: fieldTypes.byte, values: Buffer.from(markers.next('wide'), 'utf16le') },
  textTag(tags.make, 'Leica Biosystems'),
]

const aperioPersonal = [
  'Filename',
  'Title',
  'Date',
  'Time',
  'User',
  'Barcode',
  'ImageID',
  'ScanScope ID',
  'Parmset',
]

const aperioText = (markers: Markers) =>
  [
    `Aperio Image Library v11.2.1 ${markers.next('first-line')}\r\n70x50 [0,0 70x50] (32x32) JPEG/RGB Q=30`,
    `;${markers.next('second-line')}`,
    ...['|AppMag = 20', '|MPP = 0,4990', '|Left = 25.691574', '|ICC Profile = ScanScope v1'],
    ...aperioPersonal.map((name) => `|${name} = ${markers.next(name.replace(' ', ''))}`),
    `|Top = ${markers.next('text-for-a-number')}|${markers.next('own-name')} = 1`,
  ].join('')

const qptiffTags = (markers: Markers): TestField[] => [
  ...resolution(20_000, 3),
  textTag(tags.software, 'PerkinElmer-QPI'),
  textTag(tags.dateTime, markers.next('date')),
]

const qptiffPersonal = [
  'Identifier',
  'SlideID',
  'Barcode',
  'ComputerName',
  'OperatorName',
  'StudyName',
  'AcquisitionDate',
]

const qptiffText = (markers: Markers, type: string, name: string) =>
  [
    `<?xml version="1.0" encoding="utf-16"?><!-- ${markers.next('comment')} --><PerkinElmer-QPI-ImageDescription`,
    ` note="${markers.next('attribute')}"><ImageType>${type}</ImageType>`,
    ...qptiffPersonal.map((element) => `<${element}>${markers.next(element)}</${element}>`),
    `<ExposureTime>1500</ExposureTime><Name>${name.replace('&', '&amp;')}</Name><Color>0,0,255</Color>`,
    `<Objective>20x</Objective><SignalUnits>${markers.next('text-for-a-number')}</SignalUnits>`,
    `<ScanProfile><root><Name>${markers.next('profile')}</Name><ScanResolution>`,
    `<PixelSizeMicrons>0.5</PixelSizeMicrons></ScanResolution></root></ScanProfile>`,
    '</PerkinElmer-QPI-ImageDescription>',
  ].join('')

const omeText = (markers: Markers) =>
  [
    `<?xml version="1.0" encoding="UTF-8"?><!-- ${markers.next('comment')} -->`,
    `<OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06" UUID="${markers.next('uuid')}">`,
    `<Project ID="Project:0" Name="${markers.next('project')}"/><Dataset ID="Dataset:0" Name="${markers.next('dataset')}"/>`,
    `<Experimenter ID="Experimenter:0" LastName="${markers.next('experimenter')}"/>`,
    `<Instrument ID="${markers.next('instrument')}"><Microscope Model="VS200" SerialNumber="${markers.next('serial')}"/>`,
    '<Objective ID="a" NominalMagnification="40"/><Objective ID="b" NominalMagnification="20"/></Instrument>',
    `<Image ID="Image:0" Name="label ${markers.next('label')}"><Pixels DimensionOrder="XYCZT" SizeX="40" SizeY="40" SizeC="3">`,
    '<Channel SamplesPerPixel="3"/><TiffData IFD="0"/></Pixels></Image>',
    `<Image ID="${markers.next('image-id')}" Name="${markers.next('image')}">`,
    `<AcquisitionDate>${markers.next('date')}</AcquisitionDate><Description>${markers.next('description')}</Description>`,
    '<ObjectiveSettings ID="b"/><Pixels DimensionOrder="XYCZT" SizeX="64" SizeY="48" SizeC="2" SizeZ="2" Type="uint16"',
    ' PhysicalSizeX="0.5" PhysicalSizeXUnit="µm" PhysicalSizeY="0.5" SignificantBits="12">',
    `<Channel Name="DAPI" Color="65535" ID="${markers.next('channel-id')}"/><Channel Name="Ki-67 ≥ 1" EmissionWavelength="520"/>`,
    ...[3, 1, 2, 4].map((ifd, index) => {
      const uuid = `<UUID FileName="${markers.next('file')}">one</UUID>`
      return `<TiffData IFD="${ifd}" FirstC="${index % 2}" FirstZ="${index >> 1}">${uuid}</TiffData>`
    }),
    `<Plane TheC="0" TheZ="0" TheT="0" ExposureTime="0.25" PositionX="${markers.next('text-for-a-number')}"/>`,
    '</Pixels></Image>',
    '<Image Name="macro image"><Pixels SizeX="90" SizeY="30" SizeC="3"><Channel SamplesPerPixel="3"/><TiffData IFD="5"/>',
    `</Pixels></Image><StructuredAnnotations><MapAnnotation><Value><M K="${markers.next('key')}">`,
    `${markers.next('annotation')}</M></Value></MapAnnotation></StructuredAnnotations></OME>`,
  ].join('')

const philipsPersonal = (markers: Markers, ...names: string[]) =>
  names.map((name) => philipsAttribute(name, markers.next(name.toLowerCase()))).join('')

/** The label is a picture in the XML, which says more than a page would. */
const philipsMarked = (markers: Markers) =>
  philipsText({
    label: markers.next('label'),
    root:
      `<!-- ${markers.next('comment')} -->` +
      philipsPersonal(markers, 'PIM_DP_UFS_BARCODE', 'PIIM_DP_SCANNER_OPERATOR_ID', 'PIM_DP_SOURCE_FILE') +
      philipsAttribute(markers.next('own-name'), '1') +
      philipsAttribute('DICOM_BITS_STORED', markers.next('text-for-a-number')),
    scan: philipsPersonal(markers, 'DICOM_ACQUISITION_DATETIME', 'DICOM_DEVICE_SERIAL_NUMBER'),
    level: philipsAttribute('DICOM_PATIENT_NAME', markers.next('in-levels')),
  })

const imageJText = (markers: Markers) =>
  [
    'ImageJ=1.53t\nimages=4\nchannels=2\nslices=2\nhyperstack=true\nunit=micron\nspacing=0.5',
    `\nInfo=${markers.next('info')}\n${markers.next('line')}\nmin=${markers.next('text-for-a-number')}\n`,
  ].join('')
