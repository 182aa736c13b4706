import { densityTables } from './densities.ts'
import type { ColorPicture, GlassColor } from './glass.ts'
import { isInk } from './ink-colours.ts'

/** Optical densities of tissue that is neither pale nor dark for its slide. */
export interface UsualTissue {
  readonly red: number
  readonly green: number
  readonly blue: number
}

/** What has less density, all colours together, is glass. */
const leastDensity = 0.3
/** Pixels that say what is usual. */
const fewest = 200
const bins = 300
const perDensity = 100

/** The medians of all that is neither glass nor ink; 0 where there is too little of it. */
export function findUsualTissue({ rgb, unknown }: ColorPicture, glass: GlassColor): UsualTissue {
  const tables = densityTables(glass)
  const counts = [new Uint32Array(bins), new Uint32Array(bins), new Uint32Array(bins)] as const
  const add = (of: Uint32Array, density: number) => {
    const bin = Math.min(bins - 1, Math.floor(perDensity * density))
    of[bin] = (of[bin] as number) + 1
  }
  let pixels = 0
  // Some of the pixels are enough for a median.
  const step = Math.max(1, Math.floor(unknown.length / 500_000))
  for (let pixel = 0; pixel < unknown.length; pixel += step) {
    if (unknown[pixel]) continue
    const red = tables.red[rgb[pixel * 3] as number] as number
    const green = tables.green[rgb[pixel * 3 + 1] as number] as number
    const blue = tables.blue[rgb[pixel * 3 + 2] as number] as number
    if (red + green + blue < leastDensity || isInk(red, green, blue)) continue
    pixels += 1
    add(counts[0], red)
    add(counts[1], green)
    add(counts[2], blue)
  }
  if (pixels < fewest) return { red: 0, green: 0, blue: 0 }
  const median = (of: Uint32Array) => {
    let [sum, bin] = [of[0] as number, 0]
    for (; sum < pixels / 2; sum += of[bin] as number) bin += 1
    return (bin + 0.5) / perDensity
  }
  return { red: median(counts[0]), green: median(counts[1]), blue: median(counts[2]) }
}
