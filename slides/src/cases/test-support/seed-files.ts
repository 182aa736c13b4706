import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { encodeJpeg } from '../../codecs/jpeg.ts'
import { encodeCcitt } from '../../codecs/test-support/encode-ccitt.ts'
import { encodeJpegXl } from '../../codecs/test-support/encode-jpeg-xl.ts'
import { encodeJpeg2000 } from '../../codecs/test-support/encode-jpeg2000.ts'
import { encodeLzw } from '../../codecs/test-support/encode-lzw.ts'
import { joinJpegs } from '../../codecs/test-support/join-jpegs.ts'
import { blueFirst, jpegXrFiles, jpegXrHeight, jpegXrWidth } from '../../codecs/test-support/jpeg-xr-files.ts'
import { gradient } from '../../codecs/test-support/seeded-bytes.ts'
import { makeCzi } from '../../czi/test-support/make-czi.ts'
import {
  encodeInfo,
  iScan,
  noisePicture,
  photographs,
  xmpTag,
} from '../../formats/test-support/made-mosaics.ts'
import { philipsPages, philipsText } from '../../formats/test-support/made-philips.ts'
import { matrixProfile, tableProfile } from '../../render/test-support/icc-profiles.ts'
import { compressions, fieldTypes, photometrics, tags } from '../../tiff/tags.ts'
import { makeOldJpeg } from '../../tiff/test-support/make-old-jpeg.ts'
import { makeTiff } from '../../tiff/test-support/make-tiff.ts'
import type { CodedBlock, TestField, TestPage, TestTiff } from '../../tiff/test-support/test-page.ts'
import { testPixels } from '../../tiff/test-support/test-pixels.ts'
import type { PyramidOptions } from '../../write/pyramid-options.ts'
import { makePicture } from '../../write/test-support/picture.ts'
import { writePicture } from '../../write/test-support/write-picture.ts'

