import { eigenvectors } from '../../stains/eigen.ts'
import {
  apply,
  type Matrix3,
  type Mutable,
  mapEach,
  matrixOf,
  multiply,
  unitLength,
  type Vector3,
} from '../../stains/matrix3.ts'
import { quantilesOf } from '../../stains/quantiles.ts'
import { unmixing } from '../../stains/unmix.ts'
import type { Recolour } from './recolour.ts'

/** What a slide was stained with: the colour of each stain, and the amount that few pixels are above. */
export interface StainFit {
  readonly hematoxylin: Vector3
  readonly eosin: Vector3
  readonly strengths: readonly [number, number]
}

/** Macenko's own. */
export const referenceFit: StainFit = {
  hematoxylin: [0.5626, 0.7201, 0.4062],
  eosin: [0.2159, 0.8012, 0.5581],
  strengths: [1.9705, 1.0308],
}

const light = 240
const leastDensity = 0.15
const anglePercentile = 0.01
const strengthPercentile = 0.99
/** Stains whose colours are less apart (radians) can't be told apart: the reference's are 0.39. */
const leastAngle = 0.08
/** An amount below this is none. */
const leastStrength = 0.05

const densities = Float64Array.from({ length: 256 }, (_, value) => -Math.log((value + 1) / light))
const densityOf = (value: number | undefined): number => densities[value ?? 0] as number

/** Tells the two stains of a slide from the colours of its tissue; null where there aren't two. */
export function fitStains(colours: Uint8Array): StainFit | null {
  const dense = denseOf(colours)
  if (dense.length < 3 * 100) return null
  const [along, across] = mainDirections(dense)
  const angles = new Float32Array(dense.length / 3)
  for (let pixel = 0, at = 0; pixel < angles.length; pixel += 1, at += 3)
    angles[pixel] = Math.atan2(project(dense, at, across), project(dense, at, along))
  const angleAt = quantilesOf(angles)
  const [low, high] = [angleAt(anglePercentile), angleAt(1 - anglePercentile)]
  if (!(high - low >= leastAngle)) return null
  const directionOf = (angle: number): Vector3 => {
    const part = (color: 0 | 1 | 2) => Math.cos(angle) * along[color] + Math.sin(angle) * across[color]
    return unitLength([part(0), part(1), part(2)])
  }
  const [one, other] = [directionOf(low), directionOf(high)]
  // Hematoxylin takes more of the red.
  const [hematoxylin, eosin] = one[0] > other[0] ? [one, other] : [other, one]
  const strengths = strengthsOf(colours, hematoxylin, eosin)
  return Math.min(...strengths) < leastStrength ? null : { hematoxylin, eosin, strengths }
}

/**
 * Densities of the pixels that are dense enough, in the mean of the three colours: eosin alone takes next to nothing of
 * the red, and where every colour has to be dense only what is mixed with hematoxylin is left of it.
 */
function denseOf(colours: Uint8Array): Float32Array {
  const dense = new Float32Array(colours.length)
  let to = 0
  for (let at = 0; at < colours.length; at += 3) {
    const [red, green, blue] = [
      densityOf(colours[at]),
      densityOf(colours[at + 1]),
      densityOf(colours[at + 2]),
    ]
    if (red + green + blue < 3 * leastDensity) continue
    dense[to] = red
    dense[to + 1] = green
    dense[to + 2] = blue
    to += 3
  }
  return dense.subarray(0, to)
}

const project = (values: Float32Array, at: number, [x, y, z]: Vector3): number =>
  (values[at] as number) * x + (values[at + 1] as number) * y + (values[at + 2] as number) * z

/** The two directions in which densities differ most; the first points to where they are, so that angles don't wrap. */
function mainDirections(dense: Float32Array): readonly [Vector3, Vector3] {
  const count = dense.length / 3
  const sums = [0, 0, 0]
  const products: Mutable<Matrix3> = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (let at = 0; at < dense.length; at += 3)
    for (let row = 0; row < 3; row += 1) {
      const value = dense[at + row] as number
      sums[row] = (sums[row] as number) + value
      for (let column = 0; column < 3; column += 1) {
        const entry = 3 * row + column
        products[entry] = (products[entry] as number) + value * (dense[at + column] as number)
      }
    }
  const covariance = mapEach(
    products,
    (product, entry) =>
      product / count -
      ((sums[Math.floor(entry / 3)] as number) / count) * ((sums[entry % 3] as number) / count),
  )
  const [first, second] = eigenvectors(covariance)
  return [upwards(first), upwards(second)]
}

const upwards = ([x, y, z]: Vector3): Vector3 => (x + y + z < 0 ? [-x, -y, -z] : [x, y, z])

function strengthsOf(colours: Uint8Array, hematoxylin: Vector3, eosin: Vector3): [number, number] {
  const matrix = unmixing(hematoxylin, eosin)
  const [first, second] = [new Float32Array(colours.length / 3), new Float32Array(colours.length / 3)]
  for (let pixel = 0, at = 0; at < colours.length; pixel += 1, at += 3) {
    const [one, other] = apply(matrix, [
      densityOf(colours[at]),
      densityOf(colours[at + 1]),
      densityOf(colours[at + 2]),
    ])
    first[pixel] = one
    second[pixel] = other
  }
  return [quantilesOf(first)(strengthPercentile), quantilesOf(second)(strengthPercentile)]
}

/** Steps of the table of light for a density of 1, and the densities that it begins and ends with. */
const steps = 1024
const lowest = -0.125
const highest = 6.5

/** Draws what was stained one way as if it had been stained another. */
export function restain(fit: StainFit, reference: StainFit = referenceFit): Recolour {
  const scaled = (vector: Vector3, index: 0 | 1): Vector3 => {
    const factor = reference.strengths[index] / fit.strengths[index]
    return [vector[0] * factor, vector[1] * factor, vector[2] * factor]
  }
  const drawing = matrixOf(scaled(reference.hematoxylin, 0), scaled(reference.eosin, 1), [0, 0, 0])
  const matrix = multiply(drawing, unmixing(fit.hematoxylin, fit.eosin))
  const [a, b, c, d, e, f, g, h, i] = mapEach(matrix, (entry) => entry * steps)
  const lights = Uint8Array.from({ length: (highest - lowest) * steps + 1 }, (_, index) =>
    Math.min(255, Math.round(light * Math.exp(-(lowest + index / steps)))),
  )
  const start = 0.5 - lowest * steps
  const end = lights.length - 1
  const lightAt = (density: number): number => {
    const place = density + start
    return lights[place <= 0 ? 0 : place >= end ? end : place | 0] as number
  }
  return (from, at, to, toAt, count) => {
    for (const last = at + 3 * count; at < last; at += 3, toAt += 3) {
      const x = densities[from[at] as number] as number
      const y = densities[from[at + 1] as number] as number
      const z = densities[from[at + 2] as number] as number
      to[toAt] = lightAt(a * x + b * y + c * z)
      to[toAt + 1] = lightAt(d * x + e * y + f * z)
      to[toAt + 2] = lightAt(g * x + h * y + i * z)
    }
  }
}
