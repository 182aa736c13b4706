import { readFile } from 'node:fs/promises'
import type { Pyramid } from '@cresyl/contract/slides/viewers'
import { openSlide } from '../../slides/src/open.ts'
import { readRegion } from '../../slides/src/render/read-region.ts'
import { renderTile, type TileOptions } from '../../slides/src/render/tile-image.ts'
import type { Plane, SlideImage } from '../../slides/src/slide.ts'
import { memorySource } from '../../slides/src/source/memory-source.ts'
import { decodePixels } from './viewer-pixels.ts'
import type { Box, Reference, ReferenceLevel } from './viewer-reference.ts'
import type { Size } from './viewer-view.ts'

/** How a channel is to be shown. */
export interface ChannelLook {
  /** RRGGBB */
  color: string
  low: number
  high: number
  gamma: number
  shown: boolean
}

/** As links have it. */
export const looksText = (looks: readonly ChannelLook[]): string =>
  looks
    .map(({ color, low, high, gamma, shown }) => [`${shown ? '' : 'h'}${color}`, low, high, gamma].join('_'))
    .join('*')

/** The first image of a file, all of which is in memory: there is nothing to close. */
export async function openFile(path: string): Promise<SlideImage> {
  const slide = await openSlide(memorySource(await readFile(path), path))
  const [image] = slide.images
  if (!image) throw new Error(`${path} has no image.`)
  return image
}

/** Colours as browsers get them: the tiles of the file, through the JPEG that is sent. */
export const sentColors = (image: SlideImage): Reference => sentTiles(image, { format: 'jpeg' })

/** The same of channels that are composed before they are sent. */
export function sentComposed(image: SlideImage, looks: readonly ChannelLook[]): Reference {
  const channels = looks.map(({ color, low, high, shown }, channel) => ({
    channel,
    color: Number.parseInt(color, 16),
    visible: shown,
    window: [low, high] as const,
  }))
  return { ...sentTiles(image, { format: 'jpeg', channels }), background: 0 }
}

function sentTiles(image: SlideImage, options: TileOptions): Reference {
  const levels = image.levels.map((_, level) => sentLevel(image, level, options))
  return { ...colors(image), levels }
}

/** Colours as the file has them, nothing in between. */
export function storedColors(image: SlideImage): Reference {
  return {
    ...colors(image),
    levels: image.levels.map(({ width, height }, level) => ({
      width,
      height,
      read: async (box) => (await readRegion(image, { level, ...box })).data,
    })),
  }
}

function colors({ width, height }: Size): Omit<Reference, 'levels'> {
  return {
    width,
    height,
    samples: 3,
    background: 255,
    shade(samples, at, into, to) {
      for (let sample = 0; sample < 3; sample += 1) into[to + sample] = Math.round(samples[at + sample] ?? 0)
    },
  }
}

function sentLevel(image: SlideImage, level: number, options: TileOptions): ReferenceLevel {
  const found = image.levels[level]
  if (!found) throw new Error(`The image has no level ${level}.`)
  const { width, height, tileWidth, tileHeight } = found
  const read = async (box: Box) => {
    const region = new Uint8Array(3 * box.width * box.height)
    for (let row = Math.floor(box.y / tileHeight); row * tileHeight < box.y + box.height; row += 1)
      for (let column = Math.floor(box.x / tileWidth); column * tileWidth < box.x + box.width; column += 1) {
        const sent = await renderTile(image, level, column, row, options)
        const tile = await decodePixels(sent.bytes)
        const [left, top] = [column * tileWidth, row * tileHeight]
        const [from, to] = [Math.max(left, box.x), Math.min(left + tile.width, box.x + box.width)]
        for (let y = Math.max(top, box.y); y < Math.min(top + tile.height, box.y + box.height); y += 1) {
          const start = (y - top) * tile.width - left
          const cut = tile.data.subarray(3 * (start + from), 3 * (start + to))
          region.set(cut, 3 * ((y - box.y) * box.width + from - box.x))
        }
      }
    return region
  }
  return { width, height, read }
}

/** Channels added up in their colours, each within its window, from the values of the file. */
export function composedChannels(
  image: SlideImage,
  looks: readonly ChannelLook[],
  plane: Omit<Plane, 'c'> = {},
): Reference {
  const shown = looks.map((look, c) => ({ ...look, c })).filter((look) => look.shown)
  const hues = shown.map(({ color }) => [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16)))
  return {
    width: image.width,
    height: image.height,
    samples: shown.length,
    background: 0,
    shade(samples, at, into, to) {
      for (let primary = 0; primary < 3; primary += 1) {
        let sum = 0
        shown.forEach(({ low, high, gamma }, index) => {
          const part = ((samples[at + index] ?? 0) - low) / (high - low)
          sum += Math.min(Math.max(part, 0), 1) ** (1 / gamma) * (hues[index]?.[primary] ?? 0)
        })
        into[to + primary] = Math.min(255, Math.round(sum))
      }
    },
    levels: image.levels.map(({ width, height }, level) => ({
      width,
      height,
      async read(box) {
        const values = new Float32Array(box.width * box.height * shown.length)
        for (const [index, { c }] of shown.entries()) {
          const { data } = await readRegion(image, { level, ...box, plane: { ...plane, c } })
          for (let at = 0; at < data.length; at += 1) values[at * shown.length + index] = data[at] ?? 0
        }
        return values
      },
    })),
  }
}

/** As a slide opens: the colours of the file, from the values of all but 0.1 % of the pixels at either end. */
export function firstLooks({ channels }: Pyramid): ChannelLook[] {
  return channels.map(({ color, stats }) => ({
    color: (color ?? '#FFFFFF').slice(1),
    low: stats?.percentiles.p0_1 ?? 0,
    high: stats?.percentiles.p99_9 ?? 0,
    gamma: 1,
    shown: true,
  }))
}
