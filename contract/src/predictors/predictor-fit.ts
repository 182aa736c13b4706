import type { Modality } from '../qc/qc-measures.ts'
import { bindChannels, type ChannelBinding, type NamedChannel } from './channel-roles.ts'
import type { PredictorManifest } from './predictor-manifest.ts'

/** What is known of an image before a run. */
export interface FitImage {
  readonly width: number
  readonly height: number
  readonly mpp_x: number | null
  readonly mpp_y: number | null
  readonly samples: number
  readonly channels: readonly NamedChannel[]
  /** As quality control saw it; null where nobody has looked: then by the number of channels. */
  readonly modality: Modality | null
}

/** What people said for a run. */
export interface FitChoices {
  /** Which channel to take, by the manifest's key. */
  readonly channels?: Readonly<Record<string, number>>
  /** µm of a pixel, where the file doesn't say. */
  readonly mpp?: number
}

export interface Misfit {
  readonly about: 'modality' | 'channels' | 'mpp'
  /** What doesn't fit, why, and what to do. */
  readonly sentence: string
}

export interface Fit {
  /** Nothing is computed while there is any. */
  readonly misfits: readonly Misfit[]
  readonly channels: ChannelBinding
  /** µm of a pixel that is reckoned with; null where nobody knows. */
  readonly mpp: { readonly x: number; readonly y: number } | null
}

/** Colours are brightfield unless someone saw otherwise; several channels are fluorescence. */
const modalityOf = ({ modality, samples, channels }: FitImage): Modality =>
  modality ?? (samples >= 3 && channels.length <= 1 ? 'brightfield' : 'fluorescence')

const modalityWords: Record<Modality, string> = {
  brightfield: 'a brightfield slide',
  fluorescence: 'a fluorescence slide',
}

/** Whether a predictor can work on an image: the same answer in the form, before a run and when it starts. */
export function fitPredictor(manifest: PredictorManifest, image: FitImage, choices: FitChoices = {}): Fit {
  const { input, name } = manifest
  const channels = bindChannels(input.channels, image.channels, choices.channels)
  const mpp = mppOf(image, choices)
  const modality = modalityOf(image)
  const misfits: Misfit[] = []
  const add = (about: Misfit['about'], sentence: string) => misfits.push({ about, sentence })

  if (input.modality !== 'any' && input.modality !== modality)
    add('modality', `${name} needs ${modalityWords[input.modality]}; this is ${modalityWords[modality]}.`)
  else for (const sentence of channelFaults(manifest, image, channels)) add('channels', sentence)

  if (!mpp) add('mpp', `The file does not state the pixel size, which ${name} needs. Enter it in µm.`)
  else if (Math.max(mpp.x, mpp.y) > input.coarsest_mpp * 1.01)
    add(
      'mpp',
      `A pixel of this slide is ${rounded(Math.max(mpp.x, mpp.y))} µm; ${name} needs pixels of at most ${input.coarsest_mpp} µm. Scan it at a higher magnification.`,
    )
  return { misfits, channels, mpp }
}

function mppOf({ mpp_x, mpp_y }: FitImage, { mpp }: FitChoices): Fit['mpp'] {
  if (mpp_x !== null && mpp_y !== null) return { x: mpp_x, y: mpp_y }
  return mpp === undefined ? null : { x: mpp, y: mpp }
}

function channelFaults(
  { input, name }: PredictorManifest,
  { channels: given }: FitImage,
  bound: ChannelBinding,
): string[] {
  const faults: string[] = []
  const seen = new Map<number, string>()
  for (const { key, label } of input.channels) {
    const index = bound[key] ?? null
    if (index === null) {
      faults.push(
        `${name} needs a channel for "${label}", and none of ${namesOf(given)} matches by name. Choose one.`,
      )
    } else if (!(index >= 0 && index < given.length)) {
      faults.push(`There is no channel ${index + 1} for "${label}": this slide has ${given.length}.`)
    } else {
      const other = seen.get(index)
      if (other !== undefined) faults.push(`"${label}" and "${other}" can't both be the same channel.`)
      seen.set(index, label)
    }
  }
  return faults
}

const namesOf = (channels: readonly NamedChannel[]): string =>
  channels.length === 0
    ? 'no channels'
    : channels.map(({ name }, index) => name ?? `channel ${index + 1}`).join(', ')

const rounded = (value: number) => Number(value.toPrecision(3))