/** Small good files, each of another kind, for tests to spoil; the same each time, but for the order of written tiles. */
export const seedFiles = {
  'tiled-jpeg': () => tiff([smoothPage(70, 50, jpeg), smoothPage(35, 25, jpeg)]),
  'grey-jpeg-strips': () =>
    tiff([smoothPage(50, 40, { samples: 1, compression: compressions.jpeg, rowsPerStrip: 16 })]),
  'lzw-strips': () =>
    tiff([smoothPage(40, 30, { compression: compressions.lzw, predictor: 2, rowsPerStrip: 8 })], {
      bigEndian: true,
    }),
  'deflate-pyramid': () =>
    tiff(
      [1, 2].map(() => deep(64, 48, { subPages: [deep(32, 24), deep(16, 12)] })),
      { big: true },
    ),
  'zstd-floats': () =>
    tiff(
      [
        {
          width: 20,
          height: 20,
          bits: 32,
          format: 'float',
          predictor: 3,
          tileWidth: 16,
          pixels: testPixels('f32', 400),
          compression: compressions.zstd,
        },
      ],
      { bigEndian: true, big: true },
    ),
  'packbits-bilevel': () =>
    tiff([
      {
        width: 61,
        height: 33,
        bits: 1,
        pixels: gradient(61, 33, 1).map((value) => value & 1),
        compression: compressions.packbits,
        fillOrder: 2,
        photometric: photometrics.whiteIsZero,
        rowsPerStrip: 5,
        orientation: 6,
      },
    ]),
  'ccitt-strips': () =>
    tiff([
      {
        width: 61,
        height: 33,
        bits: 1,
        pixels: gradient(61, 33, 1).map((value) => value & 1),
        compression: compressions.ccittGroup4,
        photometric: photometrics.whiteIsZero,
        rowsPerStrip: 9,
        encode: async ({ width, height, values }) =>
          encodeCcitt(values(), width, height, { coding: 'group4' }),
      },
    ]),
  'old-jpeg': () =>
    makeOldJpeg({
      kind: 'tables',
      samples: 3,
      width: 50,
      height: 40,
      rowsPerStrip: 16,
      pixels: gradient(50, 40, 3),
    }),
  'planar-ycbcr': () =>
    tiff([
      smoothPage(32, 32, { planar: 2, tileWidth: 16 }),
      smoothPage(24, 16, { photometric: photometrics.ycbcr, ycbcrSubSampling: [2, 2] }),
    ]),
  palette: () =>
    tiff([
      {
        width: 20,
        height: 20,
        bits: 4,
        pixels: gradient(20, 20, 1).map((value) => value & 15),
        photometric: photometrics.palette,
        extraTags: [short(tags.colorMap, ...Array.from({ length: 48 }, (_, index) => index * 1300))],
      },
    ]),
  inks: () =>
    tiff([
      {
        width: 40,
        height: 30,
        samples: 5,
        bits: 12,
        photometric: photometrics.cmyk,
        planar: 2,
        pixels: gradient(40, 30, 5),
        compression: compressions.lzw,
        predictor: 2,
        tileWidth: 16,
        extraTags: [short(tags.extraSamples, 2)],
      },
      smoothPage(24, 16, { photometric: photometrics.cieLab, rowsPerStrip: 5 }),
      smoothPage(16, 16, {
        samples: 2,
        photometric: photometrics.blackIsZero,
        compression: compressions.jpeg,
        tileWidth: 16,
        encode: greyAndAlphaJpeg,
        extraTags: [short(tags.extraSamples, 2)],
      }),
    ]),
  'wide-samples': () =>
    tiff([
      {
        width: 20,
        height: 20,
        bits: 64,
        format: 'float',
        predictor: 3,
        tileWidth: 16,
        pixels: testPixels('f32', 400),
        compression: compressions.deflate,
      },
      {
        width: 12,
        height: 10,
        bits: 64,
        format: 'int',
        predictor: 2,
        rowsPerStrip: 3,
        pixels: testPixels('i32', 120),
        compression: compressions.lzw,
      },
    ]),
  'jpeg-2000': () =>
    tiff([smoothPage(64, 48, { compression: compressions.jpeg2000Rgb, tileWidth: 32, encode: jpeg2000 })]),
  'jpeg-xl': () =>
    tiff([smoothPage(40, 40, { compression: compressions.jpegXl, tileWidth: 32, encode: jpegXl })]),
  webp: () =>
    tiff([
      smoothPage(40, 40, {
        compression: compressions.webp,
        tileWidth: 32,
        extraTags: [profile(tableProfile())],
      }),
    ]),
  'imagej-stack': () =>
    tiff(
      Array.from({ length: 4 }, (_, plane) =>
        deep(24, 20, plane === 0 ? { extraTags: [text(tags.imageDescription, imageJ)] } : {}),
      ),
    ),
  'written-bigtiff': () =>
    written({ compression: { kind: 'jpeg' }, container: 'bigtiff', mpp: { x: 0.5, y: 0.5 } }, 3, 'u8'),
  'written-ome': () =>
    written(
      {
        compression: { kind: 'deflate' },
        container: 'ome-tiff',
        channels: [{ name: 'DAPI' }, { name: 'CD8' }],
      },
      1,
      'u16',
    ),
  aperio: () =>
    tiff([
      smoothPage(70, 50, {
        ...jpeg,
        extraTags: [text(tags.imageDescription, aperio), profile(matrixProfile(2.2))],
      }),
      smoothPage(20, 15, { extraTags: [text(tags.imageDescription, 'Aperio\n70x50 -> 20x15')] }),
      smoothPage(35, 25, { ...jpeg, extraTags: [text(tags.imageDescription, 'Aperio\n70x50 -> 35x25')] }),
      described(smoothPage(12, 10), 'Aperio\nlabel 12x10', short(tags.newSubfileType, 1)),
      described(smoothPage(30, 10), 'Aperio\nmacro 30x10', short(tags.newSubfileType, 9)),
    ]),
  qptiff: () =>
    tiff([
      described(deep(64, 48), qptiff('FullResolution', 'DAPI'), ...resolution),
      described(deep(64, 48), qptiff('FullResolution', 'CD8'), ...resolution),
      described(smoothPage(16, 12), qptiff('Thumbnail', '')),
      described(deep(32, 24), qptiff('ReducedResolution', 'DAPI')),
      described(deep(32, 24), qptiff('ReducedResolution', 'CD8')),
      described(smoothPage(30, 10), qptiff('Overview', '')),
    ]),
  'ome-planes': () =>
    tiff([
      described(deep(64, 48, { subPages: [deep(32, 24)] }), omeXml),
      ...[1, 2, 3].map(() => deep(64, 48, { subPages: [deep(32, 24)] })),
    ]),
  philips: () => tiff(philipsPages(philipsText(), { compression: compressions.deflate })),
  ventana: () => {
    const side = { width: 16, height: 16 }
    const xml = encodeInfo([{ across: 3, down: 2, tile: side, overlap: { x: 4, y: 2 } }])
    const photos = photographs(noisePicture(40, 30), side, { x: 12, y: 14 }, { across: 3, down: 2 })
    return tiff([
      described(smoothPage(12, 10), 'Label Image', xmpTag(iScan())),
      described({ ...photos, compression: compressions.deflate }, 'level=0 mag=40 quality=90', xmpTag(xml)),
    ])
  },
  trestle: () =>
    tiff([
      described(
        smoothPage(70, 50, { compression: compressions.deflate, tileWidth: 16 }),
        'Objective Power=20;OverlapsXY= 4 2 0 0;',
        text(tags.software, 'MedScan'),
      ),
      smoothPage(32, 24, { compression: compressions.deflate, tileWidth: 16 }),
    ]),
  czi: () => czi(),
  'czi-colours': () => cziColours(),
} satisfies Record<string, () => Promise<Uint8Array>>

