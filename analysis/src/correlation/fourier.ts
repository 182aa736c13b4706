/** A square of complex numbers, row by row. */
export interface Spectrum {
  readonly side: number
  readonly real: Float64Array
  readonly imaginary: Float64Array
}

export interface Fourier {
  readonly side: number
  /** In place. */
  forward(values: Spectrum): void
  /** In place; undoes `forward`. */
  inverse(values: Spectrum): void
}

/** The two-dimensional Fourier transform of squares whose side is a power of two. */
export function createFourier(side: number): Fourier {
  if (side < 2 || (side & (side - 1)) !== 0) throw new RangeError(`a side of ${side} is no power of two`)
  const cosines = Float64Array.from({ length: side / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / side))
  const sines = Float64Array.from({ length: side / 2 }, (_, k) => Math.sin((2 * Math.PI * k) / side))
  const order = bitReversed(side)
  const lineReal = new Float64Array(side)
  const lineImaginary = new Float64Array(side)

  const transformLines = (values: Spectrum, start: number, step: number, direction: 1 | -1) => {
    const { real, imaginary } = values
    for (let i = 0; i < side; i++) {
      const from = start + (order[i] as number) * step
      lineReal[i] = real[from] as number
      lineImaginary[i] = imaginary[from] as number
    }
    for (let half = 1; half < side; half *= 2) {
      const stride = side / (2 * half)
      for (let block = 0; block < side; block += 2 * half)
        for (let k = 0; k < half; k++) {
          const cosine = cosines[k * stride] as number
          const sine = -direction * (sines[k * stride] as number)
          const even = block + k
          const odd = even + half
          const oddReal = (lineReal[odd] as number) * cosine - (lineImaginary[odd] as number) * sine
          const oddImaginary = (lineReal[odd] as number) * sine + (lineImaginary[odd] as number) * cosine
          lineReal[odd] = (lineReal[even] as number) - oddReal
          lineImaginary[odd] = (lineImaginary[even] as number) - oddImaginary
          lineReal[even] = (lineReal[even] as number) + oddReal
          lineImaginary[even] = (lineImaginary[even] as number) + oddImaginary
        }
    }
    for (let i = 0; i < side; i++) {
      real[start + i * step] = lineReal[i] as number
      imaginary[start + i * step] = lineImaginary[i] as number
    }
  }
  const transform = (values: Spectrum, direction: 1 | -1) => {
    for (let row = 0; row < side; row++) transformLines(values, row * side, 1, direction)
    for (let column = 0; column < side; column++) transformLines(values, column, side, direction)
  }
  return {
    side,
    forward: (values) => transform(values, 1),
    inverse(values) {
      transform(values, -1)
      const scale = 1 / (side * side)
      for (let i = 0; i < values.real.length; i++) {
        values.real[i] = (values.real[i] as number) * scale
        values.imaginary[i] = (values.imaginary[i] as number) * scale
      }
    },
  }
}

export const newSpectrum = (side: number): Spectrum => ({
  side,
  real: new Float64Array(side * side),
  imaginary: new Float64Array(side * side),
})

function bitReversed(side: number): Uint32Array {
  const bits = Math.log2(side)
  return Uint32Array.from({ length: side }, (_, index) => {
    let reversed = 0
    for (let bit = 0; bit < bits; bit++) if (index & (1 << bit)) reversed |= 1 << (bits - 1 - bit)
    return reversed
  })
}
