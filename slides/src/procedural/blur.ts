/**
 * Blurs a plane of whole numbers by three box filters each way, about a Gaussian of standard deviation
 * √(radius·(radius+1)) pixels. Sums of whole numbers are exact: a pixel's result depends on the 3·radius pixels
 * around it and not on where the plane begins. The outermost 3·radius pixels of the result are not valid.
 */
export function boxBlur(plane: Int32Array, width: number, height: number, radius: number): Int32Array {
  let [from, to, next] = [plane, new Int32Array(plane.length), new Int32Array(plane.length)]
  for (const blur of [blurRows, blurRows, blurRows, blurColumns, blurColumns, blurColumns]) {
    blur(from, to, width, height, radius)
    ;[from, to, next] = [to, next, to]
  }
  return from
}

export const sigmaOfRadius = (radius: number): number => Math.sqrt(radius * (radius + 1))

function blurRows(from: Int32Array, to: Int32Array, width: number, height: number, radius: number): void {
  const size = 2 * radius + 1
  for (let y = 0; y < height; y++) {
    const row = y * width
    let sum = 0
    for (let x = 0; x < Math.min(size, width); x++) sum += from[row + x] as number
    for (let x = radius; x < width - radius; x++) {
      to[row + x] = (sum / size) | 0
      if (x + radius + 1 < width)
        sum += (from[row + x + radius + 1] as number) - (from[row + x - radius] as number)
    }
  }
}

function blurColumns(from: Int32Array, to: Int32Array, width: number, height: number, radius: number): void {
  const size = 2 * radius + 1
  const sums = new Int32Array(width)
  for (let y = 0; y < Math.min(size, height); y++)
    for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) + (from[y * width + x] as number)
  for (let y = radius; y < height - radius; y++) {
    const next = (y + radius + 1) * width
    const last = (y - radius) * width
    const more = y + radius + 1 < height
    for (let x = 0; x < width; x++) {
      const sum = sums[x] as number
      to[y * width + x] = (sum / size) | 0
      if (more) sums[x] = sum + (from[next + x] as number) - (from[last + x] as number)
    }
  }
}
