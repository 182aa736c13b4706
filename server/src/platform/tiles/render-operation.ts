import { promisify } from 'node:util'
import { gzip, zstdCompress } from 'node:zlib'
import { colourTable } from '@cresyl/contract/slides/colour-maps'
import {
  type ChannelDisplay,
  defaultDisplays,
  encodeImage,
  encodeJpeg,
  encodePng,
  encodeWebp,
  exportRegion,
  type ImageFormat,
  measureChannels,
  type PixelTile,
  planeDepth8,
  planeDepth16,
  renderThumbnail,
  renderTile,
  type SlideImage,
  shuffleBytes,
} from '@cresyl/slides'
import { LRUCache } from 'lru-cache'
import type { Operation, Rendered } from './operation.ts'

/** What is made of the pixels. */
export type Rendering = Exclude<Operation, { kind: 'open' }>

const compress = { gzip: promisify(gzip), zstd: promisify(zstdCompress) } as const

export type RenderOperation = (
  image: SlideImage,
  operation: Rendering,
  signal?: AbortSignal,
) => Promise<Rendered>

/** Remembers what many operations on the same images have in common. */
export function createRenderer(): RenderOperation {
  const displays = createDisplays()
  return async (image, operation, signal) => {
    switch (operation.kind) {
      case 'tile': {
        const channels = await displays(image, operation, signal)
        const { level, x, y } = operation
        return renderTile(image, level, x, y, { ...operation, channels }, signal)
      }
      case 'plane8':
      case 'plane16':
        return renderPlane(image, operation, signal)
      case 'coloured':
        return renderColoured(image, operation, signal)
      case 'thumbnail': {
        const channels = await displays(image, operation, signal)
        const pixels = await renderThumbnail(image, operation.maxSide, { ...operation, channels }, signal)
        return encodeImage(pixels, operation)
      }
      case 'region': {
        const channels = await displays(image, operation, signal)
        const { region, icc, z, t } = operation
        const { mime, bytes } = await exportRegion(
          image,
          { ...region, icc, z, t, channels },
          operation,
          signal,
        )
        return { mime, bytes }
      }
    }
  }
}

/** Viewers exchange 8 bits for 16 when the picture rests: lower, and everybody would see it. */
const exchangedQuality = 100

async function renderPlane(
  image: SlideImage,
  operation: Operation & { kind: 'plane8' | 'plane16' },
  signal?: AbortSignal,
): Promise<Rendered> {
  const { level, x, y, channel: c, z = 0, t = 0 } = operation
  const tile = await image.rawTile(level, x, y, { c, z, t }, signal)
  signal?.throwIfAborted()
  if (operation.kind === 'plane8') {
    const { format, quality = exchangedQuality } = operation
    const grey: PixelTile = { ...tile, pixelType: 'u8', data: planeDepth8(tile, operation.window) }
    return { mime: `image/${format}`, bytes: await encodeGrey[format](grey, quality) }
  }
  const { encoding, window } = operation
  const bytes = await compress[encoding](shuffleBytes(planeDepth16(tile, window)))
  return { mime: 'application/octet-stream', encoding, bytes }
}

async function renderColoured(
  image: SlideImage,
  { level, x, y, z = 0, t = 0, colouring, reverse }: Operation & { kind: 'coloured' },
  signal?: AbortSignal,
): Promise<Rendered> {
  const { width, height, data } = await image.rawTile(level, x, y, { c: 0, z, t }, signal)
  signal?.throwIfAborted()
  const colours = new Uint32Array(colourTable(colouring, reverse).buffer)
  const pixels = Uint32Array.from(data, (value) => colours[value] ?? 0)
  const coloured = {
    width,
    height,
    samples: 4,
    pixelType: 'u8',
    data: new Uint8Array(pixels.buffer),
  } as const
  return { mime: 'image/png', bytes: await encodePng(coloured) }
}

const encodeGrey = {
  jpeg: (tile: PixelTile, quality: number) => encodeJpeg(tile, { quality, subsampling: '4:4:4' }),
  png: (tile: PixelTile) => encodePng(tile),
  webp: (tile: PixelTile, quality: number) => encodeWebp(tile, { quality }),
} as const satisfies Record<ImageFormat, unknown>

type Displays = readonly ChannelDisplay[]
const keptDisplays = 64

/**
 * The displays of an operation, the very same objects for the same values: tables are kept with them. Those of an
 * image that come with none are measured once.
 */
function createDisplays() {
  const given = new LRUCache<string, Displays>({ max: keptDisplays })
  const measured = new WeakMap<SlideImage, Map<string, Displays>>()

  const remember = (channels: Displays): Displays => {
    const key = JSON.stringify(channels)
    const known = given.get(key) ?? channels
    given.set(key, known)
    return known
  }

  return async (
    image: SlideImage,
    {
      channels,
      z = 0,
      t = 0,
    }: { channels?: Displays | undefined; z?: number | undefined; t?: number | undefined },
    signal?: AbortSignal,
  ): Promise<Displays | undefined> => {
    if (channels) return remember(channels)
    // Shown as they are: nothing to measure, and the way of stored tiles stays open.
    if (image.samples >= 3 || (image.channels.length === 1 && image.pixelType === 'u8')) return undefined
    const ofImage = measured.get(image) ?? new Map<string, Displays>()
    measured.set(image, ofImage)
    const key = `${z} ${t}`
    const known = ofImage.get(key)
    if (known) return known
    const found = defaultDisplays(image, await measureChannels(image, { z, t }, signal))
    if (ofImage.size >= keptDisplays) ofImage.clear()
    ofImage.set(key, found)
    return found
  }
}
