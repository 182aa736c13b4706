import { SlideError } from '../errors.ts'

const malformed = (reason: string) => new SlideError('malformed', 'JPEG 2000', reason)

const jp2Signature = '0000000c6a5020200d0a870a'

/** The codestream itself, whether it stands alone or in the boxes of a JP2 file. */
export function findCodestream(bytes: Uint8Array): Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (view.toString('hex', 0, 4) === 'ff4fff51') return bytes
  if (view.toString('hex', 0, 12) !== jp2Signature) {
    throw malformed(
      `begins with ${view.toString('hex', 0, 4) || 'nothing'} instead of a codestream or JP2 boxes`,
    )
  }
  for (let at = 0; at + 8 <= view.length; ) {
    const box = boxAt(view, at)
    if (box.type === 'jp2h' && view.subarray(box.content, box.end).includes('pclr')) {
      throw new SlideError('unsupported', 'JPEG 2000', 'has a palette, which is not read')
    }
    if (box.type === 'jp2c') return findCodestream(bytes.subarray(box.content, box.end))
    at = box.end
  }
  throw malformed('has no codestream in its boxes')
}

function boxAt(view: Buffer, at: number): { type: string; content: number; end: number } {
  const type = view.toString('latin1', at + 4, at + 8)
  const size = view.readUInt32BE(at)
  if (size === 0) return { type, content: at + 8, end: view.length }
  const long = size === 1 && at + 16 <= view.length
  const length = long ? Number(view.readBigUInt64BE(at + 8)) : size
  const content = at + (long ? 16 : 8)
  if (at + length < content || at + length > view.length) {
    throw malformed(`has a box of ${length} bytes at byte ${at} of ${view.length}`)
  }
  return { type, content, end: at + length }
}

export interface Jpeg2000Size {
  readonly width: number
  readonly height: number
  /** Offset of the image on its reference grid. */
  readonly left: number
  readonly top: number
  readonly components: readonly Jpeg2000Component[]
}

export interface Jpeg2000Component {
  readonly bits: number
  readonly signed: boolean
  /** How many pixels one sample spans. */
  readonly stepX: number
  readonly stepY: number
}

/** The SIZ segment, with which every codestream begins; nothing is decoded. */
export function jpeg2000Size(codestream: Uint8Array): Jpeg2000Size {
  const view = Buffer.from(codestream.buffer, codestream.byteOffset, codestream.length)
  const count = view.length >= 42 ? view.readUInt16BE(40) : 0
  if (count === 0 || view.length < 42 + 3 * count || view.readUInt16BE(4) !== 38 + 3 * count) {
    throw malformed(`has no size of its image in its ${view.length} bytes`)
  }
  const left = view.readUInt32BE(16)
  const top = view.readUInt32BE(20)
  const width = view.readUInt32BE(8) - left
  const height = view.readUInt32BE(12) - top
  const components = Array.from({ length: count }, (_, index) => {
    const at = 42 + 3 * index
    const depth = view.readUInt8(at)
    return {
      bits: (depth & 127) + 1,
      signed: depth > 127,
      stepX: view.readUInt8(at + 1),
      stepY: view.readUInt8(at + 2),
    }
  })
  if (width <= 0 || height <= 0) throw malformed(`holds ${width} × ${height} pixels`)
  return { width, height, left, top, components }
}
