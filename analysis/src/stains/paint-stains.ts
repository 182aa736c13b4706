import type { PixelData } from '@cresyl/slides'
import type { ChannelGain } from './channel-gain.ts'
import type { Vector3 } from './matrix3.ts'

/** How a channel of fluorescence is shown as a stain in transmitted light. */
export interface PaintedStain extends ChannelGain {
  /** As people asked for: a factor of the amount. */
  readonly strength: number
  /** Density (natural logarithm) of an amount of 1 in red, green and blue. */
  readonly density: Vector3
}

/** Steps of the table of light for a density of 1, and the density from which everything is black. */
const steps = 1024
const highest = 6.5

/** Light that is left of 255, by density. */
const lightTable = (): Uint8Array =>
  Uint8Array.from({ length: highest * steps + 1 }, (_, index) => Math.round(255 * Math.exp(-index / steps)))

/**
 * Prepares to draw two channels as stains on white glass, by the law of Beer and Lambert:
 * 255 exp(−(first amount × its density + second amount × its density)). What is no number is none.
 */
export function paintStains(first: PaintedStain, second: PaintedStain) {
  const lights = lightTable()
  const end = lights.length - 1
  const [firstRed, firstGreen, firstBlue] = densitiesOf(first)
  const [secondRed, secondGreen, secondBlue] = densitiesOf(second)
  const [firstBackground, secondBackground] = [first.background, second.background]
  return (
    firsts: PixelData,
    seconds: PixelData,
    from: number,
    count: number,
    rgb: Uint8Array,
    to: number,
  ): void => {
    for (let at = from, last = from + count; at < last; at += 1, to += 3) {
      let x = (firsts[at] as number) - firstBackground
      let y = (seconds[at] as number) - secondBackground
      if (!(x > 0)) x = 0
      if (!(y > 0)) y = 0
      const red = firstRed * x + secondRed * y + 0.5
      const green = firstGreen * x + secondGreen * y + 0.5
      const blue = firstBlue * x + secondBlue * y + 0.5
      rgb[to] = lights[red >= end ? end : red | 0] as number
      rgb[to + 1] = lights[green >= end ? end : green | 0] as number
      rgb[to + 2] = lights[blue >= end ? end : blue | 0] as number
    }
  }
}

/** Of each value, in steps of the table. */
function densitiesOf({ gain, strength, density: [red, green, blue] }: PaintedStain): Vector3 {
  const factor = gain * strength * steps
  return [red * factor, green * factor, blue * factor]
}
