import type { ByteCompression } from '../codecs/bytes.ts'
import { SlideError } from '../errors.ts'
import { compressionName, compressions } from './tags.ts'

/** What undoes a compression: of bytes, of rows of so many bits, or of an image, which also knows its colours. */
export type BlockCodec = ByteCompression | RowCodec | ImageCodec
export type RowCodec = 'ccitt'
export type ImageCodec = 'jpeg' | 'oldJpeg' | 'jpeg2000' | 'webp' | 'jpegXl'

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
  [compressions.packbits]: 'packbits',
  [compressions.jpeg2000Ycc]: 'jpeg2000',
  [compressions.jpeg2000Lossy]: 'jpeg2000',
  [compressions.jpeg2000Rgb]: 'jpeg2000',
  [compressions.jpeg2000]: 'jpeg2000',
  [compressions.zstd]: 'zstd',
  [compressions.oldZstd]: 'zstd',
  [compressions.webp]: 'webp',
  [compressions.oldWebp]: 'webp',
  [compressions.jpegXl]: 'jpegXl',
  [compressions.jpegXlDng]: 'jpegXl',
}

/** Those libtiff reads, so that its tools can convert them. */
const convertible: readonly number[] = [compressions.jbig, compressions.lerc, compressions.lzma]

export function blockCodec(compression: number, label: string): BlockCodec {
  const codec = codecs[compression]
  if (codec) return codec
  const name = compressionName(compression)
  const number = `compression ${compression}`
  const what = name === number ? name : `${name} (${number})`
  const advice = convertible.includes(compression) ? '; convert it with "tiffcp -c zip"' : ''
  throw new SlideError('unsupported', label, `uses ${what}, which is not read${advice}`)
}

const imageCodecs: readonly BlockCodec[] = ['jpeg', 'oldJpeg', 'jpeg2000', 'webp', 'jpegXl']

export const isImageCodec = (codec: BlockCodec): codec is ImageCodec => imageCodecs.includes(codec)

export const isRowCodec = (codec: BlockCodec): codec is RowCodec => codec === 'ccitt'

/** Predictors belong to these; elsewhere the tag means nothing, as for libtiff. */
export const usesPredictor = (codec: BlockCodec): boolean =>
  codec === 'lzw' || codec === 'deflate' || codec === 'zstd'
