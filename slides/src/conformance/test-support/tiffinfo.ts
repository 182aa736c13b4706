import { tags } from '../../tiff/tags.ts'
import type { TiffDirectory } from '../../tiff/tiff.ts'
import { outputOf } from './test-programs.ts'

/** What both libtiff and our reader say of a directory, by the specification's numbers. */
export interface DirectoryFacts {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly tileWidth?: number | undefined
  readonly tileHeight?: number | undefined
  readonly bits?: number | undefined
  readonly samples?: number | undefined
  readonly sampleFormat?: number | undefined
  readonly compression?: number | undefined
  readonly photometric?: number | undefined
  readonly planar?: number | undefined
  readonly fillOrder?: number | undefined
  readonly orientation?: number | undefined
  readonly predictor?: number | undefined
  /** As tiffinfo shows it: six digits. */
  readonly resolution?: string | undefined
}

const compressionNumbers: Readonly<Record<string, number>> = {
  None: 1,
  LZW: 5,
  'Old-style JPEG': 6,
  JPEG: 7,
  AdobeDeflate: 8,
  PackBits: 32773,
  Deflate: 32946,
  ZSTD: 50000,
  WEBP: 50001,
}

const photometricNumbers: Readonly<Record<string, number>> = {
  'min-is-white': 0,
  'min-is-black': 1,
  'RGB color': 2,
  'palette color (RGB from colormap)': 3,
  YCbCr: 6,
}

const sampleFormatNumbers: Readonly<Record<string, number>> = {
  'unsigned integer': 1,
  'signed integer': 2,
  'IEEE floating point': 3,
}

const orientations = [
  'row 0 top, col 0 lhs',
  'row 0 top, col 0 rhs',
  'row 0 bottom, col 0 rhs',
  'row 0 bottom, col 0 lhs',
  'row 0 lhs, col 0 top',
  'row 0 rhs, col 0 top',
  'row 0 rhs, col 0 bottom',
  'row 0 lhs, col 0 bottom',
]

/** What libtiff says of each directory, sub-directories too, by its place in the file. */
export async function tiffinfo(file: string): Promise<Map<number, DirectoryFacts>> {
  return parseTiffinfo(await outputOf('tiffinfo', file))
}

export function parseTiffinfo(text: string): Map<number, DirectoryFacts> {
  const facts = new Map<number, DirectoryFacts>()
  // Each begins with a line that says which kind it is; those of EXIF and GPS hold no image.
  const heading = /^(===|---) (.*)\n(?:=== .*\n)?TIFF Directory at offset 0x[0-9a-f]+ \((\d+)\)\n/gm
  const headings = [...text.matchAll(heading)]
  for (const [index, { 0: line, 2: title = '', 3: offset, index: start }] of headings.entries()) {
    if (/EXIF|GPS/.test(title)) continue
    facts.set(Number(offset), parseDirectory(text.slice(start + line.length, headings[index + 1]?.index)))
  }
  return facts
}

function parseDirectory(text: string): DirectoryFacts {
  const field = (name: string): string | undefined =>
    new RegExp(`^ {2}(?:.* )?${name}: (.*?)(?: Image .*| Tile .*)?$`, 'm').exec(text)?.[1]
  const number = (name: string) => (field(name) === undefined ? undefined : Number(field(name)))
  const named = (name: string, numbers: Readonly<Record<string, number>>) => {
    const value = field(name)
    return value === undefined ? undefined : (numbers[value] ?? Number.parseInt(value, 10))
  }
  return {
    width: number('Image Width'),
    height: number('Image Length'),
    tileWidth: number('Tile Width'),
    tileHeight: number('Tile Length'),
    bits: number('Bits/Sample'),
    samples: number('Samples/Pixel'),
    sampleFormat: named('Sample Format', sampleFormatNumbers) ?? 1,
    compression: named('Compression Scheme', compressionNumbers),
    photometric: named('Photometric Interpretation', photometricNumbers),
    planar: field('Planar Configuration') === 'separate image planes' ? 2 : 1,
    fillOrder: field('FillOrder') === 'lsb-to-msb' ? 2 : 1,
    orientation: orientations.indexOf(field('Orientation') ?? orientations[0] ?? '') + 1,
    predictor: Number(/(\d) \(0x\d\)$/.exec(field('Predictor') ?? '')?.[1] ?? 1),
    resolution: /^[\d.]+, [\d.]+/.exec(field('Resolution') ?? '')?.[0],
  }
}

/** What our reader finds in a directory. */
export async function ownFacts(directory: TiffDirectory): Promise<DirectoryFacts> {
  const [x, y] = [await directory.number(tags.xResolution), await directory.number(tags.yResolution)]
  const digits = (value: number) => String(Number(value.toPrecision(6)))
  return {
    width: await directory.number(tags.imageWidth),
    height: await directory.number(tags.imageLength),
    tileWidth: await directory.number(tags.tileWidth),
    tileHeight: await directory.number(tags.tileLength),
    bits: await directory.number(tags.bitsPerSample),
    samples: (await directory.number(tags.samplesPerPixel)) ?? 1,
    sampleFormat: (await directory.number(tags.sampleFormat)) ?? 1,
    compression: (await directory.number(tags.compression)) ?? 1,
    photometric: await directory.number(tags.photometric),
    planar: (await directory.number(tags.planarConfiguration)) ?? 1,
    fillOrder: (await directory.number(tags.fillOrder)) ?? 1,
    orientation: (await directory.number(tags.orientation)) ?? 1,
    predictor: (await directory.number(tags.predictor)) ?? 1,
    resolution: x === undefined || y === undefined ? undefined : `${digits(x)}, ${digits(y)}`,
  }
}
