import { micrometres } from './lengths.ts'

/** What ImageJ writes into the ImageDescription of a stack. */
export interface ImageJDescription {
  /** Planes in all; channels vary fastest, then focus planes, then time points. */
  readonly images: number
  readonly channels: number
  readonly slices: number
  readonly frames: number
  /** µm of the unit that the resolution tags count in; undefined where it isn't a length. */
  readonly unit?: number | undefined
  /** µm between focus planes. */
  readonly stepZ?: number | undefined
  /** Seconds between time points. */
  readonly stepT?: number | undefined
}

/** ImageJ writes some twenty; others may follow, which are of no use here. */
const maxLines = 1000

/** `ImageJ=1.53t` and then `name=value`, a line each; undefined for other text. */
export function parseImageJDescription(text: string): ImageJDescription | undefined {
  if (!text.startsWith('ImageJ=')) return undefined
  const values = new Map(
    text.split(/[\r\n]+/, maxLines).map((line): [string, string] => {
      const equals = line.indexOf('=')
      return [line.slice(0, equals), line.slice(equals + 1)]
    }),
  )
  const count = (name: string) => {
    const value = Number(values.get(name) ?? 1)
    return Number.isSafeInteger(value) && value >= 1 ? value : 1
  }
  const images = count('images')
  const unit = values.get('unit') ?? ''
  const size = { channels: count('channels'), slices: count('slices'), frames: count('frames') }
  const complete = size.channels * size.slices * size.frames === images
  return {
    images,
    ...(complete ? size : { channels: 1, slices: 1, frames: images }),
    unit: micrometres(1, unit),
    stepZ: micrometres(Math.abs(Number(values.get('spacing') ?? Number.NaN)), unit),
    stepT: seconds(values.get('finterval')),
  }
}

/** ImageJ writes seconds whatever the unit of time that it shows; 0 where it doesn't know. */
function seconds(text: string | undefined): number | undefined {
  const value = Number(text ?? Number.NaN)
  return value > 0 && Number.isFinite(value) ? value : undefined
}
