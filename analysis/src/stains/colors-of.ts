import type { InputTile } from '../inference/predictor.ts'

/** Red, green and blue of a brightfield tile, side by side. */
export function colorsOf({ planes, samples }: InputTile): Uint8Array {
  const [rgb] = planes
  if (samples !== 3 || !(rgb instanceof Uint8Array))
    throw new TypeError('This predictor takes colours of 8 bits')
  return rgb
}
