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

/**
 * Where lines are and which way they go, by the structure tensor of 5 × 5 pixels.
 * @param least value from which on a pixel counts as part of a line.
 */
export function findLines({ values, width, height }: LineMap, least: number): Lines {
  const dx = new Float32Array(values.length)
  const dy = new Float32Array(values.length)
  const pixels: number[] = []
  /** Of each column in the five rows around the one in `summed`. */
  const summed = new Int32Array(width)
  const [sumsXx, sumsXy, sumsYy] = [new Int32Array(width), new Int32Array(width), new Int32Array(width)]
  const sumColumn = (column: number, y: number) => {
    let [xx, xy, yy] = [0, 0, 0]
    for (let at = (y - 2) * width + column, end = at + 4 * width; at <= end; at += width) {
      // Weighted so that it is right for thin lines of all directions (Scharr).
      const fall = (values[at + width + 1] as number) - (values[at - width - 1] as number)
      const rise = (values[at - width + 1] as number) - (values[at + width - 1] as number)
      const gx = 10 * ((values[at + 1] as number) - (values[at - 1] as number)) + 3 * (fall + rise)
      const gy = 10 * ((values[at + width] as number) - (values[at - width] as number)) + 3 * (fall - rise)
      xx += gx * gx
      xy += gx * gy
      yy += gy * gy
    }
    summed[column] = y
    sumsXx[column] = xx
    sumsXy[column] = xy
    sumsYy[column] = yy
  }
  for (let y = 3; y < height - 3; y += 1)
    for (let x = 3; x < width - 3; x += 1) {
      const pixel = y * width + x
      if ((values[pixel] as number) < least) continue
      let [xx, xy, yy] = [0, 0, 0]
      for (let column = x - 2; column <= x + 2; column += 1) {
        // Neighbours share most of their columns. Sums of whole numbers are the same in whatever order.
        if (summed[column] !== y) sumColumn(column, y)
        xx += sumsXx[column] as number
        xy += sumsXy[column] as number
        yy += sumsYy[column] as number
      }
      if (Math.hypot(xx - yy, 2 * xy) < leastOriented * (xx + yy)) continue
      const angle = Math.atan2(2 * xy, xx - yy) / 2
      dx[pixel] = Math.cos(angle)
      dy[pixel] = Math.sin(angle)
      pixels.push(pixel)
    }
  return { width, height, pixels, dx, dy }
}