export type SeedName = keyof typeof seedFiles

export const seedNames = Object.keys(seedFiles) as SeedName[]

const tiff = (pages: readonly TestPage[], file: Omit<TestTiff, 'pages'> = {}) => makeTiff({ ...file, pages })

const smoothPage = (width: number, height: number, page: Partial<TestPage> = {}): TestPage => ({
  width,
  height,
  samples: 3,
  pixels: gradient(width, height, page.samples ?? 3),
  ...page,
})

async function greyAndAlphaJpeg({ width, height, values }: CodedBlock): Promise<Uint8Array> {
  const greys = [0, 1].map((sample) => {
    const data = Uint8Array.from(values().filter((_, index) => index % 2 === sample))
    const tile = { width, height, samples: 1, pixelType: 'u8', data } as const
    return encodeJpeg(tile, { quality: 90, subsampling: '4:4:4' })
  })
  return joinJpegs(await Promise.all(greys))
}

const jpeg = {
  compression: compressions.jpeg,
  photometric: photometrics.ycbcr,
  tileWidth: 32,
  sharedTables: true,
} as const

/** A grey page of 16 bits. */
const deep = (width: number, height: number, page: Partial<TestPage> = {}): TestPage => ({
  width,
  height,
  bits: 16,
  tileWidth: 16,
  compression: compressions.deflate,
  predictor: 2,
  pixels: gradient(width, height, 1).map((value) => value * 3),
  ...page,
})

const described = (page: TestPage, description: string, ...more: TestField[]): TestPage => ({
  ...page,
  extraTags: [...(page.extraTags ?? []), text(tags.imageDescription, description), ...more],
})

const text = (tag: number, values: string): TestField => ({ tag, type: fieldTypes.ascii, values })
const profile = (values: Uint8Array): TestField => ({
  tag: tags.iccProfile,
  type: fieldTypes.undefined,
  values,
})
const short = (tag: number, ...values: number[]): TestField => ({ tag, type: fieldTypes.short, values })

