import { type Affine, applyAffine } from '@cresyl/contract/affine'
import { hash } from '../../test-support/made-picture.ts'

/** Optical density (log10) in red, green and blue of one unit of a stain. */
type StainVector = readonly [number, number, number]
const hematoxylin: StainVector = [0.65, 0.7, 0.29]
const eosin: StainVector = [0.2159, 0.8012, 0.5581]
const brown: StainVector = [0.27, 0.57, 0.78]

export interface SectionOptions {
  /** The same tissue for the same number. */
  readonly seed: number
  readonly stain: 'he' | 'ihc'
  /** Of the slide in pixels, and µm of one. */
  readonly width: number
  readonly height: number
  readonly mpp: number
  /** About how large the tissue is, in µm; its middle is at (0, 0) of its own plane. */
  readonly size: number
  /** From µm of the slide to µm of the tissue's own plane. */
  readonly toTissue: Affine
  /** Sections that follow each other differ in single cells and in what a sensor sees: another number, other noise. */
  readonly cut: number
}

/** RGB of a section of made-up tissue, and where on the slide it lies is known. */
export function makeSection(options: SectionOptions): { width: number; height: number; rgb: Uint8Array } {
  const { seed, stain, width, height, mpp, size, toTissue, cut } = options
  const rgb = new Uint8Array(width * height * 3)
  for (let row = 0, at = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1, at += 3) {
      const { x, y } = applyAffine(toTissue, { x: (column + 0.5) * mpp, y: (row + 0.5) * mpp })
      const depth = depthAt(seed, x / size, y / size)
      const cover = Math.min(1, Math.max(0, 0.5 + (depth * size) / (2 * mpp)))
      const cells = cellsAt(seed, x / size, y / size)
      const fibres = 0.5 + 0.5 * fractal(seed + 31, (9 * x) / size, (9 * y) / size, 3)
      const own = 0.15 * fractal(seed + 977 * (cut + 1), x / (3 * mpp), y / (3 * mpp), 2)
      const nuclear = cover * Math.max(0, 0.1 + 0.5 * cells + own)
      const pink = cover * Math.max(0, 0.15 + 0.35 * fibres)
      const labelled = cover * Math.max(0, 1.2 * fractal(seed + 57, (5 * x) / size, (5 * y) / size, 2))
      const h = stain === 'he' ? nuclear : 0.6 * nuclear + 0.1 * pink
      const e = stain === 'he' ? pink : 0
      const d = stain === 'he' ? 0 : 0.5 * labelled * cells + 0.08 * pink
      for (let sample = 0; sample < 3; sample += 1) {
        const density =
          h * (hematoxylin[sample] as number) + e * (eosin[sample] as number) + d * (brown[sample] as number)
        const noise = (hash(column * 3 + sample + 7919 * cut, row) % 7) - 3
        rgb[at + sample] = Math.max(0, Math.min(255, Math.round(243 * 10 ** -density + noise)))
      }
    }
  return { width, height, rgb }
}

/** How deep in the tissue a place lies, in parts of its size; negative on glass: lobes with holes. */
function depthAt(seed: number, x: number, y: number): number {
  const edge = 0.5 - Math.hypot(x, 1.35 * y) + 0.16 * fractal(seed, 3 * x, 3 * y, 3)
  const hole = 0.09 - 0.2 * fractal(seed + 11, 7 * x, 7 * y, 2)
  return Math.min(edge, hole)
}

/** How many cells there are, 0..1: crowded in some parts, few in others. */
const cellsAt = (seed: number, x: number, y: number): number =>
  Math.max(0, Math.min(1, 0.45 + 0.9 * fractal(seed + 5, 11 * x, 11 * y, 4)))

/** Octaves of smooth noise, each half as wide and half as strong; mostly within ±0.7. */
function fractal(seed: number, x: number, y: number, octaves: number): number {
  let [sum, strength, scale] = [0, 1, 1]
  for (let octave = 0; octave < octaves; octave += 1) {
    sum += strength * smooth(seed + 131 * octave, x * scale, y * scale)
    strength /= 2
    scale *= 2
  }
  return sum
}

/** Between the values of a lattice, −1..1. */
function smooth(seed: number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const ease = (t: number) => t * t * (3 - 2 * t)
  const [u, v] = [ease(x - left), ease(y - top)]
  const at = (column: number, row: number) => hash(column + 50_021 * seed, row + 3_571 * seed) / 2 ** 31 - 1
  const above = at(left, top) * (1 - u) + at(left + 1, top) * u
  const below = at(left, top + 1) * (1 - u) + at(left + 1, top + 1) * u
  return above * (1 - v) + below * v
}
