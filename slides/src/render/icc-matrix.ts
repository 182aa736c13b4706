import type { PixelTile } from '../pixels.ts'
import type { MatrixProfile } from './icc-profile.ts'

/** XYZ, for the D50 white of the connection space, to linear sRGB: row by row. */
const xyzToSrgb = [
  3.1341359, -1.6173863, -0.4906619, -0.9787955, 1.9162544, 0.0334427, 0.0719553, -0.2289768, 1.4053851,
]

/** Steps between 0 and 1 in which linear light is looked up. */
const steps = 32767

function encodingTable(): Uint8Array {
  return Uint8Array.from({ length: steps + 1 }, (_, step) => {
    const light = step / steps
    const encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
  })
}

/** Computes sRGB from the colours of a profile of curves and a matrix: exactly but for rounding, about 1 ms a tile. */
export function createMatrixTransform({ columns, curves }: MatrixProfile): (tile: PixelTile) => PixelTile {
  const [curveR = new Float64Array(256), curveG = curveR, curveB = curveR] = curves
  const encode = encodingTable()
  const matrix = new Float64Array(9)
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      let sum = 0
      for (let k = 0; k < 3; k++) sum += (xyzToSrgb[row * 3 + k] ?? 0) * (columns[column]?.[k] ?? 0)
      matrix[row * 3 + column] = sum * steps
    }
  }
  return (tile) => {
    const data = new Uint8Array(tile.data.length)
    if (tile.data instanceof Uint8Array)
      computeColors(tile.data, data, curveR, curveG, curveB, matrix, encode)
    return { ...tile, data }
  }
}

function computeColors(
  source: Uint8Array,
  target: Uint8Array,
  curveR: Float64Array,
  curveG: Float64Array,
  curveB: Float64Array,
  matrix: Float64Array,
  encode: Uint8Array,
): void {
  const [rr = 0, rg = 0, rb = 0, gr = 0, gg = 0, gb = 0, br = 0, bg = 0, bb = 0] = matrix
  for (let i = 0; i < source.length; i += 3) {
    const r = curveR[source[i] as number] as number
    const g = curveG[source[i + 1] as number] as number
    const b = curveB[source[i + 2] as number] as number
    target[i] = encode[nearestStep(rr * r + rg * g + rb * b)] as number
    target[i + 1] = encode[nearestStep(gr * r + gg * g + gb * b)] as number
    target[i + 2] = encode[nearestStep(br * r + bg * g + bb * b)] as number
  }
}

const nearestStep = (light: number): number => (light <= 0 ? 0 : light >= steps ? steps : (light + 0.5) | 0)
