export type Samples = Uint8Array | Uint16Array

/** The shape of every tile of a file: square, padded at the edges of its level. */
export interface TileShape {
  readonly side: number
  readonly samples: number
}

/** Copies the `width` × `height` pixels at the top left of `source`, whose rows hold `stride` pixels. */
export function copyPixels(
  source: Samples,
  stride: number,
  target: Samples,
  { side, samples }: TileShape,
  width: number,
  height: number,
): void {
  if (stride === side && width === side) {
    target.set(source.subarray(0, height * side * samples))
    return
  }
  for (let y = 0; y < height; y++) {
    const from = y * stride * samples
    target.set(source.subarray(from, from + width * samples), y * side * samples)
  }
}

/** Repeats the last column and row of the `width` × `height` pixels inside to the edges of the tile. */
export function repeatEdges(
  data: Samples,
  { side, samples }: TileShape,
  width: number,
  height: number,
): void {
  const row = side * samples
  if (width < side) {
    for (let y = 0; y < height; y++) {
      const end = (y + 1) * row
      for (let i = y * row + width * samples; i < end; i++) data[i] = data[i - samples] as number
    }
  }
  const last = (height - 1) * row
  for (let y = height; y < side; y++) data.copyWithin(y * row, last, last + row)
}

/** Whether all `width` × `height` pixels at the top left have this colour; most tiles differ in the first pixel. */
export function hasOneColor(
  data: Samples,
  { side, samples }: TileShape,
  width: number,
  height: number,
  color: readonly number[],
): boolean {
  const red = color[0] as number
  const green = color[1] as number
  const blue = color[2] as number
  for (let y = 0; y < height; y++) {
    let i = y * side * samples
    const end = i + width * samples
    if (samples === 1) {
      for (; i < end; i++) if (data[i] !== red) return false
    } else {
      for (; i < end; i += 3) {
        if (data[i] !== red || data[i + 1] !== green || data[i + 2] !== blue) return false
      }
    }
  }
  return true
}

export function fillWithColor(data: Samples, color: readonly number[]): void {
  const samples = color.length
  if (color.every((sample) => sample === color[0])) {
    data.fill(color[0] as number)
    return
  }
  for (let i = 0; i < data.length; i++) data[i] = color[i % samples] as number
}

/** Puts a halved tile into its quarter (0–3, row by row) of the tile above it. */
export function placeQuarter(
  quarter: Samples,
  index: number,
  target: Samples,
  { side, samples }: TileShape,
): void {
  const row = (side / 2) * samples
  const left = (index % 2) * row
  const top = (index < 2 ? 0 : side / 2) * 2 * row
  for (let y = 0; y < side / 2; y++) {
    target.set(quarter.subarray(y * row, (y + 1) * row), top + y * 2 * row + left)
  }
}

/** Replaces samples by their difference to the pixel on the left, wrapping around (TIFF predictor 2), in place. */
export function takeDifferences(data: Samples, { side, samples }: TileShape): void {
  const row = side * samples
  for (let start = 0; start < data.length; start += row) {
    for (let i = start + row - 1; i >= start + samples; i--) {
      data[i] = (data[i] as number) - (data[i - samples] as number)
    }
  }
}
