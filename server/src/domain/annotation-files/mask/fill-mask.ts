/** Something with an area, in pixels of the mask. */
export interface MaskShape {
  /** 1 to 255. */
  value: number
  /** x and y of all corners of a ring, its first again at the end: of its outlines and holes alike. */
  rings: readonly Float64Array[]
  minY: number
  maxY: number
}

/** Rows that are filled at once. */
export const bandRows = 128

/**
 * The mask in bands of rows, from the top: a pixel has the number of the last shape that its middle lies in, else 0.
 * Whatever the size of the mask, one band of it is held.
 */
export function* fillMask(
  shapes: readonly MaskShape[],
  width: number,
  height: number,
): Generator<Uint8Array> {
  const crossings: number[][] = Array.from({ length: bandRows }, () => [])
  for (let top = 0; top < height; top += bandRows) {
    const rows = Math.min(bandRows, height - top)
    const band = new Uint8Array(rows * width)
    for (const shape of shapes) {
      if (shape.maxY <= top || shape.minY >= top + rows) continue
      for (const ring of shape.rings) cross(ring, top, rows, crossings)
      for (let row = 0; row < rows; row += 1) {
        const at = crossings[row] as number[]
        if (at.length === 0) continue
        fillRow(band.subarray(row * width, (row + 1) * width), at.sort(ascending), shape.value)
        at.length = 0
      }
    }
    yield band
  }
}

const ascending = (a: number, b: number) => a - b

/** Where the edges of a ring cross the middle of each row. */
function cross(ring: Float64Array, top: number, rows: number, crossings: number[][]): void {
  for (let n = 2; n < ring.length; n += 2) {
    const [y0, y1] = [ring[n - 1] as number, ring[n + 1] as number]
    if (y0 === y1) continue
    const [upper, lower] = y0 < y1 ? [y0, y1] : [y1, y0]
    // From the upper end on, up to the lower one and without it: corners are counted once.
    const from = Math.max(0, Math.ceil(upper - 0.5) - top)
    const to = Math.min(rows, Math.ceil(lower - 0.5) - top)
    if (from >= to) continue
    const [x0, x1] = [ring[n - 2] as number, ring[n] as number]
    const slope = (x1 - x0) / (y1 - y0)
    for (let row = from; row < to; row += 1)
      (crossings[row] as number[]).push(x0 + (top + row + 0.5 - y0) * slope)
  }
}

/** Between every two crossings it is inside. */
function fillRow(row: Uint8Array, at: readonly number[], value: number): void {
  for (let n = 1; n < at.length; n += 2) {
    const from = Math.max(0, Math.ceil((at[n - 1] as number) - 0.5))
    const to = Math.min(row.length, Math.ceil((at[n] as number) - 0.5))
    if (from < to) row.fill(value, from, to)
  }
}
