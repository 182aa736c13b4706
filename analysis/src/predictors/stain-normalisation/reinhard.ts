import {
  apply,
  invert,
  type Matrix3,
  type Mutable,
  mapEach,
  multiply,
  type Vector3,
} from '../../stains/matrix3.ts'
import type { Recolour } from './recolour.ts'

/** Mean and standard deviation of tissue in l, α and β. */
export interface ColourSpread {
  readonly means: Vector3
  readonly deviations: Vector3
}

/** As widely used for H&E, from a slide of the Cancer Genome Atlas. */
export const referenceSpread: ColourSpread = {
  means: [8.63234435, -0.11501964, 0.03868433],
  deviations: [0.57506023, 0.10403329, 0.01364062],
}

/** What the three cones of the eye see of red, green and blue, and how their logarithms make l, α and β. */
const conesOfRgb: Matrix3 = [0.3811, 0.5783, 0.0402, 0.1967, 0.7244, 0.0782, 0.0241, 0.1288, 0.8444]
const labOfLogs: Matrix3 = [
  ...([1 / Math.sqrt(3), 1 / Math.sqrt(3), 1 / Math.sqrt(3)] as const),
  ...([1 / Math.sqrt(6), 1 / Math.sqrt(6), -2 / Math.sqrt(6)] as const),
  ...([1 / Math.sqrt(2), -1 / Math.sqrt(2), 0] as const),
]

/** Black has no logarithm: a quarter of the lowest value is as dark as anything gets. */
const darkest = 0.25
const logOf = (light: number): number => Math.log(Math.max(darkest, light))

/** Below this all pixels are of one colour, and there is nothing to make wider or narrower. */
const leastDeviation = 1e-4

/** How the colours of tissue are spread. */
export function measureSpread(colours: Uint8Array): ColourSpread {
  const sums: Mutable<Vector3> = [0, 0, 0]
  const squares: Mutable<Vector3> = [0, 0, 0]
  for (let at = 0; at < colours.length; at += 3) {
    const [long, medium, short] = apply(conesOfRgb, [
      colours[at] as number,
      colours[at + 1] as number,
      colours[at + 2] as number,
    ])
    apply(labOfLogs, [logOf(long), logOf(medium), logOf(short)]).forEach((value, index) => {
      sums[index] = (sums[index] as number) + value
      squares[index] = (squares[index] as number) + value * value
    })
  }
  const count = colours.length / 3
  const means = mapEach(sums, (sum) => sum / count)
  const deviations = mapEach(squares, (square, index) =>
    Math.sqrt(Math.max(0, square / count - (means[index] as number) ** 2)),
  )
  return { means, deviations }
}

/** Table of logarithms: steps for one value of 255, of which cones never see more. */
const lightSteps = 64
/** Table of their inverse: steps for 1, and the logarithms that it begins and ends with. */
const logSteps = 2048
const lowest = -3
const highest = 8

/** Shares of the glass's light: what lets more through than the second is glass and stays as it is. */
const fadeFrom = 0.84
const fadeTo = 0.96

/**
 * Gives colours that are spread one way the spread of others. The published method makes glass as pink as it makes
 * tissue; here the change fades out towards the glass.
 */
export function respread(
  from: ColourSpread,
  glass: Vector3,
  reference: ColourSpread = referenceSpread,
): Recolour {
  const factor = (index: 0 | 1 | 2) =>
    from.deviations[index] < leastDeviation ? 1 : reference.deviations[index] / from.deviations[index]
  const scale: Matrix3 = [factor(0), 0, 0, 0, factor(1), 0, 0, 0, factor(2)]
  const logsOfLab = invert(labOfLogs)
  const matrix = multiply(logsOfLab, multiply(scale, labOfLogs))
  const [a, b, c, d, e, f, g, h, i] = mapEach(matrix, (entry) => entry * logSteps)
  const [mean, target] = [apply(scale, from.means), reference.means]
  const shift = apply(logsOfLab, [target[0] - mean[0], target[1] - mean[1], target[2] - mean[2]])
  const [shiftLong, shiftMedium, shiftShort] = mapEach(shift, (value) => (value - lowest) * logSteps + 0.5)
  const [ll, lm, ls, ml, mm, ms, sl, sm, ss] = mapEach(conesOfRgb, (entry) => entry * lightSteps)
  const [rl, rm, rs, gl, gm, gs, bl, bm, bs] = invert(conesOfRgb)

  const logs = Float64Array.from({ length: 256 * lightSteps + 1 }, (_, index) => logOf(index / lightSteps))
  const lights = Float64Array.from({ length: (highest - lowest) * logSteps + 1 }, (_, index) =>
    Math.exp(lowest + index / logSteps),
  )
  const weights = fadeTable(Math.min(...glass))
  const end = lights.length - 1
  const lightAt = (place: number): number => lights[place <= 0 ? 0 : place >= end ? end : place | 0] as number
  return (source, at, to, toAt, count) => {
    for (const last = at + 3 * count; at < last; at += 3, toAt += 3) {
      const [red, green, blue] = [source[at] as number, source[at + 1] as number, source[at + 2] as number]
      const x = logs[(ll * red + lm * green + ls * blue + 0.5) | 0] as number
      const y = logs[(ml * red + mm * green + ms * blue + 0.5) | 0] as number
      const z = logs[(sl * red + sm * green + ss * blue + 0.5) | 0] as number
      const long = lightAt(a * x + b * y + c * z + shiftLong)
      const medium = lightAt(d * x + e * y + f * z + shiftMedium)
      const short = lightAt(g * x + h * y + i * z + shiftShort)
      const weight = weights[Math.min(red, green, blue)] as number
      to[toAt] = level(red + weight * (cut(rl * long + rm * medium + rs * short) - red))
      to[toAt + 1] = level(green + weight * (cut(gl * long + gm * medium + gs * short) - green))
      to[toAt + 2] = level(blue + weight * (cut(bl * long + bm * medium + bs * short) - blue))
    }
  }
}

const cut = (value: number): number => Math.max(0, Math.min(255, value))
const level = (value: number): number => (value + 0.5) | 0

/** How much of the change is made, 0..1, by the darkest of a pixel's three colours. */
const fadeTable = (glass: number): Float64Array =>
  Float64Array.from({ length: 256 }, (_, value) =>
    Math.max(0, Math.min(1, (fadeTo - value / glass) / (fadeTo - fadeFrom))),
  )
