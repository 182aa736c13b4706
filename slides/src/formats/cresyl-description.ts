import { limits } from '../limits.ts'
import type { Channel } from '../slide.ts'

/** What `createPyramid` puts into the ImageDescription of a plain BigTIFF. */
export interface CresylDescription {
  readonly objective?: number | undefined
  /** As written; whether the samples have so many bits is for the reader to check. */
  readonly bitDepth?: number | undefined
  readonly channel?: Channel | undefined
  /** What made the image, by name. */
  readonly provenance: Readonly<Record<string, string>>
}

/** Metadata for people to read: more than this would only be a way to fill the memory. */
const maxProperties = 10_000

const knownVersion = 1

/**
 * Undefined for other text, and for a version that isn't known here. Anybody may have written it: what isn't of the
 * right kind is left out.
 */
export function parseCresylDescription(text: string): CresylDescription | undefined {
  if (!text.startsWith('{"format":"cresyl-pyramid"') || text.length > limits.xmlBytes) return undefined
  const { version, objective, bitDepth, channel, provenance } = objectOf(parsed(text))
  if (version !== knownVersion) return undefined
  return {
    objective: positive(objective),
    bitDepth: positive(bitDepth),
    channel: channel === undefined ? undefined : channelOf(objectOf(channel)),
    provenance: Object.fromEntries(
      Object.entries(objectOf(provenance))
        .filter((pair): pair is [string, string] => typeof pair[1] === 'string')
        .slice(0, maxProperties),
    ),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 ? value : undefined

function channelOf({ name, color, ...lengths }: Readonly<Record<string, unknown>>): Channel {
  const isColor = typeof color === 'number' && Number.isInteger(color) && color >= 0 && color <= 0xffffff
  return {
    name: typeof name === 'string' && name ? name : undefined,
    color: isColor ? color : undefined,
    emissionWavelength: positive(lengths.emissionWavelength),
    excitationWavelength: positive(lengths.excitationWavelength),
    exposure: positive(lengths.exposure),
  }
}
