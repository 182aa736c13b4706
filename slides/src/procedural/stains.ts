import type { PenColor } from './defects.ts'

/** Optical density in red, green and blue of one unit of stain. */
export type StainVector = readonly [number, number, number]

export const hematoxylin: StainVector = [0.65, 0.7, 0.29]
export const eosin: StainVector = [0.2159, 0.8012, 0.5581]
export const diaminobenzidine: StainVector = [0.27, 0.57, 0.78]

/** The share of red, green and blue that a felt pen's ink lets through. */
export const penTransmission: Record<PenColor, StainVector> = {
  blue: [0.2, 0.36, 0.8],
  green: [0.3, 0.68, 0.5],
  black: [0.24, 0.24, 0.26],
}

const steps = 1024
const highest = 4

/** Beer–Lambert as a table: light that passes, 0..1, by optical density (log10) in steps of 1/1024. */
export function transmissionTable(): Float32Array {
  return Float32Array.from({ length: highest * steps + 1 }, (_, i) => 10 ** (-i / steps))
}

/** Light that passes an optical density; beyond 4 nothing more is lost. */
export function transmitted(table: Float32Array, density: number): number {
  const index = (Math.max(0, density) * steps + 0.5) | 0
  return table[Math.min(index, highest * steps)] as number
}
