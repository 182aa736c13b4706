import { type Accumulator, blockSide, type Check, type FineTile, type Measure, noTissue } from './measure.ts'

/** Pixels of tissue that a cell needs to be judged: a fifth of one of 128 µm. */
const leastPixels = 3200

/** What noise of variance 1 has of the squared Laplacian, and of the squared response that `noise` is known by. */
const [laplacianOfNoise, responseToNoise] = [20, 36]

/**
 * Sharpness of each cell: mean of the squared Laplacian over the variance, at 1 µm a pixel, on tissue only. Dividing by
 * the variance makes pale and strong stains alike. Noise is in both, and would pass for sharpness where tissue is pale
 * or blurred: how much of it there is (by the mask of Immerkær, 1996, which sees little else) is taken off first.
 */
export const measureFocus: Measure = ({ plan: { cells }, tissuePixels }: Check): Accumulator => {
  const size = cells.width * cells.height
  const state = {
    pixels: new Float64Array(size),
    sum: new Float64Array(size),
    squares: new Float64Array(size),
    laplacians: new Float64Array(size),
    noisePixels: new Float64Array(size),
    noises: new Float64Array(size),
  }
  return {
    state,
    add: (tile) => addTile(tile, state),
    finish: () => {
      if (tissuePixels === 0) return [{ channel: null, unmeasured: noTissue }]
      const values = new Float32Array(size).fill(Number.NaN)
      const enough = Math.min(leastPixels, Math.max(...state.pixels) / 5)
      for (let cell = 0; cell < size; cell += 1) {
        const count = state.pixels[cell] as number
        if (count === 0 || count < enough) continue
        const mean = (state.sum[cell] as number) / count
        const variance = (state.squares[cell] as number) / count - mean * mean
        const response = (state.noises[cell] as number) / Math.max(1, state.noisePixels[cell] as number)
        const noise = response / responseToNoise
        const laplacian = (state.laplacians[cell] as number) / count - laplacianOfNoise * noise
        values[cell] = Math.max(0, laplacian) / (Math.max(0, variance - noise) + 1)
      }
      return [{ channel: null, cells: values }]
    },
  }
}

interface FocusSums {
  readonly pixels: Float64Array
  readonly sum: Float64Array
  readonly squares: Float64Array
  readonly laplacians: Float64Array
  readonly noisePixels: Float64Array
  readonly noises: Float64Array
}

function addTile({ grey: { data, width, height }, blocks }: FineTile, sums: FocusSums): void {
  for (let blockRow = 0; blockRow < blocks.rows; blockRow += 1) {
    // Pixels at the edge of the tile have no neighbour there.
    const top = Math.max(1, blockRow * blockSide)
    const bottom = Math.min(height - 1, (blockRow + 1) * blockSide)
    for (let blockColumn = 0; blockColumn < blocks.columns; blockColumn += 1) {
      const block = blockRow * blocks.columns + blockColumn
      if (!blocks.tissue[block]) continue
      const left = Math.max(1, blockColumn * blockSide)
      const right = Math.min(width - 1, (blockColumn + 1) * blockSide)
      if (left >= right || top >= bottom) continue
      let sum = 0
      let squares = 0
      let laplacians = 0
      for (let y = top; y < bottom; y += 1) {
        for (let at = y * width + left, end = y * width + right; at < end; at += 1) {
          const value = data[at] as number
          const laplacian =
            4 * value -
            (data[at - 1] as number) -
            (data[at + 1] as number) -
            (data[at - width] as number) -
            (data[at + width] as number)
          sum += value
          squares += value * value
          laplacians += laplacian * laplacian
        }
      }
      const cell = blocks.cell[block] as number
      // Every other row tells enough about the noise.
      for (let y = top; y < bottom; y += 2) {
        sums.noises[cell] =
          (sums.noises[cell] as number) + responseOf(data, width, y * width + left, y * width + right)
        sums.noisePixels[cell] = (sums.noisePixels[cell] as number) + right - left
      }
      sums.pixels[cell] = (sums.pixels[cell] as number) + (right - left) * (bottom - top)
      sums.sum[cell] = (sums.sum[cell] as number) + sum
      sums.squares[cell] = (sums.squares[cell] as number) + squares
      sums.laplacians[cell] = (sums.laplacians[cell] as number) + laplacians
    }
  }
}

/** Sum of the squared differences between differences of neighbours, along rows and columns at once. */
function responseOf(data: Uint16Array, width: number, from: number, to: number): number {
  let squares = 0
  for (let at = from; at < to; at += 1) {
    const sides = (data[at - 1] as number) + (data[at + 1] as number)
    const corners =
      (data[at - width - 1] as number) +
      (data[at - width + 1] as number) +
      (data[at + width - 1] as number) +
      (data[at + width + 1] as number)
    const ends = (data[at - width] as number) + (data[at + width] as number)
    const response = 4 * (data[at] as number) - 2 * (sides + ends) + corners
    squares += response * response
  }
  return squares
}
