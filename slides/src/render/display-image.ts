import { SlideError } from '../errors.ts'
import type { SlideImage } from '../slide.ts'
import { measureChannels } from './channel-statistics.ts'
import type { ChannelDisplay } from './composite.ts'
import { defaultDisplays } from './default-displays.ts'
import { type IccTransform, openIccTransform } from './icc.ts'

/** Which planes are shown and how. */
export interface DisplayOptions {
  /** Focus plane and time, from 0. */
  readonly z?: number | undefined
  readonly t?: number | undefined
  /**
   * The channels shown. When left out, all are, by what is measured then: measure once with `measureChannels` and
   * `defaultDisplays` where more than one picture is made. RGB and single 8-bit channels are shown as they are. Tables
   * are kept with each window: hand over the same ones for all tiles, and others where they change.
   */
  readonly channels?: readonly ChannelDisplay[] | undefined
  /** Turns RGB into sRGB by the file's own profile, or by a transform opened before; no when left out. */
  readonly icc?: boolean | IccTransform | undefined
}

const white = 0xffffff

/** Whether the values of an image can be shown without looking at them first. */
const isShownAsStored = (image: SlideImage): boolean =>
  image.samples >= 3 || (image.channels.length === 1 && image.pixelType === 'u8')

/** The displays asked for, checked, or those an image has by itself. */
export async function chooseDisplays(
  image: SlideImage,
  { channels, z, t }: DisplayOptions,
  signal?: AbortSignal,
): Promise<readonly ChannelDisplay[]> {
  if (channels) {
    for (const { channel } of channels) {
      if (image.channels[channel]) continue
      const count = image.channels.length
      throw new SlideError('out_of_range', `channel ${channel}`, `is not one of the ${count} channels`)
    }
    return channels
  }
  const statistics = isShownAsStored(image) ? [] : await measureChannels(image, { z, t }, signal)
  return defaultDisplays(image, statistics)
}

const openTransforms = new WeakMap<SlideImage, IccTransform>()

/** The way to sRGB asked for, an image's own being opened once; null where there is nothing to do. */
export async function chooseIcc(
  image: SlideImage,
  { icc }: DisplayOptions,
  signal?: AbortSignal,
): Promise<IccTransform | null> {
  if (!icc || image.samples < 3) return null
  if (icc !== true) return icc
  const open = openTransforms.get(image)
  if (open) return open
  const profile = await image.iccProfile(signal)
  if (!profile) return null
  const transform = await openIccTransform(profile)
  openTransforms.set(image, transform)
  return transform
}

/** Whether showing an image so gives the very values it has. */
export function changesNothing(image: SlideImage, channels: readonly ChannelDisplay[]): boolean {
  const [display, ...others] = channels
  if (image.pixelType !== 'u8' || image.samples === 4 || image.channels.length > 1) return false
  if (!display || others.length > 0 || display.visible === false) return false
  const isWhole = display.window[0] === 0 && display.window[1] === 255 && (display.gamma ?? 1) === 1
  return isWhole && (image.samples === 3 || display.color === white)
}
