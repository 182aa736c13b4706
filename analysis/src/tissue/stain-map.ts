import { createOverviewLoops } from '../loops/overview-loops.ts'
import { densityTables } from './densities.ts'
import type { ColorPicture, GlassColor } from './glass.ts'

/** In the memory of the loops: tables, then so many pixels, then their stain. */
const pixelsAtOnce = 0x10000
const rgbAt = 3 * 256 * 4
const stainAt = rgbAt + 3 * pixelsAtOnce

/** Values of a stain map for an optical density of 1 (natural logarithm). */
export const stainUnit = 200

/**
 * How much stain there seems to be at each pixel: twice the highest optical density of the three colours less the
 * lowest, so that colour counts and grey shadows count half. 0..255, `stainUnit` for 1.
 */
export function mapStain({ rgb, unknown }: ColorPicture, glass: GlassColor): Uint8Array {
  const { red, green, blue } = densityTables(glass)
  const result = new Uint8Array(unknown.length)
  const loops = createOverviewLoops()
  const memory = loops.reserve(stainAt + pixelsAtOnce)
  for (const [index, table] of [red, green, blue].entries())
    new Float32Array(memory, 256 * 4 * index, 256).set(table)
  const bytes = new Uint8Array(memory)
  for (let from = 0; from < result.length; from += pixelsAtOnce) {
    const pixels = Math.min(pixelsAtOnce, result.length - from)
    bytes.set(rgb.subarray(from * 3, (from + pixels) * 3), rgbAt)
    loops.mapStain(rgbAt, pixels, 0, stainUnit, stainAt)
    result.set(bytes.subarray(stainAt, stainAt + pixels), from)
  }
  // Mostly all of it was read.
  for (let at = unknown.indexOf(1); at >= 0; at = unknown.indexOf(1, at + 1)) result[at] = 0
  return result
}
