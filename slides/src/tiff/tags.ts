/** The tags that are read or written here, by the specification's names. */
export const tags = {
  newSubfileType: 254,
  imageWidth: 256,
  imageLength: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  imageDescription: 270,
  make: 271,
  model: 272,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  maxSampleValue: 281,
  xResolution: 282,
  yResolution: 283,
  planarConfiguration: 284,
  xPosition: 286,
  yPosition: 287,
  t4Options: 292,
  resolutionUnit: 296,
  pageNumber: 297,
  software: 305,
  dateTime: 306,
  artist: 315,
  hostComputer: 316,
  predictor: 317,
  colorMap: 320,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  subIfds: 330,
  inkSet: 332,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  jpegProc: 512,
  jpegInterchangeFormat: 513,
  jpegInterchangeFormatLength: 514,
  jpegRestartInterval: 515,
  jpegQTables: 519,
  jpegDcTables: 520,
  jpegAcTables: 521,
  ycbcrCoefficients: 529,
  ycbcrSubSampling: 530,
  ycbcrPositioning: 531,
  referenceBlackWhite: 532,
  xmp: 700,
  imageDepth: 32997,
  iccProfile: 34675,
  lercParameters: 50674,
} as const

export const compressions = {
  none: 1,
  ccittRle: 2,
  ccittGroup3: 3,
  ccittGroup4: 4,
  lzw: 5,
  oldJpeg: 6,
  jpeg: 7,
  deflate: 8,
  next: 32766,
  packbits: 32773,
  thunderScan: 32809,
  pixarFilm: 32908,
  pixarLog: 32909,
  /** Deflate under the number it had before it was registered. */
  oldDeflate: 32946,
  /** Aperio's: YCbCr that the code stream doesn't mention. */
  jpeg2000Ycc: 33003,
  /** Of libvips, which stores YCbCr under it, and of Bio-Formats, which stores RGB. */
  jpeg2000Lossy: 33004,
  /** Aperio's: RGB. */
  jpeg2000Rgb: 33005,
  jbig: 34661,
  jpeg2000: 34712,
  sgiLog: 34676,
  sgiLog24: 34677,
  lerc: 34887,
  lossyJpeg: 34892,
  lzma: 34925,
  oldZstd: 34926,
  oldWebp: 34927,
  png: 34933,
  jpegXr: 34934,
  zstd: 50000,
  webp: 50001,
  jpegXl: 50002,
  /** Deflate by PixTIFF. */
  pixtiffDeflate: 50013,
  jpegXlDng: 52546,
} as const

const compressionNames: Readonly<Record<number, string>> = {
  [compressions.none]: 'none',
  [compressions.ccittRle]: 'CCITT RLE',
  [compressions.ccittGroup3]: 'CCITT Group 3',
  [compressions.ccittGroup4]: 'CCITT Group 4',
  [compressions.lzw]: 'LZW',
  [compressions.oldJpeg]: 'old-style JPEG',
  [compressions.jpeg]: 'JPEG',
  [compressions.deflate]: 'Deflate',
  [compressions.next]: 'NeXT RLE',
  [compressions.packbits]: 'PackBits',
  [compressions.thunderScan]: 'ThunderScan',
  [compressions.oldDeflate]: 'Deflate',
  [compressions.jpeg2000Ycc]: 'JPEG 2000',
  [compressions.jpeg2000Lossy]: 'JPEG 2000',
  [compressions.jpeg2000Rgb]: 'JPEG 2000',
  [compressions.pixarFilm]: 'Pixar Film',
  [compressions.pixarLog]: 'Pixar Log',
  [compressions.jbig]: 'JBIG',
  [compressions.jpeg2000]: 'JPEG 2000',
  [compressions.sgiLog]: 'SGI LogLuv',
  [compressions.sgiLog24]: 'SGI LogLuv of 24 bits',
  [compressions.lerc]: 'LERC',
  [compressions.lossyJpeg]: 'lossy JPEG of DNG',
  [compressions.lzma]: 'LZMA',
  [compressions.oldZstd]: 'Zstd',
  [compressions.oldWebp]: 'WebP',
  [compressions.png]: 'PNG',
  [compressions.jpegXr]: 'JPEG XR',
  [compressions.zstd]: 'Zstd',
  [compressions.webp]: 'WebP',
  [compressions.jpegXl]: 'JPEG XL',
  [compressions.jpegXlDng]: 'JPEG XL',
  [compressions.pixtiffDeflate]: 'Deflate',
}

