import { SlideError } from '../errors.ts'
import { tags } from './tags.ts'
import type { TiffDirectory } from './tiff.ts'

/** How YCbCr samples are packed and what they mean. */
export interface Ycbcr {
  /** How many pixels side by side share a Cb and a Cr: 1, 2 or 4. */
  readonly horizontal: number
  /** How many rows share them. */
  readonly vertical: number
  readonly tables: YcbcrTables
}

/** What each sample adds to red, green and blue; the parts of green are in 1/65536. */
interface YcbcrTables {
  readonly luma: Int32Array
  readonly crRed: Int32Array
  readonly cbBlue: Int32Array
  readonly crGreen: Int32Array
  readonly cbGreen: Int32Array
}

const one = 1 << 16
const half = one / 2

export async function readYcbcr(directory: TiffDirectory, signal?: AbortSignal): Promise<Ycbcr> {
  const malformed = (reason: string) => new SlideError('malformed', directory.label, reason)
  const [horizontal = 2, vertical = 2] = (await directory.numbers(tags.ycbcrSubSampling, signal)) ?? []
  if (![1, 2, 4].includes(horizontal) || ![1, 2, 4].includes(vertical)) {
    throw malformed(`has the YCbCr subsampling ${horizontal} × ${vertical}; only 1, 2 and 4 exist`)
  }
  const [red = 0.299, green = 0.587, blue = 0.114] =
    (await directory.numbers(tags.ycbcrCoefficients, signal)) ?? []
  if (!(red >= 0 && green > 0 && blue >= 0 && red + green + blue < 2)) {
    throw malformed(`has the YCbCr coefficients ${listed([red, green, blue])}`)
  }
  const reference = (await directory.numbers(tags.referenceBlackWhite, signal)) ?? []
  if (!reference.every(Number.isFinite))
    throw malformed(`has the reference black and white ${listed(reference.slice(0, 6))}`)
  return { horizontal, vertical, tables: makeTables([red, green, blue], reference) }
}

/** Rationals may have a denominator of 0. */
const listed = (values: readonly number[]): string =>
  values.map((value) => (Number.isFinite(value) ? value : 'no number')).join(', ')

/** In the fixed-point arithmetic of libtiff, so that the results are the same to the last digit. */
function makeTables(
  [red, green, blue]: readonly [number, number, number],
  [yBlack = 0, yWhite = 255, cbBlack = 128, cbWhite = 255, crBlack = 128, crWhite = 255]: readonly number[],
): YcbcrTables {
  const fixed = (value: number) => Math.trunc(Math.min(Math.max(value, 0), 2) * one + 0.5)
  const redOfCr = fixed(2 - 2 * red)
  const greenOfCr = -fixed((red * (2 - 2 * red)) / green)
  const blueOfCb = fixed(2 - 2 * blue)
  const greenOfCb = -fixed((blue * (2 - 2 * blue)) / green)
  const tables: YcbcrTables = {
    luma: new Int32Array(256),
    crRed: new Int32Array(256),
    cbBlue: new Int32Array(256),
    crGreen: new Int32Array(256),
    cbGreen: new Int32Array(256),
  }
  for (let code = 0; code < 256; code++) {
    const cr = signedValue(code - 128, crBlack - 128, crWhite - 128, 127)
    const cb = signedValue(code - 128, cbBlack - 128, cbWhite - 128, 127)
    tables.luma[code] = signedValue(code, yBlack, yWhite, 255)
    tables.crRed[code] = (redOfCr * cr + half) >> 16
    tables.cbBlue[code] = (blueOfCb * cb + half) >> 16
    tables.crGreen[code] = greenOfCr * cr
    tables.cbGreen[code] = greenOfCb * cb + half
  }
  return tables
}

function signedValue(code: number, black: number, white: number, range: number): number {
  const value = ((code - Math.trunc(black)) * range) / (white - black || 1)
  return Math.trunc(Math.min(Math.max(value, -4096), 4096))
}

/** Bytes of a block whose pixels are packed in units: the Y of each, row by row, then one Cb and one Cr. */
export const packedYcbcrBytes = (width: number, height: number, { horizontal, vertical }: Ycbcr): number =>
  Math.ceil(width / horizontal) * Math.ceil(height / vertical) * (horizontal * vertical + 2)

/** RGB of a packed block; Cb and Cr are repeated, not interpolated. */
export function unpackYcbcr(packed: Uint8Array, width: number, height: number, ycbcr: Ycbcr): Uint8Array {
  const { horizontal, vertical, tables } = ycbcr
  const rgb = new Uint8ClampedArray(width * height * 3)
  const unitPixels = horizontal * vertical
  let from = 0
  for (let top = 0; top < height; top += vertical) {
    const rows = Math.min(vertical, height - top)
    for (let left = 0; left < width; left += horizontal, from += unitPixels + 2) {
      const columns = Math.min(horizontal, width - left)
      const cb = packed[from + unitPixels] as number
      const cr = packed[from + unitPixels + 1] as number
      for (let row = 0; row < rows; row++) {
        let to = ((top + row) * width + left) * 3
        for (let column = 0; column < columns; column++, to += 3) {
          putRgb(rgb, to, packed[from + row * horizontal + column] as number, cb, cr, tables)
        }
      }
    }
  }
  return new Uint8Array(rgb.buffer)
}

function putRgb(
  rgb: Uint8ClampedArray,
  to: number,
  y: number,
  cb: number,
  cr: number,
  tables: YcbcrTables,
): void {
  const luma = tables.luma[y] as number
  rgb[to] = luma + (tables.crRed[cr] as number)
  rgb[to + 1] = luma + (((tables.cbGreen[cb] as number) + (tables.crGreen[cr] as number)) >> 16)
  rgb[to + 2] = luma + (tables.cbBlue[cb] as number)
}
