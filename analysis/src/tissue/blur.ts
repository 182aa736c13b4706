import { aligned } from '../loops/instantiate.ts'
import { createTileLoops } from '../loops/tile-loops.ts'

/**
 * A sum divided by its count and rounded is ⌊sum / count + 1/2⌋. A quarter more never reaches the next whole number,
 * since sums are whole, but is far more than the error of multiplying with 1 / count, which takes less time; even with
 * numbers of 32 bits, up to counts of 8000.
 */
const halfUp = (count: number) => count / 2 + 0.25
const largestCount = 8000

/** Means over squares of (2 radius + 1)², cut at the edges; first along rows, each mean rounded, then along columns. */
export function blurBox(map: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  if (map.length === 0) return new Uint8Array(0)
  if (2 * radius + 1 > largestCount) throw new RangeError(`a radius of ${radius} pixels is too large`)
  const blurred = new Uint8Array(map.length)
  const loops = createTileLoops()
  blurRows(map, blurred, width, height, radius, loops)
  return blurColumns(blurred, width, height, radius, loops)
}

type Loops = ReturnType<typeof createTileLoops>

/** By sums from the beginning of the row up to each pixel: the difference of two of them is that of a part. */
function blurRows(
  map: Uint8Array,
  result: Uint8Array,
  width: number,
  height: number,
  radius: number,
  loops: Loops,
): void {
  // Sixteen pixels at a time: some beyond the last are read and written.
  const sums = aligned(width + 16)
  const target = aligned(sums + 4 * (width + 2 * radius + 32))
  const memory = loops.reserve(target + width + 32)
  const source = new Uint8Array(memory, 0, width)
  const before = new Int32Array(memory, sums, width + 1)
  const blurred = new Uint8Array(memory, target, width)
  const count = 2 * radius + 1
  for (let y = 0; y < height; y += 1) {
    source.set(map.subarray(y * width, (y + 1) * width))
    loops.addUp(0, width, sums)
    const inner = Math.max(0, width - 2 * radius)
    if (inner > 0) loops.blurInner(sums, inner, count, halfUp(count), 1 / count, target + radius)
    for (let x = 0; x < width; x += 1) {
      if (x === radius && inner > 0) x += inner
      if (x >= width) break
      const [from, to] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)]
      const sum = (before[to] as number) - (before[from] as number)
      blurred[x] = (sum + halfUp(to - from)) / (to - from)
    }
    result.set(blurred, y * width)
  }
}

/** Row by row with a sum for each column: going down column by column would read from all over the memory. */
function blurColumns(
  map: Uint8Array,
  width: number,
  height: number,
  radius: number,
  loops: Loops,
): Uint8Array {
  const result = new Uint8Array(map.length)
  const stride = aligned(width)
  const memory = loops.reserve(stride * 3 + 4 * stride)
  const added = new Uint8Array(memory, 0, stride).fill(0)
  const taken = new Uint8Array(memory, stride, stride).fill(0)
  const blurred = new Uint8Array(memory, 2 * stride, width)
  const sums = 3 * stride
  new Int32Array(memory, sums, stride).fill(0)
  const row = (y: number) => map.subarray(y * width, (y + 1) * width)
  // The first rows only add to the sums.
  for (let y = -radius; y < height; y += 1) {
    if (y + radius < height) added.set(row(y + radius))
    else added.fill(0)
    if (y - radius - 1 >= 0) taken.set(row(y - radius - 1))
    const count = Math.min(height, y + radius + 1) - Math.max(0, y - radius)
    loops.blurColumns(0, stride, sums, stride, halfUp(count), 1 / count, 2 * stride)
    if (y >= 0) result.set(blurred, y * width)
  }
  return result
}