/** For people: `JPEG 2000`, or `compression 12345` where the number has no name here. */
export const compressionName = (code: number): string => compressionNames[code] ?? `compression ${code}`

export const photometrics = {
  whiteIsZero: 0,
  blackIsZero: 1,
  rgb: 2,
  palette: 3,
  mask: 4,
  cmyk: 5,
  ycbcr: 6,
  cieLab: 8,
  iccLab: 9,
  ituLab: 10,
  colorFilterArray: 32803,
  logL: 32844,
  logLuv: 32845,
  linearRaw: 34892,
} as const

const photometricNames: Readonly<Record<number, string>> = {
  [photometrics.whiteIsZero]: 'white is zero',
  [photometrics.blackIsZero]: 'black is zero',
  [photometrics.rgb]: 'RGB',
  [photometrics.palette]: 'palette',
  [photometrics.mask]: 'transparency mask',
  [photometrics.cmyk]: 'CMYK',
  [photometrics.ycbcr]: 'YCbCr',
  [photometrics.cieLab]: 'CIE L*a*b*',
  [photometrics.iccLab]: 'ICC L*a*b*',
  [photometrics.ituLab]: 'ITU L*a*b*',
  [photometrics.colorFilterArray]: 'colour filter array',
  [photometrics.logL]: 'LogL',
  [photometrics.logLuv]: 'LogLuv',
  [photometrics.linearRaw]: 'linear raw',
}

/** For people: `CMYK (5)`, or `12345` where the number has no name here. */
export const photometricName = (code: number): string => {
  const name = photometricNames[code]
  return name === undefined ? `${code}` : `${name} (${code})`
}

export const sampleFormats = { uint: 1, int: 2, float: 3, void: 4, complexInt: 5, complexFloat: 6 } as const

export const planarConfigurations = { together: 1, apart: 2 } as const

/** What ExtraSamples says of a sample. */
export const extraSampleKinds = { unspecified: 0, premultipliedAlpha: 1, alpha: 2 } as const

export const fieldTypes = {
  byte: 1,
  ascii: 2,
  short: 3,
  long: 4,
  rational: 5,
  sbyte: 6,
  undefined: 7,
  sshort: 8,
  slong: 9,
  srational: 10,
  float: 11,
  double: 12,
  ifd: 13,
  long8: 16,
  slong8: 17,
  ifd8: 18,
} as const

const fieldSizes: Readonly<Record<number, number>> = {
  [fieldTypes.byte]: 1,
  [fieldTypes.ascii]: 1,
  [fieldTypes.short]: 2,
  [fieldTypes.long]: 4,
  [fieldTypes.rational]: 8,
  [fieldTypes.sbyte]: 1,
  [fieldTypes.undefined]: 1,
  [fieldTypes.sshort]: 2,
  [fieldTypes.slong]: 4,
  [fieldTypes.srational]: 8,
  [fieldTypes.float]: 4,
  [fieldTypes.double]: 8,
  [fieldTypes.ifd]: 4,
  [fieldTypes.long8]: 8,
  [fieldTypes.slong8]: 8,
  [fieldTypes.ifd8]: 8,
}

/** Types of numbers that may have a fraction, or be none at all. */
const fractionTypes: readonly number[] = [
  fieldTypes.rational,
  fieldTypes.srational,
  fieldTypes.float,
  fieldTypes.double,
]

/** Tags that may have one; all others in `tags` count, point or choose. */
const fractionTags: readonly number[] = [
  tags.xResolution,
  tags.yResolution,
  tags.xPosition,
  tags.yPosition,
  tags.ycbcrCoefficients,
  tags.referenceBlackWhite,
]

export const mayHoldNumbers = (tag: number, type: number): boolean =>
  !fractionTypes.includes(type) || fractionTags.includes(tag) || !tagNames.has(tag)

/** Bytes of one value of a field type; undefined where the type doesn't exist. */
export const fieldSize = (type: number): number | undefined => fieldSizes[type]

const tagNames = new Map<number, string>(
  Object.entries(tags).map(([name, tag]) => [
    tag,
    name.replace(/^jpeg(?=[A-Z])|^./, (first) => first.toUpperCase()),
  ]),
)

/** For messages: `BitsPerSample`, or `tag 12345`. */
export const tagName = (tag: number): string => tagNames.get(tag) ?? `tag ${tag}`
