/** Means over squares of (2 radius + 1)², cut at the edges; first along rows, each mean rounded, then along columns. */
export function blurBox(map: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const blurred = new Uint8Array(map.length)
  for (let row = 0; row < height; row += 1) blurRow(map, blurred, row * width, width, radius)
  return blurColumns(blurred, width, height, radius)
}

/**
 * A sum divided by its count and rounded is ⌊sum / count + 1/2⌋. A quarter more never reaches the next whole number,
 * since sums are whole, but is far more than the error of multiplying with 1 / count, which takes less time.
 */
const halfUp = (count: number) => count / 2 + 0.25

function blurRow(map: Uint8Array, result: Uint8Array, start: number, width: number, radius: number): void {
  const end = start + width
  let sum = 0
  let count = 0
  let at = start
  for (; count < radius && count < width; count += 1) sum += map[start + count] as number
  for (; at < end && at <= start + radius; at += 1) {
    if (at + radius < end) {
      sum += map[at + radius] as number
      count += 1
    }
    result[at] = (sum + halfUp(count)) * (1 / count)
  }
  const most = 2 * radius + 1
  const share = 1 / most
  const half = halfUp(most)
  for (; at < end - radius; at += 1) {
    sum += (map[at + radius] as number) - (map[at - radius - 1] as number)
    result[at] = (sum + half) * share
  }
  // Only a row that is longer than the radius gets here.
  for (; at < end; at += 1) {
    sum -= map[at - radius - 1] as number
    count = end - at + radius
    result[at] = (sum + halfUp(count)) * (1 / count)
  }
}

/** Row by row with a sum for each column: going down column by column would read from all over the memory. */
function blurColumns(map: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const result = new Uint8Array(map.length)
  const sums = new Int32Array(width)
  for (let y = 0; y < Math.min(radius, height); y += 1)
    for (let x = 0; x < width; x += 1) sums[x] = (sums[x] as number) + (map[y * width + x] as number)
  for (let y = 0; y < height; y += 1) {
    const added = y + radius < height ? (y + radius) * width : -1
    const taken = y - radius - 1 >= 0 ? (y - radius - 1) * width : -1
    const count = Math.min(height, y + radius + 1) - Math.max(0, y - radius)
    const half = halfUp(count)
    const share = 1 / count
    if (added >= 0 && taken >= 0)
      for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
        const sum = (sums[x] as number) + (map[added + x] as number) - (map[taken + x] as number)
        sums[x] = sum
        result[at] = (sum + half) * share
      }
    else
      for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
        let sum = sums[x] as number
        if (added >= 0) sum += map[added + x] as number
        if (taken >= 0) sum -= map[taken + x] as number
        sums[x] = sum
        result[at] = (sum + half) * share
      }
  }
  return result
}
