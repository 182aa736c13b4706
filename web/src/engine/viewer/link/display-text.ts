import { type ChannelDisplay, type ColorDisplay, type Display, plainColors } from '../display/display.ts'
import { displaySchema } from '../display/display-schema.ts'
import { figureOf, figureSign, listSign, rounded } from './viewport-text.ts'

/** Colours: "0.1_-0.2_1.4" with "i" where the profile is applied. Channels: "FF0000_100_4000_1*h00FF00_0_900_1". */
export function displayText({ color, channels }: Display): string {
  if (channels.length === 0) return colorText(color)
  return channels.map(channelText).join(listSign)
}

function colorText({ brightness, contrast, gamma, icc }: ColorDisplay): string {
  return [rounded(brightness, 3), rounded(contrast, 3), rounded(gamma, 3), ...(icc ? ['i'] : [])].join(
    figureSign,
  )
}

function channelText({ shown, color, low, high, gamma }: ChannelDisplay): string {
  const figures = [low, high, gamma].map((value) => Number(value.toPrecision(6)))
  return [`${shown ? '' : 'h'}${color.slice(1).toUpperCase()}`, ...figures].join(figureSign)
}

/** Null where it is none. Whether it fits an image is for `keptDisplay` to say. */
export function readDisplay(text: string): Display | null {
  const color = readColor(text)
  const display = color
    ? { color, channels: [] }
    : { color: plainColors, channels: text.split(listSign).map(readChannel) }
  const { success, data } = displaySchema.safeParse(display)
  return success ? data : null
}

function readColor(text: string): ColorDisplay | null {
  const parts = text.split(figureSign)
  const icc = parts.at(-1) === 'i'
  const [brightness, contrast, gamma, ...rest] = (icc ? parts.slice(0, -1) : parts).map(figureOf)
  if (brightness == null || contrast == null || gamma == null || rest.length > 0) return null
  return { brightness, contrast, gamma, icc }
}

function readChannel(text: string): ChannelDisplay | null {
  const [name = '', ...rest] = text.split(figureSign)
  const [low, high, gamma, ...more] = rest.map(figureOf)
  if (low == null || high == null || gamma == null || more.length > 0) return null
  const shown = !name.startsWith('h')
  return { shown, color: `#${shown ? name : name.slice(1)}`, low, high, gamma }
}