const resolution: readonly TestField[] = [
  { tag: tags.xResolution, type: fieldTypes.rational, values: [20_000] },
  { tag: tags.yResolution, type: fieldTypes.rational, values: [20_000] },
  short(tags.resolutionUnit, 3),
]

const aperio =
  'Aperio Image Library v1\r\n70x50|AppMag = 40|MPP = 0.25|ScanScope ID = S1|Date = 12/29/09|Time = 09:59:15'

const imageJ = 'ImageJ=1.53t\nimages=4\nchannels=2\nslices=2\nunit=um\nspacing=1.5\n'

const qptiff = (type: string, name: string) =>
  `<?xml version="1.0" encoding="utf-16"?><PerkinElmer-QPI-ImageDescription><ImageType>${type}</ImageType>` +
  `<Name>${name}</Name><Color>0,0,255</Color><ExposureTime>1500</ExposureTime><Objective>20x</Objective>` +
  '<ScanProfile><root><ScanResolution><PixelSizeMicrons>0.5</PixelSizeMicrons></ScanResolution></root></ScanProfile>' +
  '</PerkinElmer-QPI-ImageDescription>'

const omeXml =
  '<?xml version="1.0"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06">' +
  '<Instrument ID="I:0"><Microscope Manufacturer="M"/><Objective ID="O:0" NominalMagnification="20"/></Instrument>' +
  '<Image ID="Image:0" Name="slide"><AcquisitionDate>2020-01-02T03:04:05</AcquisitionDate><ObjectiveSettings ID="O:0"/>' +
  '<Pixels DimensionOrder="XYCZT" SizeX="64" SizeY="48" SizeC="2" SizeZ="2" SizeT="1" PhysicalSizeX="0.5" ' +
  'PhysicalSizeY="500" PhysicalSizeYUnit="nm" SignificantBits="12"><Channel Name="a" Color="65535"/><Channel Name="b" ' +
  'EmissionWavelength="520"/><TiffData IFD="0" PlaneCount="2"/><TiffData IFD="2" FirstZ="1" PlaneCount="2"/>' +
  '<Plane TheC="0" ExposureTime="1.5"/></Pixels></Image><StructuredAnnotations><MapAnnotation><Value><M K="k">v</M>' +
  '</Value></MapAnnotation></StructuredAnnotations></OME>'

async function jpeg2000({ width, height, samples, values }: CodedBlock): Promise<Uint8Array> {
  const all = values()
  const plane = (sample: number) => Uint8Array.from(all.filter((_, index) => index % samples === sample))
  return encodeJpeg2000(
    Array.from({ length: samples }, (_, sample) => ({ width, height, data: plane(sample) })),
  )
}

function jpegXl({ width, height, values }: CodedBlock): Promise<Uint8Array> {
  const rgb = values()
  const rgba = Uint8Array.from({ length: width * height * 4 }, (_, index) =>
    index % 4 === 3 ? 255 : (rgb[Math.floor(index / 4) * 3 + (index % 4)] as number),
  )
  return encodeJpegXl(rgba, width, height)
}

