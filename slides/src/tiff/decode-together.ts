import { cutToHeight, type DecodedImage, type ExpectedImage } from '../codecs/codec.ts'
import { checkJpeg } from '../codecs/jpeg.ts'
import { type JpegParts, jpegSize } from '../codecs/jpeg-stream.ts'
import { decodeBySharp } from '../codecs/sharp.ts'
import { SlideError } from '../errors.ts'
import { compressions, extraSampleKinds, photometrics, tags } from './tags.ts'

/** JPEGs of RGB or YCbCr that are all of one size. */
export interface JpegBlocks {
  readonly width: number
  readonly height: number
  readonly photometric: Extract<JpegParts['photometric'], 'rgb' | 'ycbcr'>
  /** JPEGTables that all of them share. */
  readonly tables?: Uint8Array | undefined
  readonly blocks: readonly Uint8Array[]
}

/**
 * The pixels of all blocks, one below the other; null where that can't be told for all of them. Handing a JPEG of
 * 256 × 256 pixels to libvips costs more than decoding it. So they are handed over together, as the strips of a TIFF
 * in memory: libtiff decodes each for itself, which gives the same pixels to the last bit, and refuses all of it where
 * anything about one of them is odd.
 */
export async function decodeTogether(jpegs: JpegBlocks): Promise<Uint8Array | null> {
  const { width, height, blocks } = jpegs
  try {
    const size = { width, height: height * blocks.length, samples: 3 }
    const { data } = await decodeBySharp('JPEG', stripsOf(jpegs, colorTags(jpegs)), size, 'warning')
    return data instanceof Uint8Array ? data : null
  } catch (error) {
    if (error instanceof SlideError) return null
    throw error
  }
}

/** Grey and alpha in a JPEG, which libvips takes only as a TIFF that says so. */
export async function decodeGreyAndAlpha(jpeg: Uint8Array, expected: ExpectedImage): Promise<DecodedImage> {
  const { width, height } = checkJpeg(jpeg, expected)
  const strips = stripsOf({ width, height, blocks: [jpeg] }, [
    { tag: tags.bitsPerSample, type: types.short, values: [8, 8] },
    { tag: tags.photometric, type: types.short, values: [photometrics.blackIsZero] },
    { tag: tags.samplesPerPixel, type: types.short, values: [2] },
    { tag: tags.extraSamples, type: types.short, values: [extraSampleKinds.alpha] },
  ])
  // As grey sharp would leave alpha out.
  const rgba = await decodeBySharp('JPEG', strips, { width, height, samples: 4 }, 'warning')
  const data = new Uint8Array(width * height * 2)
  for (let from = 0, to = 0; to < data.length; from += 4, to += 2) {
    data[to] = rgba.data[from] as number
    data[to + 1] = rgba.data[from + 3] as number
  }
  return cutToHeight({ width, height, samples: 2, data }, expected.height)
}

/** 16 and 32 bits without a sign, and bytes as they are. */
const types = { bytes: 7, short: 3, long: 4 } as const
const typeBytes = { 3: 2, 4: 4, 7: 1 } as const

interface Field {
  readonly tag: number
  readonly type: keyof typeof typeBytes
  readonly values: ArrayLike<number>
}

function colorTags({ photometric, blocks }: JpegBlocks): Field[] {
  const { sampling } = jpegSize(blocks[0] as Uint8Array)
  return [
    { tag: tags.bitsPerSample, type: types.short, values: [8, 8, 8] },
    { tag: tags.photometric, type: types.short, values: [photometrics[photometric]] },
    { tag: tags.samplesPerPixel, type: types.short, values: [3] },
    ...(photometric === 'ycbcr'
      ? [{ tag: tags.ycbcrSubSampling, type: types.short, values: [sampling.across, sampling.down] }]
      : []),
  ]
}

function stripsOf(
  { width, height, tables, blocks }: Omit<JpegBlocks, 'photometric'>,
  colors: readonly Field[],
): Uint8Array {
  const fieldsWith = (offsets: readonly number[]) =>
    inOrder([
      { tag: tags.imageWidth, type: types.long, values: [width] },
      { tag: tags.imageLength, type: types.long, values: [height * blocks.length] },
      ...colors,
      { tag: tags.compression, type: types.short, values: [compressions.jpeg] },
      { tag: tags.stripOffsets, type: types.long, values: offsets },
      { tag: tags.rowsPerStrip, type: types.long, values: [height] },
      { tag: tags.stripByteCounts, type: types.long, values: blocks.map(({ length }) => length) },
      ...(tables ? [{ tag: tags.jpegTables, type: types.bytes, values: tables }] : []),
    ])
  let end = directoryBytes(fieldsWith(blocks.map(() => 0)))
  const offsets = blocks.map(({ length }) => {
    const offset = end
    end += length
    return offset
  })
  const file = new Uint8Array(end)
  writeDirectory(new DataView(file.buffer), fieldsWith(offsets))
  blocks.forEach((block, index) => {
    file.set(block, offsets[index])
  })
  return file
}

const inOrder = (fields: Field[]): Field[] => fields.sort((one, other) => one.tag - other.tag)

const headerBytes = 8
const fieldBytes = 12
const bytesOf = ({ type, values }: Field) => typeBytes[type] * values.length
/** Values of up to four bytes stand in their field; others follow, from even places on. */
const outsideBytes = (field: Field) => (bytesOf(field) > 4 ? bytesOf(field) + (bytesOf(field) % 2) : 0)

const directoryBytes = (fields: readonly Field[]): number =>
  fields.reduce((sum, field) => sum + fieldBytes + outsideBytes(field), headerBytes + 2 + 4)

/** A TIFF's header and its only directory, right after it. */
function writeDirectory(view: DataView, fields: readonly Field[]): void {
  const little = true
  view.setUint16(0, 0x4949)
  view.setUint16(2, 42, little)
  view.setUint32(4, headerBytes, little)
  view.setUint16(headerBytes, fields.length, little)
  let outside = headerBytes + 2 + fieldBytes * fields.length + 4
  fields.forEach((field, index) => {
    const { tag, type, values } = field
    const start = headerBytes + 2 + fieldBytes * index
    view.setUint16(start, tag, little)
    view.setUint16(start + 2, type, little)
    view.setUint32(start + 4, values.length, little)
    let to = start + 8
    if (outsideBytes(field) > 0) {
      view.setUint32(to, outside, little)
      to = outside
      outside += outsideBytes(field)
    }
    for (let at = 0; at < values.length; at += 1, to += typeBytes[type]) {
      const value = values[at] as number
      if (type === types.bytes) view.setUint8(to, value)
      else if (type === types.short) view.setUint16(to, value, little)
      else view.setUint32(to, value, little)
    }
  })
}
