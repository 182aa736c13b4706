import { hashAt } from './seeded.ts'

const directions = 64
const gradientX = Float64Array.from({ length: directions }, (_, i) =>
  Math.cos((i / directions) * 2 * Math.PI),
)
const gradientY = Float64Array.from({ length: directions }, (_, i) =>
  Math.sin((i / directions) * 2 * Math.PI),
)

const fade = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10)

function corner(hash: number, dx: number, dy: number): number {
  const i = hash & (directions - 1)
  return (gradientX[i] as number) * dx + (gradientY[i] as number) * dy
}

/**
 * Smooth noise with features about 1 wide, mean 0, mostly within ±0.7: no period. The gradients at the corners of the
 * square that was looked at last are kept, because the next place is mostly in the same one.
 */
export class GradientNoise {
  private readonly seed: number
  private left = Number.NaN
  private top = Number.NaN
  /** x and y of the gradient at the upper left, upper right, lower left and lower right corner. */
  private readonly gradients = new Float64Array(8)

  constructor(seed: number) {
    this.seed = seed
  }

  at(x: number, y: number): number {
    const x0 = Math.floor(x)
    const y0 = Math.floor(y)
    if (x0 !== this.left || y0 !== this.top) this.moveTo(x0, y0)
    const { gradients } = this
    const dx = x - x0
    const dy = y - y0
    const u = fade(dx)
    const a = (gradients[0] as number) * dx + (gradients[1] as number) * dy
    const b = (gradients[2] as number) * (dx - 1) + (gradients[3] as number) * dy
    const c = (gradients[4] as number) * dx + (gradients[5] as number) * (dy - 1)
    const d = (gradients[6] as number) * (dx - 1) + (gradients[7] as number) * (dy - 1)
    const top = a + (b - a) * u
    return top + (c + (d - c) * u - top) * fade(dy)
  }

  private moveTo(x: number, y: number): void {
    this.left = x
    this.top = y
    for (let corner = 0; corner < 4; corner++) {
      const i = hashAt(this.seed, x + (corner & 1), y + (corner >> 1)) & (directions - 1)
      this.gradients[corner * 2] = gradientX[i] as number
      this.gradients[corner * 2 + 1] = gradientY[i] as number
    }
  }
}

/** Octaves of gradient noise, each half as wide and half as strong. */
export class FractalNoise {
  private readonly octaves: readonly GradientNoise[]

  constructor(seed: number, octaves: number) {
    this.octaves = Array.from({ length: octaves }, (_, i) => new GradientNoise(seed + i * 7919))
  }

  at(x: number, y: number): number {
    let sum = 0
    let strength = 1
    let scale = 1
    for (const octave of this.octaves) {
      sum += strength * octave.at(x * scale, y * scale)
      strength /= 2
      scale *= 2
    }
    return sum
  }
}

const side = 512
const mask = side - 1

/** A square of noise that repeats every 512 texels, for what is looked up at each pixel. Values are about −1..1. */
export interface Texture {
  readonly texels: Float32Array
}

/** Noise with features `cell` texels wide (a power of two), and `octaves` finer ones on top. */
export function makeTexture(seed: number, cell: number, octaves: number): Texture {
  const texels = new Float32Array(side * side)
  let strength = 1.4
  let size = cell
  for (let octave = 0; octave < octaves && size >= 2; octave++) {
    addOctave(texels, seed + octave * 104729, size, strength)
    strength /= 2
    size /= 2
  }
  return { texels }
}

function addOctave(texels: Float32Array, seed: number, cell: number, strength: number): void {
  const cells = side / cell
  const hashes = Uint32Array.from({ length: cells * cells }, (_, i) =>
    hashAt(seed, i % cells, Math.floor(i / cells)),
  )
  for (let y = 0; y < side; y++) {
    const y0 = Math.floor(y / cell)
    const row = y0 * cells
    const below = ((y0 + 1) % cells) * cells
    const dy = (y + 0.5) / cell - y0
    const v = fade(dy)
    for (let x = 0; x < side; x++) {
      const x0 = Math.floor(x / cell)
      const x1 = (x0 + 1) % cells
      const dx = (x + 0.5) / cell - x0
      const u = fade(dx)
      const a = corner(hashes[row + x0] as number, dx, dy)
      const b = corner(hashes[row + x1] as number, dx - 1, dy)
      const c = corner(hashes[below + x0] as number, dx, dy - 1)
      const d = corner(hashes[below + x1] as number, dx - 1, dy - 1)
      const top = a + (b - a) * u
      const at = y * side + x
      texels[at] = (texels[at] as number) + strength * (top + (c + (d - c) * u - top) * v)
    }
  }
}

/** The texture at a point in texels, between its texels. */
export function sampleTexture(texture: Texture, x: number, y: number): number {
  const texels = texture.texels
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const u = x - x0
  const left = x0 & mask
  const right = (x0 + 1) & mask
  const row = (y0 & mask) * side
  const below = ((y0 + 1) & mask) * side
  const top = (texels[row + left] as number) * (1 - u) + (texels[row + right] as number) * u
  const bottom = (texels[below + left] as number) * (1 - u) + (texels[below + right] as number) * u
  return top + (bottom - top) * (y - y0)
}

/** 0 below `low`, 1 above `high`, smooth in between. */
export function smoothStep(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)))
  return t * t * (3 - 2 * t)
}