/** What the writer makes of a picture. */
async function written(
  options: Pick<PyramidOptions, 'compression' | 'container'> & Partial<PyramidOptions>,
  samples: 1 | 3,
  pixelType: 'u8' | 'u16',
): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-seed-'))
  try {
    const path = join(folder, 'slide')
    const channels = options.channels?.length ?? 1
    const pictures = Array.from({ length: channels }, (_, c) =>
      makePicture(70, 50, samples, pixelType, c + 1),
    )
    await writePicture(path, pictures, { options })
    return new Uint8Array(await readFile(path))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const cziXml =
  '<ImageDocument><Metadata><Information><Image><ComponentBitCount>12</ComponentBitCount><Dimensions><Channels>' +
  '<Channel Id="Channel:0" Name="DAPI"><ExposureTime>1000000</ExposureTime></Channel></Channels></Dimensions></Image>' +
  '<Instrument><Objectives><Objective Id="O"><NominalMagnification>20</NominalMagnification></Objective></Objectives>' +
  '</Instrument></Information><Scaling><Items><Distance Id="X"><Value>5E-07</Value></Distance><Distance Id="Y">' +
  '<Value>5E-07</Value></Distance></Items></Scaling></Metadata></ImageDocument>'

async function czi(): Promise<Uint8Array> {
  const grey = { width: 24, height: 16, pixelType: 1 }
  const data = new Uint8Array(gradient(48, 16, 1))
  const packed = Buffer.concat([Buffer.from([3, 1, 1]), zstdCompressSync(data)])
  const place = { C: 0, Z: 0, T: 0, S: 0 }
  return makeCzi(
    [
      { ...grey, x: 0, y: 0, dimensions: { ...place, M: 0 }, data },
      { ...grey, x: 20, y: 0, dimensions: { ...place, M: 1 }, compression: 6, data: packed },
      {
        ...grey,
        x: 0,
        y: 0,
        dimensions: { ...place, Z: 1, M: 0 },
        compression: 5,
        data: zstdCompressSync(data),
      },
      { ...grey, x: 90, y: -5, dimensions: { ...place, S: 1, M: 0 }, metadata: '<METADATA/>', data },
      {
        x: 0,
        y: 0,
        width: 44,
        height: 16,
        storedWidth: 22,
        storedHeight: 8,
        pixelType: 1,
        dimensions: place,
        data: new Uint8Array(22 * 8 * 2),
      },
    ],
    { xml: cziXml, attachments: [{ name: 'Thumbnail', type: 'JPG', data: await smallJpeg(1) }] },
  ).bytes
}

const smallJpeg = (samples: number) =>
  encodeJpeg(
    { width: 16, height: 16, samples, pixelType: 'u8', data: gradient(16, 16, samples) },
    { quality: 80, subsampling: '4:4:4' },
  )

/** Colours in every compression, phases, time stamps, and a label. */
async function cziColours(): Promise<Uint8Array> {
  const small = { y: 0, width: jpegXrWidth, height: jpegXrHeight, pixelType: 3 }
  const at = (T: number, H = 0) => ({ C: 0, T, S: 0, H })
  const pixels = gradient(16, 16, 3)
  const square = { x: 0, y: 0, width: 16, height: 16, pixelType: 3 }
  const nested = makeCzi([{ x: 0, y: 0, width: 16, height: 16, data: gradient(16, 16, 1) }]).bytes
  const times = new Uint8Array(new Float64Array([0, 1, 2]).buffer)
  return makeCzi(
    [
      { ...square, dimensions: at(0), compression: 1, data: await smallJpeg(3) },
      { ...small, x: 10, dimensions: at(0), compression: 4, data: blueFirst(jpegXrFiles['u8 3']) },
      { ...square, dimensions: at(1), compression: 2, data: encodeLzw(pixels) },
      { ...square, dimensions: at(1, 1), data: pixels },
      {
        x: 0,
        y: 0,
        width: 32,
        height: 32,
        storedWidth: 16,
        storedHeight: 16,
        pixelType: 3,
        dimensions: at(0),
        compression: 5,
        data: zstdCompressSync(pixels),
      },
      {
        ...small,
        x: 40,
        dimensions: { C: 1, T: 0, S: 1 },
        pixelType: 0,
        compression: 4,
        data: jpegXrFiles['u8 1'],
      },
    ],
    {
      xml: cziXml,
      attachments: [
        { name: 'Label', type: 'CZI', data: nested },
        {
          name: 'TimeStamps',
          type: 'CZTIMS',
          data: Buffer.concat([new Uint8Array([32, 0, 0, 0, 3, 0, 0, 0]), times]),
        },
      ],
    },
  ).bytes
}
