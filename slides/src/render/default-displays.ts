import { type Channel, colorBands, type SlideImage } from '../slide.ts'
import type { ChannelStatistics } from './channel-statistics.ts'
import type { ChannelDisplay } from './composite.ts'
import { type DisplayWindow, valueRange } from './value-range.ts'

const white = 0xffffff

/** Dyes by the colours they are usually shown in; the first that matches a channel's name counts. */
const dyes: readonly (readonly [pattern: RegExp, color: number])[] = [
  [/dapi|hoechst|(^|[^a-z])(cfp|bfp|nuclei|nuclear)([^a-z]|$)/i, 0x0000ff],
  [/cy5\.?5|cy7|(alexa|af)[^0-9]*(680|700|750|790)|opal[^0-9]*780/i, 0xffffff],
  [/cy5|apc|far[ _-]?red|(alexa|af|atto)[^0-9]*6[3-6]\d|opal[^0-9]*(650|690)/i, 0xff00ff],
  [/texas|mcherry|(alexa|af)[^0-9]*59\d|opal[^0-9]*620/i, 0xff0000],
  [/tritc|cy3|rhodamine|dsred|tdtomato|rfp|(alexa|af)[^0-9]*5[4-6]\d|opal[^0-9]*(540|570)/i, 0xffa000],
  [/yfp|(alexa|af)[^0-9]*53\d/i, 0xffff00],
  [/fitc|gfp|cy2|fam|(alexa|af|atto)[^0-9]*488|opal[^0-9]*(480|520)/i, 0x00ff00],
  [
    /bright ?field|transmitted|phase|(^|[^a-z])(dic|bf|tl)([^a-z]|$)|auto ?fluorescence|(^|[^a-z])af$/i,
    0xffffff,
  ],
]

/** For channels nothing is known of: hues that can be told apart, also when they overlap. */
const hues = [
  0x00ff00, 0xff0000, 0x0000ff, 0xff00ff, 0xffff00, 0x00ffff, 0xff8000, 0x8000ff, 0x80ff00, 0xff0080,
]

/** The colour of light of a wavelength in nm, roughly: for channels that say what they emit. */
function colorOfLight(nanometres: number): number {
  if (nanometres < 490) return 0x0000ff
  if (nanometres < 545) return 0x00ff00
  if (nanometres < 575) return 0xffff00
  if (nanometres < 605) return 0xffa000
  if (nanometres < 645) return 0xff0000
  return nanometres < 720 ? 0xff00ff : white
}

/** Colours for all channels: the file's own where they tell anything, else by dye, by wavelength, or distinct hues. */
export function channelColors(channels: readonly Channel[]): number[] {
  if (channels.length === 1) return [channels[0]?.color || white]
  // Black can't be seen, and white for every channel is what writers put that have no colours.
  const isTold = channels.some(({ color }) => color !== undefined && color !== white)
  const colors = channels.map(({ color, name, emissionWavelength }) => {
    if (isTold && color) return color & white
    const dye = name && dyes.find(([pattern]) => pattern.test(name))
    if (dye) return dye[1]
    return emissionWavelength ? colorOfLight(emissionWavelength) : undefined
  })
  const free = hues.filter((hue) => !colors.includes(hue))
  let next = 0
  return colors.map(
    (color) => color ?? ((free.length ? free : hues)[next++ % (free.length || hues.length)] as number),
  )
}

const beginsWithColors = (channels: readonly Channel[]): boolean =>
  channels.length > colorBands.length &&
  colorBands.every(({ name, color }, at) => channels[at]?.name === name && channels[at]?.color === color)

/**
 * How to show an image at first: the middle 99.8 % of each channel's values over the full brightness; red, green and
 * blue that have other channels beside them as the picture that they are, without those.
 */
export function defaultDisplays(
  image: Pick<SlideImage, 'channels' | 'samples' | 'pixelType' | 'bitDepth'>,
  statistics: readonly ChannelStatistics[],
): ChannelDisplay[] {
  if (image.samples >= 3) return [{ channel: 0, color: white, window: valueRange(image) }]
  const colors = channelColors(image.channels)
  const isPicture = beginsWithColors(image.channels)
  return image.channels.map((_channel, index) => {
    const color = colors[index] ?? white
    if (isPicture && index < colorBands.length) return { channel: index, color, window: valueRange(image) }
    const measured = statistics.find(({ channel }) => channel === index)
    const window = measured ? filledWindow(measured, image.pixelType) : valueRange(image)
    return { channel: index, color, window, ...(isPicture && { visible: false }) }
  })
}

function filledWindow({ low, high, max }: ChannelStatistics, type: SlideImage['pixelType']): DisplayWindow {
  if (high > low) return [low, high]
  if (max > low) return [low, max]
  const least = type === 'f32' ? Math.max(Math.abs(low) * 1e-3, 1e-6) : 1
  const top = type === 'f32' ? Number.POSITIVE_INFINITY : valueRange({ pixelType: type, bitDepth: 32 })[1]
  return low + least <= top ? [low, low + least] : [low - least, low]
}
