import type { ColorPicture, GlassColor } from './glass.ts'

/** Optical densities (natural logarithm) of the three colours against the glass, 0 where brighter than it. */
export interface Densities {
  readonly red: Float32Array
  readonly green: Float32Array
  readonly blue: Float32Array
}

/** Of each of the 256 values. */
export const densityTables = (glass: GlassColor): Densities => ({
  red: tableOf(glass.red),
  green: tableOf(glass.green),
  blue: tableOf(glass.blue),
})

const tableOf = (glass: number): Float32Array =>
  Float32Array.from({ length: 256 }, (_, value) =>
    Math.max(0, Math.log(Math.max(1, glass) / Math.max(1, value))),
  )

/** A table in whole values, so many for an optical density of 1, at most 255. */
export const densityLevels = (table: Float32Array, unit: number): Uint8Array =>
  Uint8Array.from(table, (density) => Math.min(255, unit * density))

/** Calls for each pixel that means something with its three densities, if these are at least so much together. */
export function forEachDensity(
  { rgb, unknown }: ColorPicture,
  glass: GlassColor,
  least: number,
  visit: (pixel: number, red: number, green: number, blue: number) => void,
): void {
  const { red, green, blue } = densityTables(glass)
  for (let pixel = 0, at = 0; pixel < unknown.length; pixel += 1, at += 3) {
    const r = red[rgb[at] as number] as number
    const g = green[rgb[at + 1] as number] as number
    const b = blue[rgb[at + 2] as number] as number
    if (r + g + b >= least && !unknown[pixel]) visit(pixel, r, g, b)
  }
}
