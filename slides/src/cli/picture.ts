import { extname } from 'node:path'
import { measureChannels } from '../render/channel-statistics.ts'
import type { ChannelDisplay } from '../render/composite.ts'
import { defaultDisplays } from '../render/default-displays.ts'
import type { ImageFormat } from '../render/encode-image.ts'
import type { ExportedRegion } from '../render/export-region.ts'
import type { Progress as TileProgress } from '../render/read-region.ts'
import type { SlideImage } from '../slide.ts'
import { outputOptions } from './output.ts'
import type { Program } from './program.ts'
import type { RunningProgress } from './progress.ts'
import { type OptionTable, type OptionValues, readNumber, UsageError } from './usage.ts'
import { imageOption } from './with-slide.ts'
import { decimals } from './words.ts'

/** The options of every command that makes a picture. */
export const pictureOptions = {
  ...outputOptions,
  format: {
    kind: 'text',
    value: 'NAME',
    choices: ['jpeg', 'png', 'webp'],
    help: 'jpeg, png or webp; by the name of the file where left out',
  },
  quality: { kind: 'integer', value: 'N', minimum: 1, maximum: 100, default: 90, help: 'of JPEG and WebP' },
  channels: {
    kind: 'text',
    short: 'c',
    value: 'LIST',
    help: 'which channels, by number or name: 0,2 or DAPI,FITC; all where left out',
  },
  window: {
    kind: 'text',
    value: 'LOW,HIGH',
    help: 'values shown as black and as full colour; measured where left out',
  },
  z: {
    kind: 'integer',
    short: 'z',
    value: 'N',
    minimum: 0,
    default: 0,
    help: 'which plane of a focus stack',
  },
  t: { kind: 'integer', short: 't', value: 'N', minimum: 0, default: 0, help: 'which time point' },
  icc: { kind: 'flag', help: "turn colours into sRGB by the file's own profile" },
  ...imageOption,
} as const satisfies OptionTable

export type PictureOptions = OptionValues<typeof pictureOptions>

const formatsByEnding: Readonly<Record<string, ImageFormat>> = {
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.png': 'png',
  '.webp': 'webp',
}

/** By the option, else by the name of the file, else JPEG. */
export function formatOf({ format, output }: Pick<PictureOptions, 'format' | 'output'>): ImageFormat {
  if (format) return format
  if (output === undefined || output === '-') return 'jpeg'
  const ending = extname(output).toLowerCase()
  const found = formatsByEnding[ending]
  if (found) return found
  throw new UsageError(
    `${output} should end in .jpg, .png or .webp, or say the kind of picture with --format.`,
  )
}

/** How the channels asked for are shown; undefined leaves it to the image. */
export async function displaysOf(
  image: SlideImage,
  { channels, window, z, t }: Pick<PictureOptions, 'channels' | 'window' | 'z' | 't'>,
  signal: AbortSignal,
): Promise<readonly ChannelDisplay[] | undefined> {
  if (channels === undefined && window === undefined) return undefined
  const chosen = channels === undefined ? [...image.channels.keys()] : channelNumbers(image, channels)
  const fixed = window === undefined ? undefined : readWindow(window)
  const isMeasured = !fixed && image.samples === 1
  const statistics = isMeasured ? await measureChannels(image, { z, t, channels: chosen }, signal) : []
  return defaultDisplays(image, statistics)
    .filter(({ channel }) => chosen.includes(channel))
    .map((display) => (fixed ? { ...display, window: fixed } : display))
}

/** Channels by number or name, as in `0,DAPI`. */
export function channelNumbers(image: SlideImage, list: string): number[] {
  return list.split(',').map((word) => {
    const name = word.trim()
    const named = image.channels.findIndex((channel) => channel.name?.toLowerCase() === name.toLowerCase())
    const number = named >= 0 ? named : /^\d+$/.test(name) ? Number(name) : -1
    if (image.channels[number]) return number
    const known = image.channels.map((channel, index) =>
      channel.name ? `${index} (${channel.name})` : `${index}`,
    )
    throw new UsageError(`There is no channel “${name}”; the image has ${known.join(', ')}.`)
  })
}

function readWindow(text: string): readonly [number, number] {
  const words = text.split(',')
  const [low = Number.NaN, high = Number.NaN] = words.map((word) =>
    readNumber('--window', word, { kind: 'number' }),
  )
  if (words.length === 2 && low < high) return [low, high]
  throw new UsageError(`--window must be two numbers, the lower one first: 100,4000, but is “${text}”.`)
}

/** `953 × 715 px, 1 µm/px` */
export function pictureSize({ width, height, mpp }: ExportedRegion): string {
  return `${width} × ${height} px${mpp ? `, ${decimals(mpp.x, 4)} µm/px` : ''}`
}

/** Shows the progress of rendering, whose size is known with the first tile; `end` is to be called at the end. */
export function renderProgress({ progress }: Program): { told: TileProgress; end(): void } {
  let running: RunningProgress | undefined
  let told = 0
  return {
    told(done, total) {
      running ??= progress.begin('Rendering', total, (tiles) => `${decimals(tiles, 0)} tiles/s`)
      running.add(done - told)
      told = done
    },
    end: () => running?.end(),
  }
}
