import { newPixels, type PixelTile } from '../pixels.ts'
import type { Colors } from './colors.ts'
import { photometrics } from './tags.ts'

/** How L*, a* and b* lie in samples of `bits` (8 or 16): L* is 0…100, a* and b* are about −128…127. */
interface Coding {
  readonly name: string
  readonly white: readonly number[]
  lightness(code: number, bits: number): number
  a(code: number, bits: number): number
  b(code: number, bits: number): number
}

const signed = (code: number, bits: number) => ((code << (32 - bits)) >> (32 - bits)) / 2 ** (bits - 8)
const offset = (code: number, bits: number) => (code - 2 ** (bits - 1)) / 2 ** (bits - 8)
const share = (code: number, bits: number) => code / (2 ** bits - 1)

const codings: Readonly<Record<number, Coding>> = {
  [photometrics.cieLab]: {
    name: 'CIE L*a*b*',
    white: [255, 0, 0],
    lightness: (code, bits) => 100 * share(code, bits),
    a: signed,
    b: signed,
  },
  // As profiles of version 2 code it: 100 is ff00 in 16 bits.
  [photometrics.iccLab]: {
    name: 'ICC L*a*b*',
    white: [255, 128, 128],
    lightness: (code, bits) => (100 * code) / (255 * 2 ** (bits - 8)),
    a: offset,
    b: offset,
  },
  // As fax codes it (T.42), where no other range is said.
  [photometrics.ituLab]: {
    name: 'ITU L*a*b*',
    white: [255, 128, 96],
    lightness: (code, bits) => 100 * share(code, bits),
    a: (code, bits) => 170 * (share(code, bits) - share(2 ** (bits - 1), bits)),
    b: (code, bits) => 200 * (share(code, bits) - share(3 * 2 ** (bits - 3), bits)),
  },
}

export const isLab = (photometric: number): boolean => photometric in codings

/** As sRGB, from the D50 of L*a*b* to the D65 of sRGB; what lies outside of sRGB is cut off. */
export function labColors(photometric: number, bits: number): Colors {
  const { name, white, lightness, a, b } = codings[photometric] as Coding
  const most = 2 ** bits - 1
  const toRgb = ({ width, height, samples, pixelType, data }: PixelTile): PixelTile => {
    const rgb = newPixels(pixelType, data.length)
    rgb.set(data)
    const linear = new Float64Array(3)
    for (let at = 0; at < rgb.length; at += samples) {
      toLinear(
        lightness(data[at] as number, bits),
        a(data[at + 1] as number, bits),
        b(data[at + 2] as number, bits),
        linear,
      )
      for (let color = 0; color < 3; color++) rgb[at + color] = encode(linear[color] as number) * most + 0.5
    }
    return { width, height, samples, pixelType, data: rgb }
  }
  return { name, stored: 3, white, toRgb }
}

/** Linear sRGB, 0…1 and beyond, by XYZ of the white D50 and Bradford's way to D65. */
function toLinear(lightness: number, a: number, b: number, rgb: Float64Array): void {
  const middle = (lightness + 16) / 116
  const x = 0.96422 * cubed(middle + a / 500)
  const y = cubed(middle)
  const z = 0.82521 * cubed(middle - b / 200)
  rgb[0] = 3.1338561 * x - 1.6168667 * y - 0.4906146 * z
  rgb[1] = -0.9787684 * x + 1.9161415 * y + 0.033454 * z
  rgb[2] = 0.0719453 * x - 0.2289914 * y + 1.4052427 * z
}

/** Cubes, and below 6/29 the straight line that CIE continues them with. */
const cubed = (value: number): number => (value > 6 / 29 ? value ** 3 : (108 / 841) * (value - 4 / 29))

/** The curve of sRGB. */
function encode(linear: number): number {
  if (!(linear > 0)) return 0
  if (linear >= 1) return 1
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
}
