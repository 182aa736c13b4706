import { createFourier, newSpectrum, type Spectrum } from './fourier.ts'

export interface Shift {
  /** Pixels by which the other picture lies to the right of and below the reference. */
  readonly x: number
  readonly y: number
  /** Height of the peak over what the surface around it wavers by: 4 to 7 where the pictures have nothing in common. */
  readonly certainty: number
}

export interface ShiftFinder {
  /** Adds one place that both pictures show: squares of the finder's side, row by row. */
  add(reference: Float32Array, other: Float32Array): void
  /** Null before anything was added that had any structure. */
  find(): Shift | null
}

/** Finer structure than this, in periods a pixel, is mostly noise. */
const finest = 0.14

/**
 * Phase correlation over any number of places. What two pictures have in common at each of them adds up, what differs
 * cancels out: so channels that mark different cells can be compared, where one place alone would not do. The peak may
 * also be a trough, as where cytoplasm surrounds the nuclei and is dark where they are bright.
 */
export function createShiftFinder(side: number): ShiftFinder {
  const fourier = createFourier(side)
  const sum = newSpectrum(side)
  const both = newSpectrum(side)
  const window = Float64Array.from({ length: side }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / side))
  let added = 0
  return {
    add(reference, other) {
      if (!fill(both.real, reference, window, side) || !fill(both.imaginary, other, window, side)) return
      // Both are real: one transform does for two, taken apart by symmetry.
      fourier.forward(both)
      addCrossPhases(sum, both)
      added += 1
    },
    find() {
      if (added === 0) return null
      const surface = lowPassed(sum)
      fourier.inverse(surface)
      return peakOf(surface.real, side)
    },
  }
}

/** Without its mean and faded towards the edges. False where there is nothing but one value. */
function fill(target: Float64Array, values: Float32Array, window: Float64Array, side: number): boolean {
  let mean = 0
  for (let i = 0; i < values.length; i++) mean += values[i] as number
  mean /= values.length
  let differs = false
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const value = (values[y * side + x] as number) - mean
      if (Math.abs(value) > 1e-6) differs = true
      target[y * side + x] = value * (window[x] as number) * (window[y] as number)
    }
  return differs
}

function addCrossPhases(sum: Spectrum, { side, real, imaginary }: Spectrum): void {
  for (let v = 0; v < side; v++)
    for (let u = 0; u < side; u++) {
      const at = v * side + u
      const mirrored = ((side - v) % side) * side + ((side - u) % side)
      const referenceReal = (real[at] as number) + (real[mirrored] as number)
      const referenceImaginary = (imaginary[at] as number) - (imaginary[mirrored] as number)
      const otherReal = (imaginary[at] as number) + (imaginary[mirrored] as number)
      const otherImaginary = (real[mirrored] as number) - (real[at] as number)
      const crossReal = otherReal * referenceReal + otherImaginary * referenceImaginary
      const crossImaginary = otherImaginary * referenceReal - otherReal * referenceImaginary
      const length = Math.hypot(crossReal, crossImaginary)
      if (length === 0) continue
      sum.real[at] = (sum.real[at] as number) + crossReal / length
      sum.imaginary[at] = (sum.imaginary[at] as number) + crossImaginary / length
    }
}

function lowPassed({ side, real, imaginary }: Spectrum): Spectrum {
  const passed = newSpectrum(side)
  const frequency = (index: number) => (index <= side / 2 ? index : index - side) / side
  for (let v = 0; v < side; v++)
    for (let u = 0; u < side; u++) {
      const at = v * side + u
      const square = frequency(u) ** 2 + frequency(v) ** 2
      const share = Math.exp(-square / (2 * finest * finest))
      passed.real[at] = (real[at] as number) * share
      passed.imaginary[at] = (imaginary[at] as number) * share
    }
  return passed
}

function peakOf(surface: Float64Array, side: number): Shift {
  let at = 0
  for (let i = 0; i < surface.length; i++)
    if (Math.abs(surface[i] as number) > Math.abs(surface[at] as number)) at = i
  const column = at % side
  const row = Math.floor(at / side)
  const sign = Math.sign(surface[at] as number)
  const heightAt = (x: number, y: number) =>
    sign * (surface[((y + side) % side) * side + ((x + side) % side)] as number)
  const middle = heightAt(column, row)
  const x = column + vertex(heightAt(column - 1, row), middle, heightAt(column + 1, row))
  const y = row + vertex(heightAt(column, row - 1), middle, heightAt(column, row + 1))
  const signed = (position: number) => (position > side / 2 ? position - side : position)
  return { x: signed(x), y: signed(y), certainty: middle / waveringAround(surface, side, column, row) }
}

/** Where between −½ and ½ the parabola through three heights is highest. */
function vertex(before: number, middle: number, after: number): number {
  const bend = before - 2 * middle + after
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0
}

/** Root mean square of the surface further than the peak reaches. */
function waveringAround(surface: Float64Array, side: number, column: number, row: number): number {
  const reach = side / 16
  const distance = (a: number, b: number) => Math.min(Math.abs(a - b), side - Math.abs(a - b))
  let squares = 0
  let count = 0
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      if (distance(x, column) <= reach && distance(y, row) <= reach) continue
      squares += (surface[y * side + x] as number) ** 2
      count += 1
    }
  return Math.sqrt(squares / count) || 1e-12
}
