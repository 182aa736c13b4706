import type { ByteCompression } from '../codecs/bytes.ts'
import { SlideError } from '../errors.ts'
import { compressionName, compressions } from './tags.ts'

/** What undoes a compression: of bytes, of rows of so many bits, or of an image, which also knows its colours. */
export type BlockCodec = ByteCompression | RowCodec | ImageCodec
export type RowCodec = 'ccitt' | 'next' | 'thunderScan'
export type ImageCodec = 'jpeg' | 'oldJpeg' | 'jpeg2000' | 'webp' | 'jpegXl' | 'lerc'

const codecs: Readonly<Record<number, BlockCodec>> = {
  [compressions.none]: 'none',
  [compressions.ccittRle]: 'ccitt',
  [compressions.ccittGroup3]: 'ccitt',
  [compressions.ccittGroup4]: 'ccitt',
  [compressions.lzw]: 'lzw',
  [compressions.oldJpeg]: 'oldJpeg',
  [compressions.jpeg]: 'jpeg',
  [compressions.deflate]: 'deflate',
  [compressions.oldDeflate]: 'deflate',
  [compressions.pixtiffDeflate]: 'deflate',
  [compressions.next]: 'next',
  [compressions.packbits]: 'packbits',
  [compressions.thunderScan]: 'thunderScan',
  [compressions.jpeg2000Ycc]: 'jpeg2000',
  [compressions.jpeg2000Lossy]: 'jpeg2000',
  [compressions.jpeg2000Rgb]: 'jpeg2000',
  [compressions.jpeg2000]: 'jpeg2000',
  [compressions.lzma]: 'lzma',
  [compressions.zstd]: 'zstd',
  [compressions.oldZstd]: 'zstd',
  [compressions.webp]: 'webp',
  [compressions.oldWebp]: 'webp',
  [compressions.jpegXl]: 'jpegXl',
  [compressions.jpegXlDng]: 'jpegXl',
  [compressions.lerc]: 'lerc',
}

/** What converts those that libtiff reads; tiffcp leaves LogLuv as it is and doesn't read JBIG by rows. */
const converters: Readonly<Record<number, string>> = {
  [compressions.jbig]: 'tiff2rgba -c zip IN OUT',
  [compressions.sgiLog]: 'tiff2rgba -c zip IN OUT',
  [compressions.sgiLog24]: 'tiff2rgba -c zip IN OUT',
}

export function blockCodec(compression: number, label: string): BlockCodec {
  const codec = codecs[compression]
  if (codec) return codec
  const name = compressionName(compression)
  const number = `compression ${compression}`
  const what = name === number ? name : `${name} (${number})`
  const converter = converters[compression]
  const advice = converter ? `; convert it with "${converter}"` : ''
  throw new SlideError('unsupported', label, `uses ${what}, which is not read${advice}`)
}

const imageCodecs: readonly BlockCodec[] = ['jpeg', 'oldJpeg', 'jpeg2000', 'webp', 'jpegXl', 'lerc']

export const isImageCodec = (codec: BlockCodec): codec is ImageCodec => imageCodecs.includes(codec)

export const isRowCodec = (codec: BlockCodec): codec is RowCodec =>
  codec === 'ccitt' || codec === 'next' || codec === 'thunderScan'

/** Predictors belong to these; elsewhere the tag means nothing, as for libtiff. */
export const usesPredictor = (codec: BlockCodec): boolean =>
  codec === 'lzw' || codec === 'deflate' || codec === 'zstd' || codec === 'lzma'
