import { type LineSums, meanStep } from './seam-sums.ts'

/** A seam along a line, from one pixel up to, not including, another. */
export interface SeamLine {
  readonly line: number
  readonly from: number
  readonly to: number
  /** Pixels along it that were seen. */
  readonly seen: number
}

/** Bands that are taken together: short seams must be strong, long ones may be faint. */
const lengths = [1, 2, 4]
/** How many times the step of a seam must be what lines beside it waver by. */
const leastContrast = 6
/** Smaller steps, in ten-thousandths, are nobody's fault. */
const leastStep = 100
/** What lines waver by at least. */
const leastWavering = 15
/** Share of the pixels along a line that must have been seen. */
const leastSeen = 0.5
/** A seam is one step: so many lines away there is nothing half as strong. Edges of tissue are broader. */
const [near, far] = [4, 7]

/** Lines at the border of the image, where sensors and programs leave all kinds of things. */
const border = 8

/** Lines whose wavering is told together, and how many beside them are looked at. */
const group = 64
const beside = 32

/** The lines along which light steps up or down, unlike on the lines around. */
export function findSeamLines(sums: LineSums): SeamLine[] {
  const { lines, bands } = sums
  const isSeam = new Uint8Array(lines * bands)
  for (const length of lengths.filter((each) => each <= bands))
    for (let first = 0; first + length <= bands; first += 1)
      for (const line of seamsIn(stepsOf(sums, first, length)))
        for (let each = first; each < first + length; each += 1) isSeam[each * lines + line] = 1
  return linesOf(sums, isSeam)
}

/** Line by line, each with its bands in order. */
function linesOf(sums: LineSums, isSeam: Uint8Array): SeamLine[] {
  const { lines, band } = sums
  const found: SeamLine[] = []
  for (let at = isSeam.indexOf(1); at >= 0; at = isSeam.indexOf(1, at + 1)) {
    const line = at % lines
    const each = (at - line) / lines
    // Bands taken together may differ by a line from each for itself.
    const isSame = isSeam.subarray(Math.max(each * lines, at - near), at).includes(1)
    const seen = isSame ? 0 : meanStep(sums, at).count
    if (seen > 0) found.push({ line, from: each * band, to: (each + 1) * band, seen })
  }
  return found.sort((one, other) => one.line - other.line || one.from - other.from)
}

/** The mean step of each line over some bands; NaN where too little of it was seen. */
function stepsOf(sums: LineSums, first: number, length: number): Float64Array {
  const { lines, band } = sums
  const steps = new Float64Array(lines)
  for (let line = 0; line < lines; line += 1) {
    let count = 0
    let total = 0
    for (let at = first * lines + line, end = at + length * lines; at < end; at += lines) {
      if (sums.packed[at] === 0) continue
      const one = meanStep(sums, at)
      count += one.count
      total += one.count * one.mean
    }
    const isBorder = line < border || line >= lines - border
    steps[line] = !isBorder && count >= leastSeen * length * band ? total / count : Number.NaN
  }
  return steps
}

function seamsIn(steps: Float64Array): number[] {
  const found: number[] = []
  const height = (line: number) => Math.abs(steps[line] ?? 0) || 0
  for (let start = 0; start < steps.length; start += group) {
    const end = Math.min(steps.length, start + group)
    // What lines waver by takes sorting them: hardly anywhere is a step that is worth it.
    if (!isAnyHigh(steps, start, end)) continue
    const least = Math.max(leastStep, leastContrast * waveringOf(steps, start - beside, end + beside))
    for (let line = start; line < end; line += 1) {
      if (!(height(line) >= least) || !isHighest(height, line)) continue
      let around = 0
      for (let distance = near; distance <= far; distance += 1)
        around = Math.max(around, height(line - distance), height(line + distance))
      if (around < height(line) / 2) found.push(line)
    }
  }
  return found
}

function isAnyHigh(steps: Float64Array, from: number, to: number): boolean {
  for (let line = from; line < to; line += 1) if (Math.abs(steps[line] as number) >= leastStep) return true
  return false
}

/** A step shows on two or three lines: of equal ones the first counts. */
function isHighest(height: (line: number) => number, line: number): boolean {
  for (let distance = 1; distance < near; distance += 1)
    if (height(line - distance) >= height(line) || height(line + distance) > height(line)) return false
  return true
}

function waveringOf(steps: Float64Array, from: number, to: number): number {
  const known = steps
    .subarray(Math.max(0, from), to)
    .filter((step) => !Number.isNaN(step))
    .map(Math.abs)
    .sort()
  return Math.max(leastWavering, 1.4826 * (known[known.length >> 1] ?? 0))
}
