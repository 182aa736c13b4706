import { crc32 } from 'node:zlib'
import { SlideError } from '../errors.ts'
import { bytesOf, type PixelTile } from '../pixels.ts'
import { machineIsBigEndian, toNativeOrder } from './byte-order.ts'
import { deflateBytes } from './zlib.ts'

const colourTypes = new Map([
  [1, 0],
  [3, 2],
  [4, 6],
])

/** Without loss: grey, RGB or RGB and alpha, of 8 or 16 bits; `level` 0–9. */
export async function encodePng(tile: PixelTile, level = 6): Promise<Uint8Array> {
  const { width, height, samples, pixelType } = tile
  const colourType = colourTypes.get(samples)
  if ((pixelType !== 'u8' && pixelType !== 'u16') || colourType === undefined) {
    throw new SlideError('unsupported', 'PNG', `doesn't store ${samples} samples of type ${pixelType}`)
  }
  const bits = pixelType === 'u8' ? 8 : 16
  const bytes = bytesOf(tile.data)
  // PNG has the highest byte first, and swapping is the same both ways.
  const ordered = bits === 8 || machineIsBigEndian ? bytes : toNativeOrder(bytes, 16)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, colourType, 0, 0, 0], 8)
  const rows = filterRows(ordered, height, (samples * bits) / 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', await deflateBytes(rows, level)),
    chunk('IEND', new Uint8Array(0)),
  ])
}

function chunk(type: string, content: Uint8Array): Buffer {
  const result = Buffer.alloc(12 + content.length)
  result.writeUInt32BE(content.length, 0)
  result.write(type, 4, 'latin1')
  result.set(content, 8)
  result.writeUInt32BE(crc32(result.subarray(4, -4)), result.length - 4)
  return result
}

/** Each row as it is, as differences to the left or to the row above: whichever is smallest, as libpng guesses. */
function filterRows(bytes: Uint8Array, height: number, pixelBytes: number): Uint8Array {
  const rowBytes = bytes.length / height
  const result = new Uint8Array((rowBytes + 1) * height)
  const left = new Uint8Array(rowBytes)
  const up = new Uint8Array(rowBytes)
  let above: Uint8Array = new Uint8Array(rowBytes)
  for (let y = 0; y < height; y++) {
    const row = bytes.subarray(y * rowBytes, (y + 1) * rowBytes)
    left.set(row.subarray(0, pixelBytes))
    for (let i = pixelBytes; i < rowBytes; i++) left[i] = (row[i] as number) - (row[i - pixelBytes] as number)
    for (let i = 0; i < rowBytes; i++) up[i] = (row[i] as number) - (above[i] as number)
    const filters = [row, left, up]
    const sums = filters.map(sumOfSigned)
    const best = sums.indexOf(Math.min(...sums))
    const out = y * (rowBytes + 1)
    result[out] = best
    result.set(filters[best] ?? row, out + 1)
    above = row
  }
  return result
}

/** Of the bytes taken for signed numbers, without their signs: the smaller, the better they compress. */
function sumOfSigned(bytes: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < bytes.length; i++) sum += Math.abs(((bytes[i] as number) << 24) >> 24)
  return sum
}
