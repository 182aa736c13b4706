import { aligned } from '../loops/instantiate.ts'
import { createOverviewLoops } from '../loops/overview-loops.ts'

export interface LineMap {
  readonly width: number
  readonly height: number
  /** How much each pixel looks like a line. */
  readonly values: Uint8Array
}

export interface Lines {
  readonly width: number
  readonly height: number
  /** Pixels of lines. */
  readonly pixels: readonly number[]
  /** Across the line at each pixel, of length 1; 0 and 0 where there is none. */
  readonly dx: Float32Array
  readonly dy: Float32Array
}

/** Where steps go to all sides alike it is no line: how much more they must go to one than to the other. */
const leastOriented = 0.3
/** Rows of the map that are looked at together. */
const rowsAtOnce = 64

/**
 * Where lines are and which way they go, by the structure tensor of 5 × 5 pixels.
 * @param least value from which on a pixel counts as part of a line.
 */
export function findLines(map: LineMap, least: number): Lines {
  const { values, width, height } = map
  const dx = new Float32Array(values.length)
  const dy = new Float32Array(values.length)
  const pixels: number[] = []
  forEachTensorRow(map, (y, sumsXx, sumsXy, sumsYy) => {
    for (let x = 3; x < width - 3; x += 1) {
      const pixel = y * width + x
      if ((values[pixel] as number) < least) continue
      let [xx, xy, yy] = [0, 0, 0]
      for (let column = x - 2; column <= x + 2; column += 1) {
        xx += sumsXx[column] as number
        xy += sumsXy[column] as number
        yy += sumsYy[column] as number
      }
      if (!isOriented(xx - yy, 2 * xy, leastOriented * (xx + yy))) continue
      const angle = Math.atan2(2 * xy, xx - yy) / 2
      dx[pixel] = Math.cos(angle)
      dy[pixel] = Math.sin(angle)
      pixels.push(pixel)
    }
  })
  return { width, height, pixels, dx, dy }
}

/** Whether a way is at least so long. Most are much longer or shorter, which squares tell in less time. */
function isOriented(across: number, down: number, least: number): boolean {
  const squared = across * across + down * down
  if (squared > 1.000001 * least * least) return true
  return squared >= 0.999999 * least * least && Math.hypot(across, down) >= least
}

/**
 * Calls for each row but the first and last three with sums over the five rows around it, one for each column but the
 * first and last: of the squares of the steps across, of their products with those down, and of the squares of these.
 * Steps are weighted so that they are right for thin lines of all directions (Scharr).
 */
function forEachTensorRow(
  { values, width, height }: LineMap,
  visit: (y: number, xx: Int32Array, xy: Int32Array, yy: Int32Array) => void,
): void {
  const loops = createOverviewLoops()
  const stride = aligned(width + 1)
  // Something is read before the first row and after the last.
  const rows = stride
  const sums = rows + (rowsAtOnce + 3) * stride
  const listBytes = 4 * stride
  const kept = sums + 3 * listBytes
  const memory = loops.reserve(kept + 5 * 3 * listBytes)
  const window = new Uint8Array(memory)
  const list = (index: number) => new Int32Array(memory, sums + index * listBytes, stride)
  const [xx, xy, yy] = [list(0), list(1), list(2)]
  for (let first = 1; first < height - 1; first += rowsAtOnce) {
    const end = Math.min(height - 1, first + rowsAtOnce)
    for (let y = first - 1; y <= end; y += 1)
      window.set(values.subarray(y * width, (y + 1) * width), rows + (y - first + 1) * stride)
    for (let y = first; y < end; y += 1) {
      // What the row five further up left is taken away.
      loops.addSteps(rows + (y - first + 1) * stride, stride, stride, kept + (y % 5) * 3 * listBytes, sums)
      if (y >= 5) visit(y - 2, xx, xy, yy)
    }
  }
}
