/** Numbers a pixel, row by row: whole and not negative, so that sums are exact whatever way they are made. */
export type Plane = Int16Array

/**
 * The mean over a square of `2 · radius + 1` pixels, rounded. Sums run along rows and columns: the cost doesn't depend
 * on the radius, and, being whole, what comes out doesn't depend on where the plane begins. Edges are continued.
 * `sums` is as long as the planes; `target` may be `source`.
 */
export function boxBlur(
  source: Plane,
  target: Plane,
  sums: Int32Array,
  width: number,
  height: number,
  radius: number,
): void {
  sumRows(source, sums, width, height, radius)
  const share = 1 / (2 * radius + 1) ** 2
  const columns = new Int32Array(width)
  for (let row = -radius; row <= radius; row += 1) {
    const start = Math.min(Math.max(row, 0), height - 1) * width
    for (let x = 0; x < width; x += 1) columns[x] = (columns[x] as number) + (sums[start + x] as number)
  }
  for (let y = 0; y < height; y += 1) {
    const start = y * width
    const enters = Math.min(y + radius + 1, height - 1) * width
    const leaves = Math.max(y - radius, 0) * width
    for (let x = 0; x < width; x += 1) {
      const sum = columns[x] as number
      target[start + x] = (sum * share + 0.5) | 0
      columns[x] = sum + (sums[enters + x] as number) - (sums[leaves + x] as number)
    }
  }
}

function sumRows(source: Plane, sums: Int32Array, width: number, height: number, radius: number): void {
  for (let y = 0; y < height; y += 1) {
    const start = y * width
    const end = start + width - 1
    let sum = 0
    for (let at = start - radius; at <= start + radius; at += 1)
      sum += source[Math.min(Math.max(at, start), end)] as number
    for (let at = start; at <= end; at += 1) {
      sums[at] = sum
      const enters = at + radius + 1
      const leaves = at - radius
      sum += (source[Math.min(enters, end)] as number) - (source[Math.max(leaves, start)] as number)
    }
  }
}
