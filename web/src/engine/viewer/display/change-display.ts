import { gammaRange } from '@cresyl/contract/slides/display'
import type { Pyramid } from '@cresyl/contract/slides/viewers'
import { type ChannelDisplay, type ColorDisplay, type Display, plainColors } from './display.ts'
import { initialChannel } from './initial-display.ts'

export function withColor(display: Display, change: Partial<ColorDisplay>): Display {
  const next = { ...display.color, ...change }
  const color = {
    ...next,
    brightness: clamp(next.brightness, -1, 1),
    contrast: clamp(next.contrast, -1, 1),
    gamma: clampGamma(next.gamma),
  }
  return { ...display, color }
}

/** As the file has them; whether its profile is applied stays. */
export function resetColor(display: Display): Display {
  return { ...display, color: { ...plainColors, icc: display.color.icc } }
}

/** A window without width, or turned round, is not taken: the one before stays. */
export function withChannel(display: Display, index: number, change: Partial<ChannelDisplay>): Display {
  return mapChannel(display, index, (channel) => {
    const next = { ...channel, ...change }
    const { low, high } = next.high > next.low ? next : channel
    return { ...next, low, high, gamma: clampGamma(next.gamma) }
  })
}

export function toggleChannel(display: Display, index: number): Display {
  return mapChannel(display, index, (channel) => ({ ...channel, shown: !channel.shown }))
}

/** Only this one; once more, those that `others` shows beside it. */
export function soloChannel(display: Display, index: number, others: Display): Display {
  const alone = isSolo(display, index)
  const channels = display.channels.map((channel, at) => ({
    ...channel,
    shown: at === index || (alone && (others.channels[at]?.shown ?? false)),
  }))
  return { ...display, channels }
}

export function isSolo(display: Display, index: number): boolean {
  return display.channels.every(({ shown }, at) => shown === (at === index))
}

export function showAllChannels(display: Display, shown: boolean): Display {
  return { ...display, channels: display.channels.map((channel) => ({ ...channel, shown })) }
}

/** Its first colour, window and gamma; whether it is shown stays. */
export function resetChannel(display: Display, index: number, pyramid: Pyramid): Display {
  return mapChannel(display, index, ({ shown }) => ({ ...initialChannel(pyramid, index), shown }))
}

function mapChannel(
  display: Display,
  index: number,
  change: (channel: ChannelDisplay) => ChannelDisplay,
): Display {
  const channel = display.channels[index]
  return channel === undefined
    ? display
    : { ...display, channels: display.channels.with(index, change(channel)) }
}

export function clampGamma(gamma: number): number {
  return clamp(gamma, gammaRange.min, gammaRange.max)
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
