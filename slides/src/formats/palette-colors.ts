import type { Channel } from '../slide.ts'
import { tags } from '../tiff/tags.ts'
import type { TiffDirectory } from '../tiff/tiff.ts'

/** Channels without a colour get the one that the palette of their page gives to the highest value. */
export async function colorByPalettes(
  channels: readonly Channel[],
  pageOf: (channel: number) => TiffDirectory | undefined,
  signal?: AbortSignal,
): Promise<Channel[]> {
  const colored: Channel[] = []
  for (const [index, channel] of channels.entries()) {
    const page = channel.color === undefined ? pageOf(index) : undefined
    const color = page && (await highestColor(page, signal))
    colored.push(color === undefined ? channel : { ...channel, color })
  }
  return colored
}

/** 0xRRGGBB; a palette has all reds first, then all greens, then all blues, of 16 bits each. */
async function highestColor(directory: TiffDirectory, signal?: AbortSignal): Promise<number | undefined> {
  const entries = Math.floor(directory.count(tags.colorMap) / 3)
  if (entries === 0) return undefined
  let color = 0
  for (const part of [1, 2, 3]) {
    const value = await directory.numberAt(tags.colorMap, part * entries - 1, signal)
    color = color * 0x100 + ((value >> 8) & 0xff)
  }
  return color
}
