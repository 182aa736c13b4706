import { fieldSize, fieldTypes } from './tags.ts'

/**
 * Reads `count` numbers of a field type from the start of `bytes`. Rationals are divided: one with a denominator of
 * 0 becomes NaN or infinite. Integers of 64 bits beyond 2^53 lose their last digits, but stay beyond every file.
 */
export function readNumbers(
  bytes: Uint8Array,
  type: number,
  count: number,
  bigEndian: boolean,
): Float64Array<ArrayBuffer> {
  const values = new Float64Array(count)
  const size = fieldSize(type) ?? 1
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let index = 0; index < count; index++) values[index] = readNumber(view, index * size, type, !bigEndian)
  return values
}

function readNumber(view: DataView, at: number, type: number, littleEndian: boolean): number {
  switch (type) {
    case fieldTypes.sbyte:
      return view.getInt8(at)
    case fieldTypes.short:
      return view.getUint16(at, littleEndian)
    case fieldTypes.sshort:
      return view.getInt16(at, littleEndian)
    case fieldTypes.long:
    case fieldTypes.ifd:
      return view.getUint32(at, littleEndian)
    case fieldTypes.slong:
      return view.getInt32(at, littleEndian)
    case fieldTypes.rational:
      return view.getUint32(at, littleEndian) / view.getUint32(at + 4, littleEndian)
    case fieldTypes.srational:
      return view.getInt32(at, littleEndian) / view.getInt32(at + 4, littleEndian)
    case fieldTypes.float:
      return view.getFloat32(at, littleEndian)
    case fieldTypes.double:
      return view.getFloat64(at, littleEndian)
    case fieldTypes.long8:
    case fieldTypes.ifd8:
      return Number(view.getBigUint64(at, littleEndian))
    case fieldTypes.slong8:
      return Number(view.getBigInt64(at, littleEndian))
    default:
      return view.getUint8(at)
  }
}

/** Up to the first NUL; UTF-8, or Latin-1 where the bytes aren't UTF-8. */
export function readText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0)
  const characters = end === -1 ? bytes : bytes.subarray(0, end)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(characters)
  } catch {
    return new TextDecoder('latin1').decode(characters)
  }
}
